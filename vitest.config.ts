import { defineConfig } from 'vitest/config';

const DATABASES = './tests/support/prepare-databases.ts';
const BUNDLES = './tests/support/prepare-bundles.ts';
const WEB = './tests/support/prepare-web.ts';

export default defineConfig({
  test: {
    retry: 0,
    // Tests of time-dependent code must hold whatever the machine's zone.
    env: { TZ: 'America/New_York' },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['tests/unit/**/*.test.ts', 'tests/architecture.test.ts'], maxWorkers: 2, testTimeout: 20_000 },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: [DATABASES],
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'worker',
          include: ['tests/worker/**/*.test.ts'],
          globalSetup: [DATABASES, BUNDLES],
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          include: ['tests/component/**/*.test.ts'],
          globalSetup: [WEB],
          maxWorkers: 1,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: [DATABASES, BUNDLES, WEB],
          // A browser, a workerd and a database server per file are enough for two cores.
          maxWorkers: 1,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
