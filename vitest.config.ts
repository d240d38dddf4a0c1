import { defineConfig } from 'vitest/config';
import { MixedSequencer } from './tests/support/mixed-sequencer.ts';

const DATABASES = './tests/support/prepare-databases.ts';
const BUNDLES = './tests/support/prepare-bundles.ts';
const WEB = './tests/support/prepare-web.ts';
const DEMO = './tests/support/prepare-demo.ts';
const BROWSER = './tests/support/prepare-browser.ts';
/** Ends a test that hangs; none needs it, also where eight programs share a processor. */
const SLOW_MACHINE_MS = 90_000;
/** How long `expect.poll` waits for a state, also on a machine four times slower. */
const POLL_OPTIONS = { poll: { timeout: 15_000 } };
/** One more than the processors that a run is measured with: there is always a test that waits. */
const MAX_WORKERS = 3;

export default defineConfig({
  test: {
    retry: 0,
    // Tests of time-dependent code must hold whatever the machine's zone.
    env: { TZ: 'America/New_York' },
    sequence: { sequencer: MixedSequencer },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          expect: POLL_OPTIONS,
          include: ['tests/unit/**/*.test.ts', 'tests/architecture.test.ts'],
          isolate: false,
          maxWorkers: MAX_WORKERS,
          testTimeout: SLOW_MACHINE_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          expect: POLL_OPTIONS,
          include: ['tests/api/**/*.test.ts'],
          isolate: false,
          globalSetup: [DATABASES],
          maxWorkers: MAX_WORKERS,
          testTimeout: SLOW_MACHINE_MS,
          hookTimeout: SLOW_MACHINE_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'worker',
          expect: POLL_OPTIONS,
          include: ['tests/worker/**/*.test.ts'],
          globalSetup: [DATABASES, BUNDLES],
          maxWorkers: MAX_WORKERS,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          expect: POLL_OPTIONS,
          include: ['tests/component/**/*.test.ts'],
          globalSetup: [WEB, BROWSER],
          maxWorkers: MAX_WORKERS,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          expect: POLL_OPTIONS,
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: [DATABASES, DEMO, BUNDLES, WEB, BROWSER],
          // Each has a browser, a workerd and a database server of its own.
          maxWorkers: MAX_WORKERS,
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
