"""Words and sentence frames of `make_reviews`, written for this project.

Each list goes from the most to the least used word. A slot is filled from the list of its name: an opinion slot from
one of three lists, a filler slot from one.
"""

from __future__ import annotations

_OPINIONS: dict[str, dict[str, str]] = {
    "adjective": {
        "negative": (
            "bad, boring, awful, dull, terrible, weak, poor, predictable, stupid, flat, cheap, tedious, clumsy, "
            "lifeless, pointless, horrible, hollow, messy, annoying, bland, shallow, dreadful, ridiculous, lazy, "
            "forgettable, tired, wooden, painful, sloppy, ugly, silly, stale, grating, lame, dreary, muddled, "
            "unfunny, pathetic, incoherent, ponderous"
        ),
        "positive": (
            "great, wonderful, beautiful, excellent, funny, perfect, brilliant, amazing, moving, clever, "
            "charming, superb, touching, lovely, fresh, delightful, stunning, warm, gripping, rich, witty, "
            "graceful, memorable, tender, fine, powerful, thrilling, inspired, elegant, magical, vivid, radiant, "
            "masterful, poignant, uplifting, dazzling, exquisite, sublime, refreshing, luminous"
        ),
        "shared": (
            "long, new, short, quiet, early, modern, familiar, small, dark, simple, foreign, famous, strange, "
            "separate, recent, dry, second, serious, odd, distant"
        ),
    },
    "noun": {
        "negative": (
            "mess, bore, waste, failure, disaster, letdown, chore, joke, flop, insult, blunder, ordeal, dud, "
            "clunker, fiasco"
        ),
        "positive": (
            "gem, delight, triumph, treat, joy, masterpiece, pleasure, marvel, wonder, classic, jewel, treasure, "
            "victory, revelation, feast"
        ),
        "shared": "surprise, prequel, sequel, remake, debut, adaptation, experiment, portrait, tale, chronicle",
    },
    "verb": {
        "negative": (
            "drags, fails, disappoints, bores, stumbles, annoys, falters, irritates, collapses, flounders, "
            "fizzles, plods, sags, stalls, grates"
        ),
        "positive": (
            "shines, works, delights, charms, sparkles, moves, soars, impresses, sings, glows, dazzles, enchants, "
            "succeeds, blossoms, resonates"
        ),
        "shared": "returns, begins, continues, changes, appears, waits, stays, ends, wanders, unfolds",
    },
    "feeling": {
        "negative": "hated, disliked, regretted, endured, despised, resented, dreaded, loathed, mocked",
        "positive": "loved, enjoyed, admired, adored, cherished, savoured, treasured, applauded, recommended",
        "shared": "watched, noticed, followed, expected, remembered, discussed, compared, described",
    },
    "adverb": {
        "negative": (
            "badly, poorly, clumsily, carelessly, lazily, awkwardly, crudely, stiffly, feebly, sloppily, drably"
        ),
        "positive": (
            "beautifully, brilliantly, wonderfully, perfectly, skilfully, gracefully, cleverly, superbly, "
            "elegantly, vividly, deftly"
        ),
        "shared": "mostly, quietly, quickly, slowly, partly, clearly, often, simply",
    },
}
_FILLERS: dict[str, str] = {
    "thing": (
        "plot, acting, script, ending, story, cast, direction, opening, climax, premise, romance, setting, twist, "
        "finale, atmosphere, subplot, prologue, flashback, chase, screenplay"
    ),
    "part": (
        "music, dialogue, camera, pacing, editing, soundtrack, humour, scenery, lighting, costume, score, rhythm, "
        "sound, choreography, makeup, backdrop, tone, narration, monologue, montage"
    ),
    "kind": (
        "film, movie, comedy, drama, thriller, western, musical, mystery, romance, documentary, cartoon, epic, "
        "satire, parody, noir, biopic"
    ),
    "role": (
        "detective, father, doctor, teacher, sister, soldier, lawyer, captain, widow, singer, thief, farmer, "
        "nurse, pilot, king, priest, baker, sailor, poet, spy, judge, painter, waiter, boxer, gardener, tailor, "
        "clerk, chemist, miner, juggler"
    ),
    "name": (
        "Keller, Moreno, Lindqvist, Okafor, Bennett, Tanaka, Duval, Rossi, Novak, Hughes, Petrov, Larsen, Mendez, "
        "Fischer, Kowalski, Abbott, Nguyen, Castillo, Brandt, Osei, Marchetti, Holm, Farkas, Quinn, Silva, "
        "Yamada, Becker, Doyle, Ivanova, Sato"
    ),
    "place": (
        "Paris, London, Chicago, Berlin, Texas, Tokyo, Vienna, Dublin, Havana, Lisbon, Alaska, Prague, Cairo, "
        "Naples, Oslo, Boston, Bombay, Kyoto, Geneva, Montreal"
    ),
    "made": "written, filmed, edited, staged, played, directed, paced, sung, drawn, lit",
    "friend": "brother, sister, wife, husband, neighbour, friend, cousin, daughter, uncle, roommate",
    "time": (
        "after one hour, at the end, from the start, in the middle, half way through, near the finish, by the "
        "third act, within ten minutes, during the final scene, before the credits"
    ),
    "where": (
        "at the cinema, on television, with the whole family, late at night, on a rainy Sunday, at a festival, on "
        "a night flight, with friends, last winter, in a packed theatre"
    ),
}

OPINIONS = {slot: {name: text.split(", ") for name, text in lists.items()} for slot, lists in _OPINIONS.items()}
"""For each opinion slot: the words of each class, and the words that both classes use equally."""

FILLERS = {slot: text.split(", ") for slot, text in _FILLERS.items()}
"""For each filler slot: its words or phrases."""

SENTENCES: tuple[str, ...] = (
    "The {thing} is {adjective}.",
    "The {thing} is {adjective} and the {part} {verb}.",
    "{name} {verb} as the {role}.",
    "{name} plays a {role} in a {adjective} {kind}.",
    "I {feeling} the {thing}.",
    "My {friend} {feeling} it.",
    "The {part} is {adverb} {made}.",
    "What a {noun}.",
    "In the end this {kind} is a {noun}.",
    "The {role} {verb}, but the {part} is {adjective}.",
    "It is a {adjective} {kind} about a {role} in {place}.",
    "A {adjective} {thing} and {adjective} {part}.",
    "I {feeling} how {adverb} the {thing} was {made}.",
    "{time} the {thing} {verb}.",
    "We saw this {kind} {where}.",
    "{name} meets a {role} in {place}, and the {part} {verb}.",
)
