/** Ends a test or hook that hangs; none needs it, also where eight programs share a processor. */
export const MAX_TEST_MS = 600_000;
/** A test waits this long for a state that comes for sure, also on a machine four times slower. */
export const MAX_WAIT_MS = 120_000;
