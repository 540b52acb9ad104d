"""The table of all stored data sets and their readers.

A new set needs its rows in datasets/registry.csv, a card, and one entry here: a reader for its format, or, for a plain
table, the names of its columns and classes.
"""

from __future__ import annotations

from collections.abc import Callable

from tiws_teach._validation import check_choice
from tiws_teach.datasets import _readers
from tiws_teach.datasets._bunch import Parts
from tiws_teach.datasets._cache import fetch
from tiws_teach.datasets._diabetes import read_diabetes130
from tiws_teach.datasets._flags import read_flags
from tiws_teach.datasets._plain_tables import BLANKS, PlainTable


def _numbered(stem: str, count: int) -> str:
    return " ".join(f"{stem}_{number}" for number in range(1, count + 1))


def _same(labels: str) -> dict[str, str]:
    return {label: label for label in labels.split()}


_NUCLEUS = "radius texture perimeter area smoothness compactness concavity concave_points symmetry fractal_dimension"
_NUCLEI = " ".join(f"{statistic}_{measure}" for statistic in ("mean", "se", "worst") for measure in _NUCLEUS.split())
_SEGMENTATION = PlainTable(
    "surface region_centroid_col region_centroid_row region_pixel_count short_line_density_5 short_line_density_2 "
    "vedge_mean vedge_sd hedge_mean hedge_sd intensity_mean rawred_mean rawblue_mean rawgreen_mean exred_mean "
    "exblue_mean exgreen_mean value_mean saturation_mean hue_mean",
    target="surface",
    classes={word.upper(): word for word in ["brickface", "cement", "foliage", "grass", "path", "sky", "window"]},
    headers={"segmentation.data": 5, "segmentation.test": 5},
)
_SUBSETS = {
    "all": ("segmentation.data", "segmentation.test"),
    "train": ("segmentation.data",),
    "test": ("segmentation.test",),
}


def read_segmentation(name: str, *, subset: str = "all") -> Parts:
    """Read both files of the set, or one of them."""
    check_choice("subset", subset, tuple(_SUBSETS))
    return _SEGMENTATION.parts(path for file, path in fetch(name).items() if file in _SUBSETS[subset])


