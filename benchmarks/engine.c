/* Wandering Towers by hand, in C: the yardstick for the native back end.
 *
 * Plays the ordinary game of `en-capstone` for two: 16 spaces, 9 towers, 5 wizards and 6 flasks
 * each, the deck of 90, dice cards with rerolls, castle, locking up, discarding the hand, and the
 * two spells that are laid out in this game (a wizard 1 on for 2 flasks, a tower 2 on for 1; one
 * spell a turn, before the action, after the card is shown, or after the action). It knows nothing
 * else: no other spell, mode or number of players. Like the other engines it stops at every
 * decision with a list of options, so it could serve a search as well as random games.
 *
 * Options come in the order the rule files give them, and chance is the same SplitMix64, so that
 * the very same games are played: same number of decisions, same last position, same winner.
 *
 *     cc -O3 -march=native -o engine benchmarks/engine.c
 *     ./engine SEED GAMES          random games with seeds from SEED on: decisions and seconds
 *     ./engine SEED GAMES check    one line a game: decisions, then the numbers of the last state
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SPACES = 16, LEVELS = 10, KINDS = 23, DECK = 90, PLAYERS = 2, CAPACITY = 6, HAND = 3 };
enum { FLASKS = 6, WIZARDS = 5 };
enum { BEFORE, PLAY, REROLL, SHOWN, MOVE, STEP, AFTER, OVER }; /* what is decided next */

typedef struct {
    uint64_t rng;
    uint8_t height[SPACES];
    uint16_t shields[SPACES];
    uint8_t cell[SPACES][LEVELS]; /* three bits for each player's wizards */
    uint8_t castle, home[PLAYERS], empty[PLAYERS], full[PLAYERS], spent[PLAYERS];
    uint8_t hand[PLAYERS][KINDS], hand_size[PLAYERS];
    uint8_t pile[DECK], pile_size, discard[KINDS], discard_size;
    uint8_t phase, player, actions, played, cast, card, rolls, roll, gave_up, outcome, winner[PLAYERS];
} State;

static const uint8_t COPIES[KINDS] = {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 3, 3, 3, 6, 6, 6, 6, 6, 3, 3, 1, 1};
/* Steps of a card as a wizard and as a tower card; 0: not of that kind, 9: by the die. */
static const uint8_t AS_WIZARD[KINDS] = {1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 1, 2, 3, 4, 1, 2, 4, 5, 9, 0, 9, 0, 9};
static const uint8_t AS_TOWER[KINDS] = {0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 4, 2, 1, 9, 9, 0, 9, 0};
static const uint8_t ROLLS[KINDS] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 3, 3};
static const uint8_t LIGHTS[SPACES] = {0, 3, 3, 3, 2, 2, 2, 1, 1, 1};

static inline uint32_t below(uint64_t *rng, uint32_t n) {
    uint64_t z = *rng += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return (z >> 32) * n >> 32;
}

static inline int crowd(uint8_t cell) { return (cell & 7) + (cell >> 3); }
static inline uint8_t *top(State *g, int space) { return &g->cell[space][g->height[space]]; }

/* --- cards --- */

static void reshuffle(State *g) {
    int n = g->pile_size;
    for (int k = 0; k < KINDS; k++) {
        for (int i = g->discard[k]; i > 0; i--) g->pile[n++] = k;
        g->discard[k] = 0;
    }
    g->discard_size = 0;
    g->pile_size = n;
    for (int i = n - 1; i > 0; i--) {
        int j = below(&g->rng, i + 1);
        uint8_t k = g->pile[i];
        g->pile[i] = g->pile[j];
        g->pile[j] = k;
    }
}

static void refill(State *g, int player) {
    while (g->hand_size[player] < HAND) {
        if (g->pile_size == 0) reshuffle(g);
        if (g->pile_size == 0) return;
        g->hand[player][g->pile[--g->pile_size]]++;
        g->pile[g->pile_size] = 0;
        g->hand_size[player]++;
        if (g->pile_size == 0) reshuffle(g);
    }
}

/* --- the board --- */

static void move_tower(State *g, int s, int low, int d) {
    int hidden = *top(g, d), n = g->height[s] - low + 1, to = g->height[d] + 1;
    g->shields[d] |= g->shields[s] >> low << to;
    g->shields[s] &= (1 << low) - 1;
    for (int i = 0; i < n; i++) {
        g->cell[d][to + i] = g->cell[s][low + i];
        g->cell[s][low + i] = 0;
    }
    g->height[s] = low - 1;
    g->height[d] += n;
    if (g->castle == s) g->castle = d;
    if (hidden && g->empty[g->player]) { /* wizards are locked up: a flask is filled */
        g->empty[g->player]--;
        g->full[g->player]++;
    }
}

