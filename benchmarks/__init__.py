"""Every method next to its peers, measured in one run: ``python -m benchmarks`` writes RESULTS.md."""

import os

# One thread for linear algebra, set before numpy is imported: else the imputers' times hang on what else is running.
for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"
