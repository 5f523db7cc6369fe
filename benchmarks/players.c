/* The bots by hand, in C: greedy and mcts for the game of engine.c, the yardstick for the bots in native code.
 *
 * They choose as `players.program` and `values.program` say, with the same random generator, so the very
 * same games are played. They know this game only: what counts in it and how much is written down here.
 *
 *     cc -O3 -march=native -o players benchmarks/players.c -lm
 *     ./players BOT SEED GAMES          games among bots of one kind: decisions and seconds
 *     ./players BOT SEED GAMES check    one line a game: decisions, winners, and a sum over the last state
 */
#define NO_MAIN
#include "engine.c"
#include <math.h>

enum { ROOM = 512, WORLDS = 3, DEPTH = 2, SEEN = 24 };
enum { HOME_POINTS = 100, FLASK_POINTS = 20, TIE_POINTS = 1, STEP_POINTS = 3, LOCKED_POINTS = 40, CARD_POINTS = 1 };
enum { WON_POINTS = 200, RIVAL = 40 };
#ifndef ITERATIONS
#define ITERATIONS 400
#endif
#ifndef BEYOND
#define BEYOND 1
#endif
enum { NODES = ITERATIONS + 2, DEEPEST = 60, FORCED = 200, TOGETHER = 16, MIDDLE = 8192, SHIFT = 14, SLOPE = MIDDLE / 256 };

typedef struct {
    State g;
    int n, options[ROOM];
} Position;

static uint64_t luck; /* the generator of the bots */
static Position live;

static inline uint32_t chance(uint32_t n) { return below(&luck, n); }

