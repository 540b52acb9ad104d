"""The checks of scikit-learn for estimators of texts.

scikit-learn leaves its text vectorisers out of check_estimator (their tag _skip_test): the other checks hand over
tables of numbers, and these estimators read texts. These ones ask for no data.
"""

from sklearn.utils.estimator_checks import (
    check_estimator_cloneable,
    check_estimator_repr,
    check_estimator_tags_renamed,
    check_get_params_invariance,
    check_mixin_order,
    check_no_attributes_set_in_init,
    check_parameters_default_constructible,
    check_set_params,
    check_valid_tag_types,
)

WITHOUT_DATA = (
    check_estimator_cloneable,
    check_estimator_repr,
    check_estimator_tags_renamed,
    check_get_params_invariance,
    check_mixin_order,
    check_no_attributes_set_in_init,
    check_parameters_default_constructible,
    check_set_params,
    check_valid_tag_types,
)
