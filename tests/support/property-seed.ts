import fc from 'fast-check';

/**
 * Property tests try the same cases in every run, so that what passed once passes everywhere. `PROPERTY_SEED=$RANDOM npm test -- api` tries others; a
 * counterexample that it finds fails in every run with that seed.
 */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20261125) });
