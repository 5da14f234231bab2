"""Settings of every test: how hypothesis searches here and in CI."""

import os

from hypothesis import settings

# A deadline for one example would fail on a busy machine; pytest-timeout bounds every test.
settings.register_profile("default", deadline=None)
# In CI the same examples every time: a red run can be repeated.
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")
