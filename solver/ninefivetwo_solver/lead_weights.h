/* The lead order, fitted by benchmarks/fit_lead_order.py; do not edit.
   Seed 2026, 14000 positions; 2333 held out: 283 nodes, 1.33 times the cheapest.
   One row for each role and kind of suit:
   0: seat 0 leads; trump
   1: seat 0 leads; side suit
   2: seat 0 leads; no-trump
   3: seat 1 leads, its partner next; trump
   4: seat 1 leads, its partner next; side suit
   5: seat 1 leads, its partner next; no-trump
   6: seat 2 leads, seat 0 next; trump
   7: seat 2 leads, seat 0 next; side suit
   8: seat 2 leads, seat 0 next; no-trump
   One column for each feature:
    0 cards of the suit: leader
    1 next
    2 last
    3 cards in play above it
    4 is the highest in play
    5 next has higher
    6 last has higher
    7 leader's highest
    8 leader's lowest
    9 singleton
   10 doubleton
   11 tops: leader
   12 next
   13 last
   14 void: next
   15 last
   16 can ruff: next
   17 last
   18 both void
   19 sure winner
   20 leaves a top in hand
   21 lowest in play, next has the top
   22 last has the top
   23 top of a sequence
   24 only next has higher
   25 only last has higher
   26 both have higher
   27 next's best above last's
   28 leader's best above all
   29 no trumps against it
   30 longest with leader
   31 all of next's are above
*/
static const int16_t n52_lead_weights[9][32] = {
    {2, -9, -11, 3, 21, -7, -11, 28, -3, -17, -20, -3, 7, 10, -78, -83, 0, 0, -8, 21, -8, 20, 7, 11, -12, -19, 0, 9, 13, 0, 24, -8},
    {6, -3, -4, -5, 29, -16, -20, 21, 19, 25, 7, -18, -3, -6, -27, -37, -46, -32, -11, -5, -9, 20, 18, 38, -17, -26, -7, -3, 27, 8, 10, -3},
    {-1, -16, -10, -15, -5, -2, 0, 50, 75, -77, -23, -16, -22, 11, -75, -41, 0, 0, 37, -5, -7, 24, 33, 96, 5, 7, -6, 11, -12, 0, 30, -8},
    {1, 5, -9, 0, 4, -3, -21, 0, 7, 9, 0, -3, -4, -2, 41, -80, 0, 0, 5, 4, -2, -12, -4, 12, -5, -25, 2, 39, 1, 0, 6, 5},
    {-7, 1, -6, 0, 4, 11, 7, 4, -2, -7, -14, -4, -1, 0, 16, -37, 58, -36, 5, 44, -4, 6, -2, 6, 11, 0, 8, 47, 3, -5, 7, 0},
    {-1, 6, -13, -4, 14, 6, -12, -11, 3, 9, 4, -6, -3, -11, 31, -52, 0, 0, 34, 14, -13, -3, 5, 28, -2, -20, 8, 48, 1, 0, 3, 2},
    {-1, -7, 9, 2, -1, -17, -2, 8, 3, 19, 16, 4, -5, 0, -61, 44, 0, 0, -17, -1, -4, 1, 7, 11, -24, -7, 6, -32, -5, 0, 9, -13},
    {6, -3, 6, -3, 13, -3, 10, 3, 11, 9, 3, -3, -11, -4, -37, 38, -57, 51, -27, 20, -26, 4, 11, 16, -10, 8, 4, -44, -4, 17, -1, -6},
    {-2, -7, 12, 1, 7, -10, 6, 10, 12, 3, -2, 7, -16, -3, -37, 24, 0, 0, -8, 7, -19, -7, -12, 7, -13, 4, 2, -36, -12, 0, 14, -2},
};
