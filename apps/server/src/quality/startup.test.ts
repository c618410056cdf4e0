import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase } from '@cardinal/testing/database.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../runtime/freePort.ts';
import { EXAMPLE_SECRETS_KEY } from '../runtime/secretsKey.ts';
import { runToEnd, startChild } from './childProgram.ts';

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

describe('a production start on an external database', () => {
  const production = (superuserUrl: string) => ({
    NODE_ENV: 'production',
    DATABASE_URL: superuserUrl,
    DATA_DIR: folder,
    SECRETS_KEY: OWN_KEY,
  });
  /** A database whose key nobody has chosen yet, and a way to change what only its owner may. */
  const given = async (filled: { filled?: 'people' }) => {
    const base = await testDatabase(filled);
    const change = async (statements: string) => {
      const client = new pg.Client({ connectionString: base.ownerUrl });
      await client.connect();
      await client.query(statements).finally(() => client.end());
    };
    await change('delete from runtime.secret_canary');
    return { ...base, change };
  };

  it('is refused over the demo, and while the password of the demo is valid for anybody', async () => {
    const base = await given({ filled: 'people' });
    try {
      const over = await runToEnd(production(base.superuserUrl));
      expect([over.code, over.said]).toEqual([1, expect.stringContaining('this database holds the demo')]);
      expect(over.said).toContain('Start production with an empty DATA_DIR');

      await base.change("delete from runtime.demo; update identity.account set status = 0 where account <> 'agent'");
      const left = await runToEnd(production(base.superuserUrl));
      expect([left.code, left.said]).toEqual([
        1,
        expect.stringContaining('the password of the demo is valid for agent.'),
      ]);
      expect(left.said).not.toMatch(/^\s+at /m);
    } finally {
      await base.close();
    }
  });

  it('says where to set it up and with which code, and names a port that is taken', async () => {
    const base = await given({});
    try {
      const port = String(await freePort());
      const child = await startChild({ ...production(base.superuserUrl), PORT: port });
      await expect
        .poll(() => child.said())
        .toMatch(new RegExp(`No account exists yet. Open http://127.0.0.1:${port}/login .*: ([A-Z2-9]{4}-?){5}`));
      const second = await runToEnd({ ...production(base.superuserUrl), PORT: port });
      expect([second.code, second.said]).toEqual([
        1,
        expect.stringContaining(`PORT: port ${port} of 127.0.0.1 is taken`),
      ]);
      child.signal('SIGTERM');
      expect((await child.ended).code).toBe(0);
    } finally {
      await base.close();
    }
  });
});
