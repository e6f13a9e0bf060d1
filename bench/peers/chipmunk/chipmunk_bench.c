/* Chipmunk on the shared scenes, headless.
 *
 * chipmunk-bench FILE SECONDS REPEAT [--dt S] [--gravity M/S2] [--restitution E] [--kick]
 *
 * FILE is a scene in the text format of bench/README.md. Prints one line, `name ms_per_simulated_second escaped=N`, for
 * the best of REPEAT runs: milliseconds of CPU time. `carom-bench` compiles it with
 * `cc -O3 chipmunk_bench.c -lchipmunk -lm`. */

#include <chipmunk/chipmunk.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    double a[5];
} Numbers;

typedef struct {
    Numbers *items;
    size_t count, room;
} List;

typedef struct {
    List segments, disks, boxes, balls;
} Scene;

typedef struct {
    double dt, gravity, restitution;
    int kick;
} Options;

/* The kick rule, as bench/scenes/src/kick.rs has it: one generator for all balls, asked in their order. */
typedef struct {
    uint64_t state, patience;
    uint64_t *last;
} Kick;

static void give_up(const char *why) {
    fprintf(stderr, "chipmunk-bench: %s\n", why);
    exit(2);
}

static void add(List *list, Numbers numbers) {
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 64;
        list->items = realloc(list->items, list->room * sizeof(Numbers));
        if (!list->items) give_up("out of memory");
    }
    list->items[list->count++] = numbers;
}

static Scene read_scene(const char *path) {
    Scene scene = {0};
    char line[512];
    FILE *file = fopen(path, "r");
    if (!file) give_up("the scene file cannot be opened");
    while (fgets(line, sizeof line, file)) {
        Numbers n = {{0}};
        char kind = 0;
        char *comment = strchr(line, '#');
        if (comment) *comment = 0;
        int found = sscanf(line, " %c %lf %lf %lf %lf %lf", &kind, &n.a[0], &n.a[1], &n.a[2], &n.a[3], &n.a[4]) - 1;
        if (found < 0) continue;
        if (kind == 'S' && found == 4) add(&scene.segments, n);
        else if (kind == 'C' && found == 3) add(&scene.disks, n);
        else if (kind == 'R' && found == 4) add(&scene.boxes, n);
        else if (kind == 'B' && found == 5) add(&scene.balls, n);
        else give_up("a line of the scene cannot be understood");
    }
    fclose(file);
    return scene;
}

static double draw(Kick *kick) {
    kick->state = kick->state * 6364136223846793005u + 1442695040888963407u;
    return (double)(kick->state >> 11) * 0x1p-53;
}

/* The friction is none; the product of both sides' elasticity is the scene's. */
static void put(cpSpace *space, cpShape *shape, double restitution) {
    cpShapeSetElasticity(shape, sqrt(restitution));
    cpShapeSetFriction(shape, 0.0);
    cpSpaceAddShape(space, shape);
}

static cpSpace *build(const Scene *scene, const Options *options, cpBody **bodies) {
    cpSpace *space = cpSpaceNew();
    cpSpaceSetIterations(space, 10);
    cpSpaceSetGravity(space, cpv(0.0, -options->gravity));
    cpBody *ground = cpSpaceGetStaticBody(space);
    double e = options->restitution;
    for (size_t k = 0; k < scene->segments.count; k++) {
        const double *n = scene->segments.items[k].a;
        put(space, cpSegmentShapeNew(ground, cpv(n[0], n[1]), cpv(n[2], n[3]), 0.0), e);
    }
    for (size_t k = 0; k < scene->disks.count; k++) {
        const double *n = scene->disks.items[k].a;
        put(space, cpCircleShapeNew(ground, n[2], cpv(n[0], n[1])), e);
    }
    for (size_t k = 0; k < scene->boxes.count; k++) {
        const double *n = scene->boxes.items[k].a;
        put(space, cpBoxShapeNew2(ground, cpBBNew(n[0] - n[2], n[1] - n[3], n[0] + n[2], n[1] + n[3]), 0.0), e);
    }
    for (size_t k = 0; k < scene->balls.count; k++) {
        const double *n = scene->balls.items[k].a;
        cpBody *body = cpSpaceAddBody(space, cpBodyNew(1.0, cpMomentForCircle(1.0, 0.0, n[4], cpvzero)));
        cpBodySetPosition(body, cpv(n[0], n[1]));
        cpBodySetVelocity(body, cpv(n[2], n[3]));
        put(space, cpCircleShapeNew(body, n[4], cpvzero), e);
        /* Its default slop is a tenth of a unit, which suits pixels: a ball of 13 mm would sink in whole. */
        cpSpaceSetCollisionSlop(space, 1e-3 * n[4]);
        bodies[k] = body;
    }
    return space;
}

