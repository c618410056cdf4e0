import { defineConfig } from 'vitest/config';

/** `npm run torture`: long, seeded fault runs before a release. `SEED=…` replays one. */
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/..`,
    include: ['torture/**/*.torture.ts'],
    globalSetup: ['packages/testing/src/vitestSetup.ts'],
    pool: 'forks',
    maxWorkers: 1,
    execArgv: ['--expose-gc'],
    testTimeout: 30 * 60_000,
    hookTimeout: 120_000,
  },
});
