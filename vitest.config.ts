import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'tools/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'e2e/**'],
    // Tests start and kill many processes; the compile cache is shared.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
    globalSetup: ['packages/testing/src/vitestSetup.ts', 'tools/bundledPrograms.ts'],
    pool: 'forks',
    // One more than there are cores: many files wait for a carrier or a kill. Files share a process and its modules, whose
    // loading took a third of the time; what a file changes (environment, clocks, databases) is therefore its own or put back.
    maxWorkers: 3,
    isolate: false,
    // Two cores also run PostgreSQL and, at times, a browser; on a busy host all of it has taken two and a half times as long.
    testTimeout: 150_000,
    hookTimeout: 240_000,
    // How long a state is awaited, not how fast it has to come.
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default'],
  },
});
