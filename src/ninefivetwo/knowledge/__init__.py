"""What one seat can know at one moment: where every card can be, and all the deals that agree with it."""

from ninefivetwo.knowledge.knowledge import Knowledge, Sample
from ninefivetwo.knowledge.likelihood import Likelihood, effective
from ninefivetwo.knowledge.paths import Hints, Path, Paths, Place, Pool, paths_of

__all__ = ["Hints", "Knowledge", "Likelihood", "Path", "Paths", "Place", "Pool", "Sample", "effective", "paths_of"]