/* Gives whether the wizard came home, which ends the turn. */
static int move_wizard(State *g, int s, int owner, int d) {
    *top(g, s) -= 1 << 3 * owner;
    if (g->castle != d) {
        *top(g, d) += 1 << 3 * owner;
        return 0;
    }
    g->home[owner]++;
    for (int i = 1; i < SPACES; i++) { /* the castle goes on to the next empty shield */
        int c = (d + i) % SPACES;
        if (g->shields[c] >> g->height[c] & 1 && !*top(g, c)) {
            g->castle = c;
            break;
        }
    }
    return 1;
}

static inline int has_room(State *g, int space) {
    return g->castle == space || crowd(*top(g, space)) < CAPACITY;
}

/* --- the course of the game --- */

static void begin_turn(State *g, int player) {
    g->player = player;
    g->actions = 2;
    g->played = g->cast = g->gave_up = 0;
    g->phase = BEFORE;
}

static inline int has_won(State *g, int player) { return g->empty[player] == 0 && g->home[player] == WIZARDS; }

static void end_turn(State *g) {
    refill(g, g->player);
    if (g->player < PLAYERS - 1) {
        begin_turn(g, g->player + 1);
        return;
    }
    int won = 0, best = 0, wizards = 0;
    for (int p = 0; p < PLAYERS; p++) {
        wizards += WIZARDS - g->home[p];
        if (has_won(g, p)) {
            won = 1;
            if (g->full[p] > best) best = g->full[p];
        }
    }
    if (!won && wizards) {
        begin_turn(g, 0);
        return;
    }
    g->outcome = won ? 1 : 2;
    for (int p = 0; p < PLAYERS; p++) g->winner[p] = has_won(g, p) && g->full[p] == best;
    g->phase = OVER;
}

static void end_action(State *g) {
    if (--g->actions == 0 || g->gave_up) end_turn(g);
    else g->phase = BEFORE;
}

static void go_on(State *g) { /* from a phase that has nothing (more) to decide */
    switch (g->phase) {
    case BEFORE: g->phase = PLAY; break;
    case PLAY: end_action(g); break; /* no card left */
    case REROLL: g->phase = SHOWN; break;
    case SHOWN: g->phase = MOVE; break;
    case MOVE: case STEP: g->phase = AFTER; break;
    case AFTER: end_action(g); break;
    }
}

/* --- options: numbers with the sort in the lowest bits --- */

static int list_towers(State *g, int by, int sort, int *out) {
    int n = 0;
    for (int s = 0; s < SPACES; s++)
        if (g->castle != (s + by) % SPACES)
            for (int t = 1; t <= g->height[s]; t++) out[n++] = (s * LEVELS + t) << 2 | sort;
    return n;
}

static int list_spells(State *g, int *out) {
    int n = 0, flasks = g->full[g->player];
    if (g->cast || flasks < 1) return 0;
    if (flasks >= 2)
        for (int s = 0; s < SPACES; s++) {
            int here = *top(g, s);
            if (here && has_room(g, (s + 1) % SPACES)) {
                int surface = s * LEVELS + g->height[s];
                if (here & 7) out[n++] = surface << 3;
                if (here >> 3) out[n++] = surface << 3 | 1 << 2;
            }
        }
    n += list_towers(g, 2, 1, out + n);
    if (n) out[n++] = 3; /* pass */
    return n;
}

static int list_options(State *g, int *out) {
    int n = 0;
    switch (g->phase) {
    case BEFORE: case SHOWN: case AFTER: return list_spells(g, out);
    case PLAY:
        for (int k = 0; k < KINDS; k++)
            if (g->hand[g->player][k]) out[n++] = k << 2;
        if (!g->played) out[n++] = 1; /* give up the hand */
        return n;
    case REROLL:
        if (g->rolls == 0) return 0;
        out[0] = 0; /* keep */
        out[1] = 1;
        return 2;
    case MOVE: {
        int steps = AS_WIZARD[g->card];
        if (steps) {
            if (steps == 9) steps = g->roll;
            for (int s = 0; s < SPACES; s++)
                if (*top(g, s) >> 3 * g->player & 7 && has_room(g, (s + steps) % SPACES))
                    out[n++] = (s * LEVELS + g->height[s]) << 3 | g->player << 2;
        }
        steps = AS_TOWER[g->card];
        return steps ? n + list_towers(g, steps == 9 ? g->roll : steps, 1, out + n) : n;
    }
    case STEP: return list_towers(g, 1, 1, out);
    }
    return 0;
}

