from __future__ import annotations

import pytest

from perimetry.probes import Probe, load_suite
from perimetry.testing.probes import ProbeContract

OURS = [
    pytest.param(probe, id=f"{suite}-{probe.name}")
    for suite in ("core", "quick", "heros", "advanced", "safety")
    for probe in load_suite(suite, limit=2)
]


@pytest.mark.parametrize("probe", OURS)
class TestOurs(ProbeContract):
    @pytest.fixture
    def probe(self, request: pytest.FixtureRequest) -> Probe:
        probe: Probe = request.param
        return probe
