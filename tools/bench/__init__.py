"""Every method next to its peers, measured in one run: ``python -m tools.bench`` writes RESULTS.md."""

import os

# One thread for linear algebra, set before numpy is imported: the imputers' times must not depend on other processes.
for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"