READERS: dict[str, Callable[..., Parts]] = {
    "digit_labels": _readers.read_digit_labels,
    "flags": read_flags,
    "onet27_construction": _readers.read_onet27_construction,
    "titanic_ages": _readers.read_counts,
    "titanic_ports": _readers.read_counts,
    "titanic_voyage": _readers.read_counts,
    "diabetes130": read_diabetes130,
    "mushroom": _readers.read_mushroom,
    "titanic": _readers.read_titanic,
    "hisco_marriage": _readers.read_hisco_marriage,
    "onet27_titles": _readers.read_onet27_titles,
    "polarity_v2": _readers.read_polarity_v2,
    "sms_spam": _readers.read_sms_spam,
    "ml_emotions": _readers.read_multilabel,
    "ml_enron": _readers.read_multilabel,
    "ml_medical": _readers.read_multilabel,
    "ml_scene": _readers.read_multilabel,
    "ml_slashdot": _readers.read_multilabel,
    "ml_yeast": _readers.read_multilabel,
    "absenteeism": PlainTable(
        target="hours",
        columns="ID reason month weekday season transport_cost distance service age work_load hit_target "
        "disciplinary_failure education children drinker smoker pets weight height body_mass_index hours",
        categories="reason month weekday season disciplinary_failure education drinker smoker",
        left_out="ID",
        separator=";",
    ),
    "adult": PlainTable(
        target="income",
        classes={"<=50K": "at most 50,000", ">50K": "more than 50,000"},
        columns="age workclass fnlwgt education education_num marital_status occupation relationship race sex "
        "capital_gain capital_loss hours_per_week native_country income",
        left_out="fnlwgt education_num",
    ),
    "bank_marketing": PlainTable(
        target="outcome", classes={"no": "no deposit", "yes": "deposit"}, left_out="duration", missing="unknown"
    ),
    "contraception": PlainTable(
        target="contraceptive_method_use",
        classes={"1": "none", "2": "long-term", "3": "short-term"},
        categories="wife_education husband_education wife_religion wife_working husband_occupation SOL_index "
        "media_exposure",
    ),
    "diamonds": PlainTable(target="price"),
    "german_credit": PlainTable(
        target="risk",
        classes={"1": "good", "2": "bad"},
        columns="account months history purpose amount savings employment rate personal guarantors residence property "
        "age plans housing credits job dependants telephone foreign risk",
    ),
    "online_shoppers": PlainTable(
        target="Revenue",
        classes={"FALSE": "no purchase", "TRUE": "purchase"},
        categories="Month OperatingSystems Browser Region TrafficType VisitorType Weekend",
        missing="",
    ),
    "student_maths": PlainTable(target="G3", categories="Medu Fedu", left_out="G1 G2"),
    "taxis": PlainTable(target="fare", left_out="pickup dropoff tip tolls total", missing=""),
    "ecoli": PlainTable(
        "sequence mcg gvh lip chg aac alm1 alm2 site",
        target="site",
        classes=_same("cp im pp imU om omL imL imS"),
        left_out="sequence",
        separator=BLANKS,
    ),
    "german_numeric": PlainTable(
        f"{_numbered('attribute', 24)} risk", target="risk", classes={"1": "good", "2": "bad"}, separator=BLANKS
    ),
    "haberman": PlainTable(
        "age operation_year positive_nodes outcome",
        target="outcome",
        classes={"1": "survived five years or longer", "2": "died within five years"},
    ),
    "magic": PlainTable(
        "fLength fWidth fSize fConc fConc1 fAsym fM3Long fM3Trans fAlpha fDist particle",
        target="particle",
        classes={"h": "hadron", "g": "gamma"},
    ),
    "parkinsons": PlainTable(
        "name MDVP:Fo(Hz) MDVP:Fhi(Hz) MDVP:Flo(Hz) MDVP:Jitter(%) MDVP:Jitter(Abs) MDVP:RAP MDVP:PPQ Jitter:DDP "
        "MDVP:Shimmer MDVP:Shimmer(dB) Shimmer:APQ3 Shimmer:APQ5 MDVP:APQ Shimmer:DDA NHR HNR status RPDE DFA spread1 "
        "spread2 D2 PPE",
        target="status",
        classes={"0": "healthy", "1": "Parkinson's disease"},
        left_out="name",
        headers={"parkinsons.data": 1},
    ),
    "pima": PlainTable(
        "pregnancies glucose blood_pressure skin_thickness insulin bmi pedigree age diabetes",
        target="diabetes",
        classes={"0": "no diabetes", "1": "diabetes"},
    ),
    "seeds": PlainTable(
        "area perimeter compactness length width asymmetry groove_length variety",
        target="variety",
        classes={"1": "Kama", "2": "Rosa", "3": "Canadian"},
        separator=BLANKS,
    ),
    "segmentation": read_segmentation,
    "sonar": PlainTable(f"{_numbered('band', 60)} material", target="material", classes={"R": "rock", "M": "mine"}),
    "transfusion": PlainTable(
        "recency_months frequency_times monetary_cc time_months donated",
        target="donated",
        classes={"0": "did not donate in March 2007", "1": "donated in March 2007"},
        headers={"transfusion.data": 1},
    ),
    "vehicle": PlainTable(
        "compactness circularity distance_circularity radius_ratio pr_axis_aspect_ratio max_length_aspect_ratio "
        "scatter_ratio elongatedness pr_axis_rectangularity max_length_rectangularity scaled_variance_major "
        "scaled_variance_minor scaled_radius_of_gyration skewness_major skewness_minor kurtosis_minor kurtosis_major "
        "hollows_ratio vehicle",
        target="vehicle",
        classes=_same("bus opel saab van"),
        separator=BLANKS,
        headers={"xaa.dat": 1},
    ),
    "waveform": PlainTable(
        f"{_numbered('x', 21)} wave", target="wave", classes={"0": "wave 0", "1": "wave 1", "2": "wave 2"}
    ),
    "wine": PlainTable(
        "cultivar alcohol malic_acid ash alcalinity_of_ash magnesium total_phenols flavanoids nonflavanoid_phenols "
        "proanthocyanins color_intensity hue od280_od315 proline",
        target="cultivar",
        classes={"1": "cultivar 1", "2": "cultivar 2", "3": "cultivar 3"},
    ),
    "wpbc": PlainTable(
        f"id outcome time {_NUCLEI} tumor_size lymph_nodes",
        target="outcome",
        classes={"N": "no recurrence", "R": "recurrence"},
        left_out="id",
    ),
    "yeast_uci": PlainTable(
        "sequence mcg gvh alm mit erl pox vac nuc site",
        target="site",
        classes=_same("CYT NUC MIT ME3 ME2 ME1 EXC VAC POX ERL"),
        left_out="sequence",
        separator=BLANKS,
    ),
}
