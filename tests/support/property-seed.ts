import fc from 'fast-check';
import { MAKES_ALL_RUNS, runs } from './property-runs.ts';

const OWN_SEED = MAKES_ALL_RUNS ? Math.floor(Date.now() / 60_000) % 2 ** 31 : 20261125;
const seed = Number(process.env.PROPERTY_SEED ?? OWN_SEED);
if (MAKES_ALL_RUNS) console.info(`PROPERTY_SEED=${seed}`);

/**
 * Property tests try the same cases in every run, so that what passed once passes everywhere. `PROPERTY_SEED=$RANDOM npm test -- api` tries others; a
 * counterexample that it finds fails in every run with that seed. `PROPERTY_RUNS=full` makes all of the runs with the seed of this minute, which it prints.
 */
fc.configureGlobal({ seed, numRuns: runs(100) });