static void choose(State *g, int option) {
    int sort = option & 3, what = option >> 2, s = what / LEVELS;
    switch (g->phase) {
    case BEFORE: case SHOWN: case AFTER:
        if (sort == 3) break;
        g->cast = 1;
        if (sort == 1) {
            g->full[g->player]--, g->spent[g->player]++;
            move_tower(g, s, what % LEVELS, (s + 2) % SPACES);
            break;
        }
        g->full[g->player] -= 2, g->spent[g->player] += 2;
        s = (what >> 1) / LEVELS;
        if (move_wizard(g, s, what & 1, (s + 1) % SPACES)) {
            end_turn(g);
            return;
        }
        break;
    case PLAY:
        if (sort == 1) {
            for (int k = 0; k < KINDS; k++) {
                g->discard[k] += g->hand[g->player][k];
                g->hand[g->player][k] = 0;
            }
            g->discard_size += g->hand_size[g->player];
            g->hand_size[g->player] = 0;
            g->gave_up = 1;
            g->phase = STEP;
            return;
        }
        g->hand[g->player][what]--, g->hand_size[g->player]--;
        g->discard[what]++, g->discard_size++;
        g->card = what;
        g->played++;
        g->phase = SHOWN;
        if (ROLLS[what]) {
            g->roll = below(&g->rng, 6) + 1;
            g->rolls = ROLLS[what] - 1;
            g->phase = REROLL;
        }
        return;
    case REROLL:
        g->rolls--;
        if (option == 0) break;
        g->roll = below(&g->rng, 6) + 1;
        return; /* perhaps once more */
    case MOVE:
        if (sort == 1) {
            int by = AS_TOWER[g->card];
            move_tower(g, s, what % LEVELS, (s + (by == 9 ? g->roll : by)) % SPACES);
        } else {
            int by = AS_WIZARD[g->card];
            s = (what >> 1) / LEVELS;
            if (move_wizard(g, s, g->player, (s + (by == 9 ? g->roll : by)) % SPACES)) {
                end_turn(g);
                return;
            }
        }
        break;
    case STEP: move_tower(g, s, what % LEVELS, (s + 1) % SPACES); break;
    }
    go_on(g);
}

/* Go on until somebody has something to choose from; 0 options: over. */
static int next_options(State *g, int *out) {
    int n;
    while ((n = list_options(g, out)) == 0 && g->phase != OVER) go_on(g);
    return n;
}

static void new_game(State *g, uint64_t seed) {
    memset(g, 0, sizeof *g);
    g->rng = seed;
    for (int s = 1; s <= 9; s++) g->height[s] = 1, g->shields[s] = (s & 1) << 1;
    for (int s = 0; s < SPACES; s += 4) g->shields[s] |= 1;
    for (int i = 0; i < WIZARDS; i++)
        for (int p = 0; p < PLAYERS; p++)
            for (int s = 1; s < SPACES; s++)
                if (crowd(*top(g, s)) < LIGHTS[s]) {
                    *top(g, s) += 1 << 3 * p;
                    break;
                }
    memcpy(g->discard, COPIES, sizeof COPIES);
    reshuffle(g);
    for (int p = 0; p < PLAYERS; p++) {
        g->empty[p] = FLASKS;
        refill(g, p);
    }
    begin_turn(g, 0);
}

static long play_game(State *g, uint64_t seed) {
    int options[512], n;
    uint64_t policy = seed ^ 0xD1B54A32D192ED03u;
    long count = 0;
    new_game(g, seed);
    while ((n = next_options(g, options))) {
        choose(g, options[below(&policy, n)]);
        count++;
    }
    return count;
}

#ifndef NO_MAIN /* players.c has another one */
#define SHOW(array) \
    for (size_t i = 0; i < sizeof(array) / sizeof *(array); i++) printf(" %d", (array)[i])

int main(int argc, char **argv) {
    uint64_t seed = argc > 1 ? strtoull(argv[1], 0, 10) : 1;
    long games = argc > 2 ? atol(argv[2]) : 1000, decisions = 0;
    State g;
    if (argc > 3) {
        for (long i = 0; i < games; i++) {
            long count = play_game(&g, seed + i);
            printf("%ld %lld", count, (long long)g.rng);
            SHOW(g.height); SHOW(g.shields);
            for (int s = 0; s < SPACES; s++) SHOW(g.cell[s]);
            printf(" %d", g.castle);
            SHOW(g.home); SHOW(g.empty); SHOW(g.full); SHOW(g.spent);
            for (int p = 0; p < PLAYERS; p++) SHOW(g.hand[p]);
            SHOW(g.hand_size); SHOW(g.pile);
            printf(" %d", g.pile_size);
            SHOW(g.discard);
            printf(" %d %d", g.discard_size, g.roll);
            SHOW(g.winner);
            printf(" %d\n", g.outcome);
        }
        return 0;
    }
    clock_t start = clock();
    for (long i = 0; i < games; i++) decisions += play_game(&g, seed + i);
    printf("%ld %.6f\n", decisions, (double)(clock() - start) / CLOCKS_PER_SEC);
    return 0;
}
#endif
