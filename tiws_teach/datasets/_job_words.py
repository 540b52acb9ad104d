"""The words of the simulated job answers: minor groups with their jobs, and what each of their unit groups works with.

A line is ``minor group: jobs | things of unit group 1 | of unit group 2 | of unit group 3``. Jobs occur in several
minor groups, things in one unit group only, as in real job titles.
"""

from __future__ import annotations

_LINES = """
121: director manager head | bank finance | factory plant | school college
122: manager supervisor owner | shop store | hotel restaurant | farm estate
131: owner manager keeper | inn pub | laundry cleaning | garage workshop
211: scientist researcher analyst | chemistry laboratory | physics optics | weather climate
213: analyst developer engineer | software program | database data | network server
214: engineer designer planner | bridge road | machine engine | town city
222: doctor surgeon specialist | heart cardiac | children paediatric | animal veterinary
223: nurse sister matron | ward hospital | midwife maternity | care hospice
232: teacher tutor lecturer | language english | mathematics science | music drama
241: accountant adviser auditor | tax revenue | audit ledger | personnel recruitment
245: writer editor artist | news newspaper | film television | portrait sculpture
311: technician assistant operator | chemical laboratorial | electronic circuit | mechanical hydraulic
313: operator technician assistant | camera photo | radio broadcast | x-ray imaging
321: assistant technician adviser | forestry wood | crop soil | fish hatchery
341: agent dealer broker | insurance policy | property house | travel tourist
343: secretary administrator assistant | legal court | medical clinic | office board
411: clerk typist secretary | letter mail | payroll wage | statistics survey
413: clerk assistant controller | stock warehouse | production schedule | freight shipping
421: clerk cashier teller | ticket counter | post stamp | betting casino
511: attendant guide steward | flight cabin | train rail | museum gallery
512: cook waiter assistant | kitchen canteen | bar drinks | household domestic
514: hairdresser assistant specialist | hair salon | beauty cosmetics | funeral burial
522: seller assistant demonstrator | shoe clothing | furniture carpet | fruit vegetable
611: grower worker gardener | flower plantnursery | wheat field | orchard vineyard
612: farmer worker keeper | dairy cattle | poultry chicken | sheep wool
711: miner digger cutter | coal pit | stone quarry | salt gravel
712: builder mason worker | brick wall | concrete cement | timber frame
713: fitter layer worker | roof slate | floor tile | pipe heating
721: welder founder worker | steel iron | sheet metal | cable rigging
723: mechanic fitter repairer | car motor | aircraft aeroplane | tractor harvester
731: maker repairer worker | watch clock | violin piano | jewellery gold
734: printer binder setter | book page | poster silk | type composing
741: butcher baker maker | meat sausage | bread cake | cheese butter
743: tailor sewer cutter | suit dress | leather fur | curtain upholstery
812: operator setter worker | furnace smelter | rolling mill | wire drawing
816: operator driver worker | power turbine | boiler steam | water sewage
827: operator packer worker | bottling brewery | cannery freezing | sugar chocolate
832: driver courier operator | taxi passenger | bus tram | lorry truck
833: driver operator worker | crane hoist | forklift pallet | digger bulldozer
913: cleaner helper worker | window facade | linen ironing | corridor stairs
931: labourer helper worker | ditch roadworks | demolition scaffold | packing loading
"""


def _parsed(line: str) -> tuple[str, tuple[list[str], list[list[str]]]]:
    group, rest = line.split(":")
    jobs, *things = (part.split() for part in rest.split("|"))
    return group, (jobs, things)


def unit_groups() -> dict[str, tuple[list[str], list[str]]]:
    """Return for each code its jobs and its things: two of its own, and one that it shares with another minor group."""
    groups = [_parsed(line) for line in _LINES.strip().splitlines()]
    found = {}
    for place, (group, (jobs, units)) in enumerate(groups):
        other = groups[(place + SHARED_WITH) % len(groups)][1][1]
        for unit, things in enumerate(units):
            found[f"{group}{unit + 1}"] = jobs, [*things, other[unit][0]]
    return found


SHARED_WITH = 7
"""How many lines further down the minor group is with which a unit group shares a thing."""

FILLERS = (
    *("retired", "formerly", "at present", "part time", "self employed", "in a large firm", "for the council"),
    *("since 1990", "temporary", "trained", "in our own business", "night shift", "currently on leave", "abroad"),
)
"""Words that carry no occupation."""

WRITTEN = (
    "{Job} ({thing})",
    "{THING} {JOB}",
    "{thing}/{job}",
    "a {job}, {thing}",
    "I am a {thing} {job}",
    "{Thing} {job}.",
)
"""Other ways of writing a title, with the same words besides stop words."""

WRITTEN_AS_ONE = ("{Job}", "{JOB}", "a {job}", "I am a {job}", "{Job}.", "({job})")
"""Other ways of writing a title of one word."""
