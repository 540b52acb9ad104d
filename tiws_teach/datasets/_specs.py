"""Specifications of the plain tables: where the class stands, what the columns mean, what a class label means."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TableSpec:
    """How to read one plain table.

    Parameters
    ----------
    target : str
        The class column.
    classes : tuple of (label in the file, name)
        In the order of the integer codes 0, 1, ...
    columns : tuple of str
        Names of all columns in the order of the file.
    left_out : tuple of str
        Columns that identify a row and are no features.
    blanks : bool
        Whether blanks, not commas, separate the values.
    headers : tuple of int
        Lines to skip at the start of each file; the last entry holds for all further files.
    """

    target: str
    classes: tuple[tuple[str, str], ...]
    columns: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    blanks: bool = False
    headers: tuple[int, ...] = (0,)

    def header_lines(self, position: int) -> int:
        """Return how many lines to skip in the file at `position`."""
        return self.headers[min(position, len(self.headers) - 1)]


def _numbered(stem: str, count: int) -> tuple[str, ...]:
    return tuple(f"{stem}_{number}" for number in range(1, count + 1))


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _same(*labels: str) -> tuple[tuple[str, str], ...]:
    return tuple((label, label) for label in labels)


_WINE = _words(
    "alcohol malic_acid ash alcalinity_of_ash magnesium total_phenols flavanoids nonflavanoid_phenols proanthocyanins "
    "color_intensity hue od280_od315 proline"
)
_PARKINSONS_BEFORE = _words(
    "MDVP:Fo(Hz) MDVP:Fhi(Hz) MDVP:Flo(Hz) MDVP:Jitter(%) MDVP:Jitter(Abs) MDVP:RAP MDVP:PPQ Jitter:DDP MDVP:Shimmer "
    "MDVP:Shimmer(dB) Shimmer:APQ3 Shimmer:APQ5 MDVP:APQ Shimmer:DDA NHR HNR"
)
_NUCLEUS = _words(
    "radius texture perimeter area smoothness compactness concavity concave_points symmetry fractal_dimension"
)
_NUCLEI = tuple(f"{statistic}_{measure}" for statistic in ("mean", "se", "worst") for measure in _NUCLEUS)
_SEGMENTATION = _words(
    "region_centroid_col region_centroid_row region_pixel_count short_line_density_5 short_line_density_2 vedge_mean "
    "vedge_sd hedge_mean hedge_sd intensity_mean rawred_mean rawblue_mean rawgreen_mean exred_mean exblue_mean "
    "exgreen_mean value_mean saturation_mean hue_mean"
)
_VEHICLE = _words(
    "compactness circularity distance_circularity radius_ratio pr_axis_aspect_ratio max_length_aspect_ratio "
    "scatter_ratio elongatedness pr_axis_rectangularity max_length_rectangularity scaled_variance_major "
    "scaled_variance_minor scaled_radius_of_gyration skewness_major skewness_minor kurtosis_minor kurtosis_major "
    "hollows_ratio"
)
_MAGIC = _words("fLength fWidth fSize fConc fConc1 fAsym fM3Long fM3Trans fAlpha fDist")
_PIMA = ("pregnancies", "glucose", "blood_pressure", "skin_thickness", "insulin", "bmi", "pedigree", "age")

SPECS: dict[str, TableSpec] = {
    "wine": TableSpec(
        "cultivar", (("1", "cultivar 1"), ("2", "cultivar 2"), ("3", "cultivar 3")), ("cultivar", *_WINE)
    ),
    "parkinsons": TableSpec(
        "status",
        (("0", "healthy"), ("1", "Parkinson's disease")),
        ("name", *_PARKINSONS_BEFORE, "status", "RPDE", "DFA", "spread1", "spread2", "D2", "PPE"),
        ("name",),
        headers=(1,),
    ),
    "wpbc": TableSpec(
        "outcome",
        (("N", "no recurrence"), ("R", "recurrence")),
        ("id", "outcome", "time", *_NUCLEI, "tumor_size", "lymph_nodes"),
        ("id",),
    ),
    "sonar": TableSpec("material", (("R", "rock"), ("M", "mine")), (*_numbered("band", 60), "material")),
    "seeds": TableSpec(
        "variety",
        (("1", "Kama"), ("2", "Rosa"), ("3", "Canadian")),
        ("area", "perimeter", "compactness", "length", "width", "asymmetry", "groove_length", "variety"),
        blanks=True,
    ),
    "haberman": TableSpec(
        "outcome",
        (("1", "survived five years or longer"), ("2", "died within five years")),
        ("age", "operation_year", "positive_nodes", "outcome"),
    ),
    "ecoli": TableSpec(
        "site",
        _same("cp", "im", "pp", "imU", "om", "omL", "imL", "imS"),
        ("sequence", "mcg", "gvh", "lip", "chg", "aac", "alm1", "alm2", "site"),
        ("sequence",),
        blanks=True,
    ),
    "transfusion": TableSpec(
        "donated",
        (("0", "did not donate in March 2007"), ("1", "donated in March 2007")),
        ("recency_months", "frequency_times", "monetary_cc", "time_months", "donated"),
        headers=(1,),
    ),
    "pima": TableSpec("diabetes", (("0", "no diabetes"), ("1", "diabetes")), (*_PIMA, "diabetes")),
    "vehicle": TableSpec(
        "vehicle", _same("bus", "opel", "saab", "van"), (*_VEHICLE, "vehicle"), blanks=True, headers=(1, 0)
    ),
    "german_numeric": TableSpec(
        "risk", (("1", "good"), ("2", "bad")), (*_numbered("attribute", 24), "risk"), blanks=True
    ),
    "yeast_uci": TableSpec(
        "site",
        _same("CYT", "NUC", "MIT", "ME3", "ME2", "ME1", "EXC", "VAC", "POX", "ERL"),
        ("sequence", "mcg", "gvh", "alm", "mit", "erl", "pox", "vac", "nuc", "site"),
        ("sequence",),
        blanks=True,
    ),
    "segmentation": TableSpec(
        "surface",
        tuple((word.upper(), word) for word in _words("brickface cement foliage grass path sky window")),
        ("surface", *_SEGMENTATION),
        headers=(5,),
    ),
    "waveform": TableSpec("wave", (("0", "wave 0"), ("1", "wave 1"), ("2", "wave 2")), (*_numbered("x", 21), "wave")),
    "magic": TableSpec("particle", (("h", "hadron"), ("g", "gamma")), (*_MAGIC, "particle")),
}
