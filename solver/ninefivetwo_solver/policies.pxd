"""Policies, and playing deals to their end.

A policy chooses a card from a view by one of four methods: the plain rules, a *beginner's* plain rules with random
slips, the learned model, or *rollouts*. In rollouts each choice is tried in the same worlds drawn from the view and
played out by an inner policy, and the choice with the best mean is taken (Tesauro and Galperin 1996). Among equally
good choices, the inner policy's choice is taken. The policies of the other seats are drawn for each world, because a
choice that wins against only one kind of player is not a good one. With few worlds a mean is partly luck, so the scores
of a learned inner policy can count as a number of additional worlds (`prior`). A table of the worth of tricks allows
for an objective other than tricks, such as winning the match.

The learned policy can also be *sampled*: each choice is then played with its probability, so the same deal can be
played in many ways. The choice with the largest score + noise has the probability exp(score) / (sum of exp(score)) if
the noise follows the Gumbel distribution (Gumbel 1954; Maddison, Tarlow and Minka, A* Sampling, 2014).
"""
from libc.math cimport log

from ninefivetwo_solver.cardset cimport cards_t, count, every_card, lowest
from ninefivetwo_solver.in_play cimport CHOICES, Game, View, after, choices, legal_cards, play, see
from ninefivetwo_solver.network cimport Network, scores
from ninefivetwo_solver.plain_rules cimport plain_card
from ninefivetwo_solver.random cimport Random, random_for, random_unit, random_word
from ninefivetwo_solver.unseen cimport Unseen, draw, prepare

cdef enum:
    MOST_COMPANY = 8
    WORTHS = 17             # rows of a worth table, for 0 to 16 tricks

cdef enum Kind:
    PLAIN
    BEGINNER
    LEARNED
    ROLLOUT

cdef struct Rules:          # a policy
    Kind kind
    double slip             # BEGINNER: the share of random cards
    Network network         # LEARNED
    double unit             # LEARNED: worth of a difference of 1 between scores, in units of `score_tricks`
    double noise            # LEARNED: scale of the noise added to the scores; 0: no noise
    int worlds              # ROLLOUT
    int prior               # weight of a LEARNED inner policy's scores, as a number of worlds; otherwise 0
    const double* worth    # worth by tricks of the seat (rows) and of the next seat; if NULL, tricks are counted
    const Rules* inner
    const Rules* company[MOST_COMPANY]      # the policies of the other seats are drawn from this list
    int kinds

cdef inline double score_tricks() noexcept nogil:
    """Return the number of tricks that a score difference of 1 is worth; the scores of all policies use this scale."""
    return 0.3

cdef inline void opinions(const Rules* rules, const View* view, cards_t* cards, int number, double* found) noexcept nogil:
    """Compute a learned policy's values of the choices, up to a constant, in units of `score_tricks`."""
    cdef int i
    scores(&rules.network, view, cards, number, found)
    for i in range(number):
        found[i] *= rules.unit

cdef inline cards_t chosen(const Rules* rules, const View* view, Random* random) noexcept nogil:
    """Return the card that a policy plays."""
    cdef cards_t legal = legal_cards(view.hand, view.table)
    cdef cards_t found[CHOICES]
    cdef double values[CHOICES]
    cdef int number
    if not legal & (legal - 1):
        return legal
    if rules.kind == PLAIN:
        return plain_card(view)
    if rules.kind == BEGINNER:
        return any_card(legal, random) if random_unit(random) < rules.slip else uncounted_card(view)
    number = choices(view, found)
    if number == 1:
        return found[0]
    if rules.kind == LEARNED:
        if rules.noise > 0:
            opinions(rules, view, found, number, values)
            add_noise(values, number, rules.noise, random)
        else:
            scores(&rules.network, view, found, number, values)
        return found[index_of_best(values, number)]
    rollout_values(rules, view, found, number, random, values)
    return best_rollout(rules, view, found, number, random, values)

cdef inline cards_t any_card(cards_t cards, Random* random) noexcept nogil:
    """Return a uniformly random card of a set."""
    cdef int i
    for i in range(<int>(random_unit(random) * count(cards))):
        cards &= cards - 1
    return lowest(cards)

cdef inline cards_t uncounted_card(const View* view) noexcept nogil:
    """Return the plain rules' card for a player who remembers no cards of earlier tricks and no voids."""
    cdef View seen = view[0]
    cdef int i
    seen.out = every_card() & ~(view.hand | view.discarded | view.table[0] | view.table[1])
    for i in range(3):
        seen.void_[i] = 0
    return plain_card(&seen)

