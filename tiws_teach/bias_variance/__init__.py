"""The sources of a model's error over many training sets: bias, variance and noise.

    g_r(x)    prediction at a point x of the model fitted to training set r, r = 1, ..., R
    f(x)      true mean of y at x                      sigma^2   variance of a new value y at x around f(x)
    bias      error of the prediction averaged over training sets
    variance  variation of the predictions between training sets

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
