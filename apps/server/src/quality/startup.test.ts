import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLE_SECRETS_KEY } from '../runtime/secretsKey.ts';
import { runToEnd } from './childProgram.ts';

const NOWHERE = 'postgres://nobody:hidden-password-4711@127.0.0.1:9/none';
const OWN_KEY = randomBytes(32).toString('base64');

/** Each starts a real process; the variable its message must name comes first. */
const REFUSED: readonly (readonly [variable: string, environment: Record<string, string>])[] = [
  ['PORT', { PORT: '70000' }],
  ['ROLES', { ROLES: 'web,king' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://127.0.0.1/x' }],
  ['DATABASE_URL', { DATABASE_URL: NOWHERE, SECRETS_KEY: OWN_KEY }],
  ['SECRETS_KEY', { DATABASE_URL: NOWHERE }],
  ['CAPTCHA_FIXED', { NODE_ENV: 'production', CAPTCHA_FIXED: '2468', SECRETS_KEY: OWN_KEY }],
  ['DEMO', { NODE_ENV: 'production', DEMO: '1', SECRETS_KEY: OWN_KEY }],
  ['SECRETS_KEY', { NODE_ENV: 'production', SECRETS_KEY: EXAMPLE_SECRETS_KEY }],
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cardinal-start-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a start that cannot be right', () => {
  it.each(REFUSED)('%s is named and nothing is begun: %o', async (variable, environment) => {
    const { code, said, ms } = await runToEnd({ DATA_DIR: folder, ...environment });
    expect(code).toBe(1);
    expect(said).toContain(variable);
    expect(said).not.toMatch(/^\s+at /m);
    expect(said).not.toContain('hidden-password-4711');
    expect(said).not.toContain(OWN_KEY);
    expect(await readdir(folder)).not.toContain('postgres');
    // Five seconds on a dedicated machine; here the machine is shared.
    expect(ms).toBeLessThan(15_000);
  });
});
