import { testApp } from '@cardinal/testing/app.ts';
import { citusRefusals } from '@cardinal/testing/citusRefusals.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DOMAINS } from '../domains.ts';
import { spreadTables } from '../framework/registry.ts';
import { readMigrations } from '../runtime/migrate.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');

test('a statement that Citus would refuse fails whatever test runs it, and says why', async () => {
  const joined = sql`select d.day from usage.card_day d join cards.card c on c.id = d.card_id`.execute(ctx.db);
  await expect(joined).rejects.toThrow('Citus would refuse a join with cards.card, on the coordinator');
  const locked = ctx.db.selectFrom('usage.card_day').select('day').where('card_id', '=', '1').forUpdate().execute();
  await expect(locked).rejects.toThrow('Citus would refuse FOR UPDATE');
  expect(await ctx.db.selectFrom('usage.card_day').select('day').where('card_id', '=', '1').execute()).toEqual([]);
});

/** The first migration that may meet tables already placed. */
const PLACED_SINCE = 540;

test('no migration asks of placed tables what Citus refuses', async () => {
  const spread = spreadTables(DOMAINS);
  const later = (await readMigrations()).filter(({ number }) => number >= PLACED_SINCE);
  const refused = later.map(({ name, sql: text }) => [name, citusRefusals(text, spread)] as const);
  expect(refused.filter(([, refusals]) => refusals.length > 0)).toEqual([]);
  expect(later.length).toBeGreaterThan(0);
});
