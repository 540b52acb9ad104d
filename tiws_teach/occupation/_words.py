"""Function words that carry no occupation, spelled as after lower case and folding; no noun is among them.

Longer lists, such as scikit-learn's, contain words that name occupations: "fire", "mine", "bill".
"""

import re

STOP_WORDS = {
    "english": frozenset(
        re.findall(
            r"\w+",
            """
        a am an and are as at be been being by did do for from had has have he her him his i in into is it its
        me my of on or our she so some than that the their them then there they this to us was we were where
        which who with you your
    """,
        )
    ),
    "german": frozenset(
        re.findall(
            r"\w+",
            """
        als am an auf aus bei beim bin bis da das dem den der des die ein eine einem einen einer eines er es
        fuer habe hat hatte ich ihm ihr im in ins ist mein meine mit nach oder ohne sie sind so sowie
        ueber um und unter vom von vor war waren wir wird zu zum zur
    """,
        )
    ),
}
"""Language to words."""
