"""The three ways to change the rows as a step of imbalanced-learn's pipelines."""

from collections.abc import Callable

from sklearn.base import BaseEstimator
from sklearn.utils.validation import validate_data

from tiws_teach._docs import documented
from tiws_teach._validation import check_choice
from tiws_teach.resampling.samplers import oversample, smote, undersample

METHODS: dict[str, Callable] = {"undersample": undersample, "oversample": oversample, "smote": smote}


@documented
class Resampler(BaseEstimator):
    """Resample training rows inside imbalanced-learn's ``make_pipeline``, and nothing at prediction time.

    Parameters
    ----------
    method : {"undersample", "oversample", "smote"}, default="undersample"
        The function that is called.
    sampling_strategy : float, str, dict or callable, default="auto"
        As in `oversample`.
    k_neighbors : int, default=5
        Of "smote" only.
    {random_state}

    Attributes
    ----------
    {features_in_}

    Examples
    --------
    >>> X, y = Resampler("oversample", random_state=0).fit_resample([[1], [2], [3], [4]], [0, 0, 0, 1])
    >>> X.ravel(), y
    (array([1, 2, 3, 4, 4, 4]), array([0, 0, 0, 1, 1, 1]))

    Source: course notes, Imbalanced vs balanced data set; Chawla et al. (2002).
    """

    def __init__(self, method="undersample", sampling_strategy="auto", k_neighbors=5, random_state=None):
        self.method = method
        self.sampling_strategy = sampling_strategy
        self.k_neighbors = k_neighbors
        self.random_state = random_state

    def fit_resample(self, X, y):
        """Return the changed rows and their classes.

        Parameters
        ----------
        X : DataFrame, ndarray, sparse array or list of rows, of shape (n_rows, n_features)
        y : array-like of shape (n_rows,)

        Returns
        -------
        X_new, y_new : of the types of X and y
        """
        check_choice("method", self.method, list(METHODS))
        validate_data(self, X, skip_check_array=True)  # for the names and number of the features only
        further = {"k_neighbors": self.k_neighbors} if self.method == "smote" else {}
        return METHODS[self.method](X, y, self.sampling_strategy, random_state=self.random_state, **further)
