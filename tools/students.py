"""Turn the wheel of the project into one for students: without notebooks of solutions and items of homework.

python -m tools.students dist/tiws_teach-*.whl    writes tiws_teach_students-*.whl beside it, and removes the other
"""

import base64
import hashlib
import re
import sys
import zipfile
from pathlib import Path

LEFT_OUT = re.compile(r"/notebooks/solutions/|/lessons/\w+/homework\.|/RECORD$")


def for_students(wheel: Path) -> Path:
    """Write the wheel for students, a distribution with a name of its own, and return its path."""
    made = wheel.with_name(wheel.name.replace("tiws_teach-", "tiws_teach_students-", 1))
    record = []
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in [entry for entry in old.infolist() if not LEFT_OUT.search(entry.filename)]:
            content = old.read(entry)
            entry.filename = re.sub(r"^tiws_teach(-[^/]*\.dist-info)", r"tiws_teach_students\1", entry.filename)
            if entry.filename.endswith(".dist-info/METADATA"):
                content = re.sub(rb"(?m)^(Name: |Requires-Dist: )tiws[-_]teach\b", rb"\1tiws_teach_students", content)
            new.writestr(entry, content, zipfile.ZIP_DEFLATED)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.append(f"{entry.filename},sha256={digest},{len(content)}\n")
        name = next(line for line in record if ".dist-info/METADATA," in line).partition("/")[0] + "/RECORD"
        new.writestr(name, "".join([*record, f"{name},,\n"]))
    wheel.unlink()
    return made


if __name__ == "__main__":
    print(*map(for_students, map(Path, sys.argv[1:])))
