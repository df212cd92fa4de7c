"""Problems: mined or made of mistakes (`mining`, `weakness`), posed in turn (`drills`), judged and repeated."""
