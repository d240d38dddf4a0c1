import { defineConfig } from 'vitest/config';
import { MAX_TEST_MS, MAX_WAIT_MS } from './tests/support/limits.ts';
import { MixedSequencer } from './tests/support/mixed-sequencer.ts';

const FILE_DATABASE = './tests/support/prepare-file-database.ts';
const SERVER_DATABASE = './tests/support/prepare-server-database.ts';
const BUNDLES = './tests/support/prepare-bundles.ts';
const WEB = './tests/support/prepare-web.ts';
const DEMO = './tests/support/prepare-demo.ts';
const BROWSER = './tests/support/prepare-browser.ts';
const CLOSING = './tests/support/close-at-file-end.ts';
const PROPERTIES = './tests/support/property-seed.ts';
/** One more than the processors that a run is measured with: there is always a test that waits. */
const MAX_WORKERS = 3;

export default defineConfig({
  test: {
    retry: 0,
    expect: { poll: { timeout: MAX_WAIT_MS } },
    testTimeout: MAX_TEST_MS,
    hookTimeout: MAX_TEST_MS,
    // Tests of time-dependent code must hold whatever the machine's zone.
    env: { TZ: 'America/New_York' },
    sequence: { sequencer: MixedSequencer },
    reporters: ['default', './tests/support/failure-reporter.ts'],
    // What a test needs anew it opens: the modules of the Worker, of wrangler and of the browser's driver are read once a process.
    isolate: false,
    maxWorkers: MAX_WORKERS,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          setupFiles: [PROPERTIES],
          include: ['tests/unit/**/*.test.ts', 'tests/architecture.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          setupFiles: [PROPERTIES, CLOSING],
          include: ['tests/api/**/*.test.ts'],
          globalSetup: [FILE_DATABASE],
        },
      },
      {
        extends: true,
        test: {
          name: 'worker',
          setupFiles: [PROPERTIES],
          include: ['tests/worker/**/*.test.ts'],
          globalSetup: [FILE_DATABASE, SERVER_DATABASE, BUNDLES],
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: ['tests/long/**/*.test.ts'],
          globalSetup: [SERVER_DATABASE, DEMO, BUNDLES, WEB],
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          setupFiles: [CLOSING],
          include: ['tests/component/**/*.test.ts'],
          globalSetup: [WEB, BROWSER],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: [SERVER_DATABASE, DEMO, BUNDLES, WEB, BROWSER],
        },
      },
    ],
  },
});
