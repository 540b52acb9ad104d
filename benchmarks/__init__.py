"""Compare every method with its peers in one run: ``python -m benchmarks`` writes RESULTS.md."""

import os

# One thread for linear algebra, set before numpy is imported; otherwise the imputers' times depend on the load.
for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"
