"""Why a model errs: bias, variance and noise, over many training sets.

    g_r(x)    prediction at a point x of the model that was fitted to training set r, r = 1, ..., R
    f(x)      what is true at x on average             sigma^2   variance of a new value y at x around f(x)
    bias      how far the predictions are off, on average over training sets
    variance  how much the predictions differ from one training set to another

Sources: Geman, Bienenstock and Doursat (1992) for squared loss; Domingos (2000) for 0/1 loss.
"""

from tiws_teach.bias_variance.decomposition import BiasVariance, bias_variance_decomposition, draw_from
from tiws_teach.bias_variance.parts import squared_loss_parts, variance_of_average, zero_one_parts
from tiws_teach.bias_variance.smoothers import neighbor_weights, optimism, smoother_parts

__all__ = [
    "BiasVariance",
    "bias_variance_decomposition",
    "draw_from",
    "neighbor_weights",
    "optimism",
    "smoother_parts",
    "squared_loss_parts",
    "variance_of_average",
    "zero_one_parts",
]