static void step(cpSpace *space, cpBody **bodies, size_t balls, double dt, uint64_t tick, Kick *kick) {
    cpSpaceStep(space, dt);
    for (size_t k = 0; k < balls; k++) {
        cpVect place = cpBodyGetPosition(bodies[k]), velocity = cpBodyGetVelocity(bodies[k]);
        /* Looked at whether or not there is a rule, as every engine here is. */
        __asm__ volatile("" : : "x"(place.x), "x"(velocity.x));
        if (!kick) continue;
        int low = place.y < 0.05 && velocity.y <= 0.0;
        if (!low && tick - kick->last[k] < kick->patience) continue;
        kick->last[k] = tick;
        cpBodySetVelocity(bodies[k], cpv(2.0 * draw(kick) - 1.0, 4.0));
    }
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Outside of the box around all walls: the scenes' borders are such boxes. */
static int is_out(const Scene *scene, cpVect p) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (size_t k = 0; k < scene->segments.count && k < 4; k++) {
        for (int end = 0; end < 4; end += 2) {
            for (int axis = 0; axis < 2; axis++) {
                low[axis] = fmin(low[axis], scene->segments.items[k].a[end + axis]);
                high[axis] = fmax(high[axis], scene->segments.items[k].a[end + axis]);
            }
        }
    }
    return scene->segments.count >= 4 && !(p.x >= low[0] && p.x <= high[0] && p.y >= low[1] && p.y <= high[1]);
}

static double number(const char *word) {
    char *end;
    double value = strtod(word, &end);
    if (end == word || *end || !isfinite(value)) give_up("a number is needed");
    return value;
}

int main(int count, char **words) {
    if (count == 2 && !strcmp(words[1], "--version")) {
        printf("%s\n", cpVersionString);
        return 0;
    }
    if (count < 4) give_up("needs FILE SECONDS REPEAT");
    Options options = {0.001, 0.0, 1.0, 0};
    for (int k = 4; k < count; k++) {
        double *value = !strcmp(words[k], "--dt")            ? &options.dt
                        : !strcmp(words[k], "--gravity")     ? &options.gravity
                        : !strcmp(words[k], "--restitution") ? &options.restitution
                                                             : NULL;
        if (!strcmp(words[k], "--kick")) options.kick = 1;
        else if (value && k + 1 < count) *value = number(words[++k]);
        else give_up("unknown option");
    }
    Scene scene = read_scene(words[1]);
    double seconds = number(words[2]), best = INFINITY;
    uint64_t ticks = (uint64_t)llround(seconds / options.dt);
    int repeat = atoi(words[3]);
    size_t escaped = 0, balls = scene.balls.count;
    cpBody **bodies = calloc(balls + 1, sizeof(cpBody *));
    uint64_t *last = calloc(balls + 1, sizeof(uint64_t));
    if (!bodies || !last || !(options.dt > 0.0) || ticks == 0) give_up("nothing to run");

    for (int run = 0; run < repeat || run == 0; run++) {
        /* Built anew for every run; the space is not taken apart again, which is no part of a run. */
        cpSpace *space = build(&scene, &options, bodies);
        memset(last, 0, (balls + 1) * sizeof(uint64_t));
        Kick kick = {42, (uint64_t)fmax(round(5.0 / options.dt), 1.0), last};
        Kick *rule = options.kick ? &kick : NULL;
        step(space, bodies, balls, options.dt, 1, rule);
        double start = seconds_now();
        for (uint64_t tick = 2; tick <= ticks + 1; tick++) step(space, bodies, balls, options.dt, tick, rule);
        best = fmin(best, seconds_now() - start);
        escaped = 0;
        for (size_t k = 0; k < balls; k++) escaped += (size_t)is_out(&scene, cpBodyGetPosition(bodies[k]));
    }
    printf("%s %.9g escaped=%zu\n", words[1], best * 1e3 / ((double)ticks * options.dt), escaped);
    return 0;
}
