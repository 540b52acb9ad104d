"""The folds of the cross-fitting: which splitter, and the groups that scikit-learn routes to it."""

import numpy as np
from sklearn.model_selection import GroupKFold, KFold, StratifiedGroupKFold, StratifiedKFold, check_cv
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping
from sklearn.utils.validation import check_consistent_length

from tiws_teach._validation import check_same_index, fail


class RoutesGroups:
    """Mixin of an estimator whose `fit_transform` splits by `cv`, with groups if they are given."""

    cv: object

    def get_metadata_routing(self):
        """Return where metadata goes, as scikit-learn asks for it: `groups` to the splitter of `fit_transform`."""
        router = MetadataRouter(owner=type(self).__name__).add_self_request(self)
        splitter = self.cv if hasattr(self.cv, "split") else GroupKFold()  # which asks for groups, as a number may
        return router.add(splitter=splitter, method_mapping=MethodMapping().add(caller="fit_transform", callee="split"))


def check_groups(X, groups):
    """Return the groups of the rows as an array, or None."""
    if isinstance(groups, str):
        fail("groups", "have one value for each row", repr(groups), f"Pass the column, such as frame[{groups!r}].")
    check_same_index(X, groups, ("X", "groups"))
    if groups is not None:
        check_consistent_length(X, groups)
    return None if groups is None else np.asarray(groups)


def folds(X, targets, kind, options, groups=None):
    """Return the folds of `fit_transform`: those of `cv`; a number means shuffled ones, stratified for classes."""
    classes, cv = targets.argmax(axis=1) if kind == "multiclass" else targets[:, 0], options.cv
    if isinstance(cv, int | np.integer):
        names = (KFold, StratifiedKFold) if groups is None else (GroupKFold, StratifiedGroupKFold)
        cv = names[kind != "continuous"](cv, shuffle=True, random_state=options.random_state)
    splits = list(check_cv(cv).split(X, classes, groups))
    times = np.bincount(np.concatenate([test for _, test in splits]), minlength=len(targets))
    if (times != 1).any():
        wrong = f"row {int((times != 1).argmax())} in {int(times[(times != 1).argmax()])} of them"
        fail("cv", "put each row into exactly one test fold", wrong, "Pass a splitter such as KFold(5).")
    return splits
