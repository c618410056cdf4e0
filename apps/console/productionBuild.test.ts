import { join } from 'node:path';
import { resolveConfig } from 'vite';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllEnvs());

it('a build is for production, in whichever mode the program runs that makes it', async () => {
  vi.stubEnv('NODE_ENV', 'development');
  const built = await resolveConfig({ configFile: join(import.meta.dirname, 'vite.config.ts') }, 'build');
  expect(built.isProduction).toBe(true);
});