cdef inline void add_noise(double* values, int number, double scale, Random* random) noexcept nogil:
    """Add Gumbel noise of this scale to the values."""
    cdef int i
    for i in range(number):
        values[i] -= scale * log(-log(random_unit(random) + 1e-16))

cdef inline int index_of_best(const double* values, int number) noexcept nogil:
    cdef int i, best = 0
    for i in range(1, number):
        if values[i] > values[best]:
            best = i
    return best

cdef inline cards_t best_rollout(const Rules* rules, const View* view, const cards_t* cards, int number,
                                 Random* random, const double* values) noexcept nogil:
    """Return the choice with the best value; in a tie the inner policy's card, else the card with the lowest bit.

    With a prior, the scores of the learned inner policy are added with the weight of that number of worlds.
    """
    cdef double worths[CHOICES]
    cdef int best, i
    cdef cards_t inner
    if rules.prior:
        opinions(rules.inner, view, <cards_t*>cards, number, worths)
        for i in range(number):
            worths[i] = rules.worlds * values[i] + rules.prior * score_tricks() * worths[i]
        return cards[index_of_best(worths, number)]
    best = index_of_best(values, number)
    for i in range(best + 1, number):
        if values[i] == values[best]:
            break
    else:
        return cards[best]
    inner = chosen(rules.inner, view, random)
    for i in range(best, number):
        if values[i] == values[best] and cards[i] <= inner and (i + 1 == number or inner < cards[i + 1]):
            return cards[i]
    return cards[best]

cdef inline bint rollout_values(const Rules* rules, const View* view, cards_t* cards, int number,
                                Random* random, double* values) noexcept nogil:
    """Compute the mean of the tricks to come, or of their worth, after each choice.

    Returns False, with all values 0, if no world fits the view.
    """
    cdef Unseen unseen
    cdef Game world, game
    cdef Random start, numbers
    cdef const Rules* seats[3]
    cdef int i, j
    for i in range(number):
        values[i] = 0
    if not prepare(&unseen, view):
        return False
    seats[view.seat] = rules.inner
    for j in range(rules.worlds):
        start = random_for(random_word(random), j)
        world_of(view, &unseen, &start, &world)
        seats[after(view.seat, 1)] = rules.company[random_word(&start) % rules.kinds]
        seats[after(view.seat, 2)] = rules.company[random_word(&start) % rules.kinds]
        for i in range(number):
            game, numbers = world, start
            play(&game, cards[i])
            play_to_end(seats, &game, &numbers)
            if rules.worth == NULL:
                values[i] += game.won[view.seat] - view.won[view.seat]
            else:
                values[i] += rules.worth[WORTHS * at_most(game.won[view.seat]) + at_most(game.won[after(view.seat, 1)])]
    for i in range(number):
        values[i] /= rules.worlds
    return True

cdef inline int at_most(int won) noexcept nogil:
    """Return the worth table's row for a number of tricks; artificial games may exceed the table's last row."""
    return won if won < WORTHS else WORTHS - 1

cdef inline void world_of(const View* view, const Unseen* unseen, Random* random, Game* game) noexcept nogil:
    """Draw a world from a view, without the other seats' knowledge of this seat's cards from the exchange."""
    cdef int seat = view.seat, i, j
    cdef cards_t hands[2]
    cdef cards_t discarded
    draw(unseen, random, hands, &discarded)
    game.hand[seat], game.hand[after(seat, 1)], game.hand[after(seat, 2)] = view.hand, hands[0], hands[1]
    game.discarded = discarded | view.discarded
    game.table[0], game.table[1] = view.table[0], view.table[1]
    for i in range(3):
        for j in range(3):
            game.known[i][j] = game.barred[i][j] = 0
        game.void_[i], game.won[i], game.contract[i] = view.void_[i], view.won[i], view.contract[i]
    for j in range(2):
        game.known[seat][after(seat, j + 1)] = view.known[j]
        game.barred[seat][after(seat, j + 1)] = view.barred[j]
    game.trump = view.trump
    game.leader = after(seat, 3 - (game.table[0] != 0) - (game.table[1] != 0))

cdef inline void play_to_end(const Rules** seats, Game* game, Random* random) noexcept nogil:
    """Play a deal to its end, each seat by its policy."""
    cdef View view
    while game.hand[0] | game.hand[1] | game.hand[2]:
        see(game, &view)
        play(game, chosen(seats[view.seat], &view, random))
