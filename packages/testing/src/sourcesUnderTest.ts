import { listOffers } from '@cardinal/contract/api/externalPackages/offers.ts';
import { addSource, syncSource } from '@cardinal/contract/api/externalPackages/sources.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { syncOne, syncSourceJob } from '@cardinal/server/domains/externalPackages/syncing/syncSource.ts';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Caller } from './app.ts';
import type { CardsUnderTest } from './cardsUnderTest.ts';
import { control } from './carriers.ts';

let opened = 0;

/** A key at the simulated platform, what that sells, and the source that reads it. */
export async function sourceUnderTest(
  under: Pick<CardsUnderTest, 'jasper' | 'app' | 'ctx' | 'db'>,
  admin: Caller,
  given: Partial<BodyOf<typeof addSource>> = {},
) {
  opened += 1;
  const { jasper } = under;
  const key = (await control(jasper, 'POST', '/source/accounts', {})) as { appKey: string; secret: string };
  const { id } = await admin.ask(addSource, {
    body: {
      adapter: 'cardinal',
      name: `来源 ${opened}`,
      baseUrl: `${jasper.url}/source`,
      timeoutMs: 15_000,
      tolerance: '10',
      autoAccept: false,
      lowBalance: null,
      waitHours: 24,
      credentials: { appKey: key.appKey, secret: key.secret },
      ...given,
    },
  });
  // What is added is synced by a job, which a test's own reading must not meet half-way.
  const jobs = `name = '${syncSourceJob.name}' and singleton_key = '${id}'`;
  const sync = async () => {
    await sql`delete from jobs.job where ${sql.raw(jobs)} and state < 'active'`.execute(under.db);
    await vi.waitFor(
      async () =>
        expect(
          (await sql`select 1 from jobs.job where ${sql.raw(jobs)} and state = 'active'`.execute(under.db)).rows,
        ).toEqual([]),
      { timeout: 60_000, interval: 50 },
    );
    await syncOne(under.ctx, id);
  };
  const offers = async () => (await admin.ask(listOffers, { query: { sourceId: [id], pageSize: 100 } as never })).list;
  return {
    id,
    key,
    sync,
    /** As the button does it: by the job. */
    syncByJob: () => admin.ask(syncSource, { body: { id } }),
    sells: (code: string, fields: object = {}) =>
      control(jasper, 'POST', '/source/packages', { appKey: key.appKey, code, ...fields }),
    drops: (code: string) => control(jasper, 'POST', '/source/packages/gone', { appKey: key.appKey, code }),
    account: (fields: object) => control(jasper, 'POST', '/source/accounts', { appKey: key.appKey, ...fields }),
    offers,
    offer: async (code: string) => {
      const found = (await offers()).find((each) => each.code === code);
      if (!found) throw new Error(`No offer ${code}`);
      return found;
    },
  };
}
