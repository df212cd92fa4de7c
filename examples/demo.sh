#!/bin/sh
# What the program is for, step by step, by its commands alone.  `make demo` runs it.
set -e

step() {
    printf '\n=== %s\n\n$ %s\n' "$1" "$2"
    eval "$2"
}

step "A deal. You are the dealer and see only your own sixteen cards." \
    'n52 deal --seed 952 --picture'
step "What should you call? What each call wins, over deals that fit your hand." \
    'n52 advise trump AKJ7643.J.AKQJ9.J43'
step "You call spades and take the kitty. Which four cards should you discard?" \
    'n52 advise discard AKJ76543.QJ7.AKQJ97.J43 --trump S'
step "All hands seen, after that discard: the tricks that each seat can be sure of." \
    'n52 solve "D:AKJ76543.Q.AKQJ97.J Q82.T842.8643.K9875 T9.AK9653.T52.AQT62"'
step "A deal played by three people: what each decision cost, and whom it paid." \
    'n52 review examples/friday.n52'

printf '\nYour own deals: n52 play, n52 drill all, n52 review FILE. In a browser: n52 serve. Help: n52 COMMAND --help.\n'