static inline uint64_t step(uint64_t *rng) {
    uint64_t z = *rng += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static inline void play(int option) {
    choose(&live.g, option);
    live.n = next_options(&live.g, live.options);
}

/* --- what a position is worth --- */

static inline int lacks(const State *g, int p) {
    return HOME_POINTS * (WIZARDS - g->home[p]) + FLASK_POINTS * g->empty[p] - TIE_POINTS * g->full[p];
}

static int own(const State *g, int seat) {
    int points = CARD_POINTS * g->hand_size[seat] - lacks(g, seat);
    if (g->phase == OVER) points += WON_POINTS * (2 * g->winner[seat] - 1);
    for (int s = 0; s < SPACES; s++) {
        int height = g->height[s], here = g->cell[s][height];
        if (here) points -= STEP_POINTS * (here >> 3 * seat & 7) * ((g->castle - s + SPACES) % SPACES);
        for (int level = 0; level < height; level++)
            points -= LOCKED_POINTS * (g->cell[s][level] >> 3 * seat & 7);
    }
    return points;
}

static inline int value(const State *g, int seat) { return own(g, seat) - (own(g, !seat) * RIVAL >> 7); }

/* --- what the seat cannot know --- */

static uint8_t unseen[DECK], deck[DECK];
static int hands;

static void forget(State *g, int seat) {
    int other = !seat, m = 0;
    uint8_t tally[KINDS];
    memcpy(tally, g->hand[other], sizeof tally);
    memset(g->hand[other], 0, sizeof tally);
    for (int i = 0; i < g->pile_size; i++) tally[g->pile[i]]++;
    for (int k = 0; k < KINDS; k++)
        for (int i = tally[k]; i > 0; i--, m++)
            if (m < g->pile_size) g->pile[m] = k;
            else unseen[m - g->pile_size] = k;
    hands = m - g->pile_size;
}

static void imagine(State *g, int seat) {
    int size = g->pile_size, other = !seat;
    memcpy(deck, unseen, hands);
    for (int i = hands - 1; i >= 0; i--) {
        int j = chance(size + i + 1);
        uint8_t k = deck[i], *there = j < size ? &g->pile[j] : &deck[j - size];
        deck[i] = *there;
        *there = k;
    }
    int stop = size - 1 - SEEN > 0 ? size - 1 - SEEN : 0;
    for (int i = size - 1; i > stop; i--) {
        int j = chance(i + 1);
        uint8_t k = g->pile[i];
        g->pile[i] = g->pile[j];
        g->pile[j] = k;
    }
    for (int i = 0; i < g->hand_size[other]; i++) g->hand[other][deck[i]]++;
    g->rng = step(&luck);
}

/* --- greedy --- */

static uint64_t mark_rng;
static int mark_pile, mark;

static int best_after(int seat, int depth) {
    if (live.g.rng != mark_rng) mark = 1;
    int n = live.n;
    /* Only the active player decides in this game, so the turn is over when another one does. */
    if (depth == 0 || n == 0 || live.g.player != seat) return value(&live.g, seat);
    if (live.g.pile_size != mark_pile) mark = 1;
    State here = live.g;
    int held[ROOM], most = 0;
    memcpy(held, live.options, n * sizeof *held);
    for (int i = 0; i < n; i++) {
        if (i > 0) live.g = here;
        play(held[i]);
        int worth = best_after(seat, depth - 1);
        if (i == 0 || worth > most) most = worth;
    }
    return most;
}

static int play_greedy(int seat) {
    int n = live.n, held[ROOM], score[ROOM], left = n;
    char chancy[ROOM];
    if (n == 1) return live.options[0];
    State real = live.g, root, world;
    memcpy(held, live.options, n * sizeof *held);
    forget(&live.g, seat);
    root = live.g;
    for (int w = 0; w < WORLDS && left > 0; w++) {
        if (w > 0) live.g = root;
        imagine(&live.g, seat);
        world = live.g;
        mark_rng = live.g.rng;
        mark_pile = live.g.pile_size;
        left = 0;
        for (int i = 0; i < n; i++) {
            if (w > 0 && !chancy[i]) continue;
            if (i > 0 || w > 0) live.g = world;
            mark = 0;
            play(held[i]);
            int worth = best_after(seat, DEPTH - 1);
            if (w > 0) score[i] += worth;
            else {
                chancy[i] = mark;
                score[i] = mark ? worth : worth * WORLDS;
            }
            left += chancy[i];
        }
    }
    int most = score[0], chosen = 0, ties = 0;
    for (int i = 0; i < n; i++) {
        if (score[i] > most) ties = 0, most = score[i];
        if (score[i] == most && chance(++ties) == 0) chosen = i;
    }
    live.g = real;
    return held[chosen];
}

/* --- mcts --- */

typedef struct {
    int option, at, place, first, next, visits, seen, mean, total[PLAYERS], worth[PLAYERS];
} Node;

static Node nodes[NODES];
static int tree, found[ROOM], curiosity[ITERATIONS + 3], rarity[ITERATIONS + 3];
static const uint8_t AT[] = {1, 2, 3, 1, 4, 6, 1, 0}; /* spells are offered in one place */

static void make_tables(void) {
    for (int i = 0; i < ITERATIONS + 3; i++) {
        int k = i > 1 ? i : 1;
        curiosity[i] = (1 << SHIFT) * 0.25 * sqrt(log(k));
        rarity[i] = (1 << SHIFT) / sqrt(k);
    }
}

static void grow(int c, int option, int at, int place) {
    nodes[c] = (Node){option, at, place, 0, 0, 0, 1, -1};
}

static int pick(int node, int n) {
    int here = AT[live.g.phase], untried = n, seen = 0, sum = 0, most = -1, chosen = 0;
    memset(found, 0, n * sizeof *found);
    for (int c = nodes[node].first; c > 0; c = nodes[c].next) {
        if (nodes[c].at != here) continue;
        int i = nodes[c].place;
        if (i >= n || live.options[i] != nodes[c].option)
            for (i = 0; i < n && live.options[i] != nodes[c].option;) i++;
        if (i < n) {
            found[i] = c;
            nodes[c].place = i;
            nodes[c].seen++;
            untried--;
            sum += nodes[c].mean;
            if (nodes[c].seen > seen) seen = nodes[c].seen;
            int worth = nodes[c].mean + (curiosity[nodes[c].seen] * rarity[nodes[c].visits] >> SHIFT);
            if (worth > most) most = worth, chosen = i;
        }
    }
    if (untried > 0 && tree < NODES && (untried == n || sum / (n - untried) + curiosity[seen] >= most)) {
        int k = chance(untried);
        for (int i = 0; i < n; i++)
            if (!found[i] && k-- == 0) {
                int c = tree++;
                grow(c, live.options[i], here, i);
                nodes[c].next = nodes[node].first;
                nodes[node].first = c;
                found[i] = c;
                return i;
            }
    }
    return chosen;
}

static void back_up(Node *there, int seat, const int *gain) {
    int best = 0, most = -1;
    for (int c = there->first; c > 0; c = nodes[c].next)
        if (nodes[c].mean > most) most = nodes[c].mean, best = c;
    there->visits++;
    for (int p = 0; p < PLAYERS; p++) {
        there->total[p] += gain[p];
        int worth = there->total[p] / there->visits;
        there->worth[p] = best ? worth + nodes[best].worth[p] >> 1 : worth;
    }
    there->mean = there->worth[seat];
}

static void descend(int before) {
    int node = 0, depth = 0, forced = 0, path[DEEPEST], who[DEEPEST], n;
    for (int fresh = 0; !fresh && (n = live.n) && depth < DEEPEST && forced < FORCED;) {
        if (n == 1) {
            play(live.options[0]);
            forced++;
            continue;
        }
        int i = pick(node, n);
        node = found[i];
        fresh = nodes[node].visits == 0;
        path[depth] = node;
        who[depth++] = live.g.player;
        play(live.options[i]);
    }
    for (int left = BEYOND; left > 0 && live.n; left--) play(live.options[chance(live.n)]);
    int lead = own(&live.g, 0) - own(&live.g, 1) - before, gain[PLAYERS];
    for (int p = 0; p < PLAYERS; p++) {
        int reward = MIDDLE + (p ? -lead : lead) * SLOPE;
        gain[p] = reward < 0 ? 0 : reward > 2 * MIDDLE ? 2 * MIDDLE : reward;
    }
    for (int i = depth - 1; i >= 0; i--) back_up(&nodes[path[i]], who[i], gain);
}

static int is_decided(int left) {
    int most = 0, second = 0;
    for (int c = nodes[0].first; c > 0; c = nodes[c].next) {
        int visits = nodes[c].visits;
        if (visits > most) second = most, most = visits;
        else if (visits > second) second = visits;
    }
    return most - second > left;
}

static int play_mcts(int seat) {
    if (live.n == 1) return live.options[0];
    static Position real;
    real = live;
    forget(&live.g, seat);
    State root = live.g;
    imagine(&live.g, seat);
    int before = own(&live.g, 0) - own(&live.g, 1);
    grow(0, 0, 0, 0);
    tree = 1;
    for (int turn = 0; turn < ITERATIONS; turn++) {
        if (turn % TOGETHER == 0 && is_decided(ITERATIONS - turn)) break;
        live.g = root;
        imagine(&live.g, seat);
        live.n = real.n;
        memcpy(live.options, real.options, real.n * sizeof *live.options);
        descend(before);
    }
    live.g = real.g;
    int most = -1, chosen = real.options[0];
    for (int c = nodes[0].first; c > 0; c = nodes[c].next)
        if (nodes[c].visits > most) most = nodes[c].visits, chosen = nodes[c].option;
    return chosen;
}

static long play_out(int bot, uint64_t seed) {
    long count = 0;
    luck = seed ^ 0xD1B54A32D192ED03u;
    new_game(&live.g, seed);
    live.n = next_options(&live.g, live.options);
    while (live.n) {
        int seat = live.g.player;
        play(bot == 0 ? live.options[chance(live.n)] : bot == 1 ? play_greedy(seat) : play_mcts(seat));
        count++;
    }
    return count;
}

int main(int argc, char **argv) {
    int bot = argc > 1 ? atoi(argv[1]) : 1;
    uint64_t seed = argc > 2 ? strtoull(argv[2], 0, 10) : 1;
    long games = argc > 3 ? atol(argv[3]) : 100, decisions = 0;
    make_tables();
    if (argc > 4) {
        for (long i = 0; i < games; i++) {
            long count = play_out(bot, seed + i), cards = 0;
            for (int k = 0; k < KINDS; k++) cards += (k + 1) * live.g.discard[k];
            printf("%ld %llu %d %d %d %d %d %d %ld\n", count, (unsigned long long)live.g.rng, live.g.winner[0],
                   live.g.winner[1], live.g.home[0], live.g.home[1], live.g.full[0], live.g.full[1], cards);
        }
        return 0;
    }
    clock_t start = clock();
    for (long i = 0; i < games; i++) decisions += play_out(bot, seed + i);
    printf("%ld %.6f\n", decisions, (double)(clock() - start) / CLOCKS_PER_SEC);
    return 0;
}
