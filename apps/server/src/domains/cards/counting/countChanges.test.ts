import { switchCarrierFamily } from '@cardinal/contract/api/settings/settings.ts';
import { type Random, seededRandom } from '@cardinal/primitives/random.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../../../framework/context.ts';
import { type CardChange, changeCard, lockCard } from '../cardStore.ts';
import { moveToAccount, noteOnline, noteProvince } from '../carrierColumns.ts';
import { moveEsimCards, openEsimCards, removeUntouchedEsimCards, turnIntoEsimCards } from '../esimCards.ts';
import { importCards } from '../importCards.ts';
import { noteUsage, noteUsageJumps } from '../noteUsage.ts';
import { removeImportedCards } from '../removeCards.ts';
import { writeOwnColumns } from '../writeColumns.ts';
import {
  type Chunk,
  cardCountersRefreshedAt,
  checkCounters,
  countChanges,
  refreshCardCounters,
} from './countChanges.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
const admin = await host.as('admin');
const { db } = host;

const ACTOR = { accountId: null, customerId: null, accountName: '' };
const ACCOUNTS = ['1', '2'];
const CUSTOMERS = ['10', '11', '12', '20'];
const PRODUCTS = [
  await sellProduct(ctx, { code: 'COUNTED-A', carrierAccountId: '1' }),
  await sellProduct(ctx, { code: 'COUNTED-B', carrierAccountId: '1' }),
];
/** So small that every count takes many steps. */
const SMALL: Chunk = { pages: 1, due: 7, walked: 11 };

type Counted = { counters: string[]; figures: string[] };

const told = async (counters: string, figures: string): Promise<Counted> => {
  const texts = async (query: string) =>
    (await sql<{ row: string }>`${sql.raw(query)}`.execute(db)).rows.map(({ row }) => row);
  return { counters: await texts(counters), figures: await texts(figures) };
};

const GROUP = `customer_id, kind, platform, carrier_account_id, carrier_status, lifecycle, stop_reasons, sleep_status,
  real_name_status, online_state`;

/** What the counters say. */
const kept = () =>
  told(
    `select concat_ws('|', ${GROUP}, n, ending_soon, silent_week, silent_month, imei_changed, usage_jumped, real_name_missing) as row
      from cards.card_counter order by row`,
    `select concat_ws('|', customer_id, kind, figure, value, n) as row from cards.card_figure_counter order by row`,
  );

/** What counting all cards says, in the plainest words. */
const full = () => {
  const now = `timestamptz '${host.clock.now().toISOString()}'`;
  const offered = `platform <> all(select v from cards.card_counter_refresh, unnest(not_offered) v)`;
  const day = (column: string) => `(${column} at time zone 'Asia/Shanghai')::date`;
  const ending = `package_ends_at >= ${now} and package_ends_at < ${now} + interval '7 days'`;
  return told(
    `select concat_ws('|', ${GROUP}, count(*), count(*) filter (where ${ending}),
        count(*) filter (where lifecycle = 'activated' and last_session_at <= ${now} - interval '7 days'),
        count(*) filter (where lifecycle = 'activated' and last_session_at <= ${now} - interval '30 days'),
        count(*) filter (where imei_changed_at >= ${now} - interval '7 days'),
        count(*) filter (where usage_jumped_at >= ${now} - interval '7 days'),
        count(*) filter (where lifecycle in ('activated', 'stopped') and real_name_status = 0
          and product_code in (select code from catalogue.product where real_name_mode is not null))) as row
      from cards.card where ${offered} group by ${GROUP} order by row`,
    `select concat_ws('|', customer_id, kind, figure, value, count(*)) as row from (
        select customer_id, kind, 'activated' as figure, ${day('activated_at')} - date '1970-01-01' as value from cards.card
        where ${offered} and activated_at <= ${now} and ${day('activated_at')} >= ${day(now)} - 29
        union all select customer_id, kind, 'ending', ${day('package_ends_at')} - date '1970-01-01' from cards.card
        where ${offered} and ${ending}
        union all select customer_id, kind, 'province', province from cards.card where ${offered} and province is not null
      ) f group by customer_id, kind, figure, value order by row`,
  );
};

const marks = async () =>
  Number(
    (await db.selectFrom('cards.uncounted_card').select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow()).n,
  );

const idsWhere = async (random: Random, most: number): Promise<string[]> => {
  const rows = await db.selectFrom('cards.card').select('id').orderBy('id').execute();
  return Array.from({ length: Math.min(most, rows.length) }, () => rows[random.int(rows.length)]?.id ?? '0');
};

let imported = 0;
async function importSome(inside: Ctx, random: Random, count: number, batch: string): Promise<void> {
  const first = imported;
  imported += count;
  const ids = Array.from({ length: count }, () => inside.ids.next());
  const none = (name: string) => sql`null::text as ${sql.ref(name)}`;
  const rows = sql`select id, seq, '89861' || lpad((${first}::int + seq)::text, 15, '0') as iccid, 1 as size,
    ${sql.join(['business_number', 'mapping_number', 'imsi', 'imei', 'eid', 'remark'].map(none))}
    from unnest(${ids}::bigint[]) with ordinality u (id, seq)`;
  await importCards(inside, rows, {
    platform: ([1, 2, 3] as const)[random.int(3)] as 1,
    subType: null,
    carrierAccountId: ACCOUNTS[random.int(2)] as string,
    kind: ([1, 2, 3] as const)[random.int(3)] as 1,
    importBatchId: batch,
    customerId: CUSTOMERS[random.int(4)] as string,
    product: { code: random.int(2) ? (PRODUCTS[random.int(2)] as string) : null, version: null },
    by: ACTOR,
    taskId: inside.ids.next(),
  });
}

const WHY = 'a test';
const around = (random: Random, days: number) =>
  new Date(host.clock.now().getTime() + (random.int(2 * days * 24) - days * 24) * 3_600_000);
const oneOf = <T>(random: Random, values: readonly T[]): T => values[random.int(values.length)] as T;

/** Everything the program does to cards, each as it does it. */
const OPERATIONS: readonly ((inside: Ctx, random: Random) => Promise<unknown>)[] = [
  (inside, random) => importSome(inside, random, 1 + random.int(60), String(100 + random.int(3))),
  async (inside, random) => {
    for (const id of await idsWhere(random, 8)) {
      const card = await lockCard(inside.beyondScope(WHY), id);
      if (!card) continue;
      const lifecycle = oneOf(random, ['unactivated', 'activated', 'stopped', 'cancelled']);
      const changes: readonly CardChange[] = [
        { carrier_status: lifecycle.toUpperCase(), lifecycle, stop_reasons: lifecycle === 'stopped' ? [1, 2] : [] },
        { real_name_status: random.int(3), sleep_status: oneOf(random, ['awake', 'asleep']) },
        { package_ends_at: random.int(5) ? around(random, 20) : null },
        { activated_at: random.int(5) ? around(random, 40) : null, lifecycle: 'activated' },
        { imei_changed_at: around(random, 9) },
        { product_code: oneOf(random, [...PRODUCTS, null]) },
        { flow_total: '17', rate_plan: 'nothing that is counted' },
        { last_session_at: around(random, 40), online_state: random.int(3) },
      ];
      const change: CardChange = oneOf(random, changes);
      await changeCard(inside.beyondScope(WHY), card, change, inside.clock.now());
    }
  },
  async (inside, random) => {
    const written = oneOf(random, [
      { customer_id: oneOf(random, CUSTOMERS), usage_jumped_at: null },
      { product_code: oneOf(random, [...PRODUCTS, null]), product_version: 1 },
      { service_period_end: around(random, 9) },
    ]);
    await writeOwnColumns(
      inside,
      [...new Set(await idsWhere(random, 20))].map((id) => ({ id, written })),
    );
  },
  async (inside, random) => {
    for (const id of await idsWhere(random, 5)) {
      const startedAt = random.int(3) ? around(random, 10) : null;
      const session = { isOnline: random.int(2) === 1, startedAt, apn: 'cmnet' };
      await noteOnline(inside.beyondScope(WHY), id, session, inside.clock.now());
    }
  },
  async (inside, random) => {
    for (const id of await idsWhere(random, 3)) {
      await noteProvince(inside.beyondScope(WHY), id, oneOf(random, [11, 31, 44, null]));
    }
  },
  async (inside, random) => {
    const ids = [...new Set(await idsWhere(random, 5))];
    const usage = { flowUsed: '5', usedToday: '5', tellsFlow: true, voiceUsed: null, smsUsed: null };
    await noteUsage(
      inside,
      ids.map((cardId) => ({ cardId, ...usage })),
      inside.clock.now(),
    );
    const jumps = ids.slice(0, 2).map((cardId) => ({ cardId, dayBegan: around(random, 3) }));
    await noteUsageJumps(inside, jumps, around(random, 9));
  },
  (inside, random) =>
    removeImportedCards(inside, { importBatchId: String(100 + random.int(3)), customerId: '10', after: '0', most: 9 }),
  async (inside, random) =>
    moveToAccount(inside, await idsWhere(random, 6), { id: oneOf(random, ACCOUNTS), subType: null }),
  async (inside, random) => turnIntoEsimCards(inside, await idsWhere(random, 2), oneOf(random, CUSTOMERS)),
  async (inside, random) =>
    moveEsimCards(
      inside,
      await idsWhere(random, 9),
      { customerId: oneOf(random, CUSTOMERS), name: '' },
      'allocate_card',
    ),
  async (inside, random) => {
    imported += 1;
    const iccid = `89862${String(imported).padStart(15, '0')}`;
    const id = inside.ids.next();
    const terms = {
      platform: 1,
      subType: null,
      carrierAccountId: '1',
      customerId: '10',
      product: null,
      taskId: null,
    } as const;
    await openEsimCards(inside, [{ id, iccid, imsi: null, msisdn: null }], { ...terms, actor: ACTOR });
    const words = { zh: '移除', en: 'Removed' };
    if (random.int(2)) await removeUntouchedEsimCards(inside, [id], '10', { words, taskId: '1', actor: ACTOR });
  },
];

/** From outside the cards. */
const TURNS: readonly ((random: Random) => Promise<unknown>)[] = [
  async (random) => host.clock.advance(oneOf(random, [60_000, 3_600_000, DAY_MS, 7 * DAY_MS])),
  async (random) => host.clock.advance(oneOf(random, [1, 60_000, DAY_MS / 2])),
  (random) =>
    db
      .updateTable('catalogue.product')
      .set({ real_name_mode: random.int(2) ? 1 : null })
      .where('code', '=', oneOf(random, PRODUCTS))
      .execute(),
  (random) => admin.ask(switchCarrierFamily, { body: { carrier: 'Lt', isOn: random.int(2) === 1 } }).catch(() => null),
];

/** Runs like `under`, and is killed in the step after so many: what that one has written is rolled back. */
function killedAfter(steps: number): Ctx {
  let left = steps;
  return {
    ...ctx,
    transact: (run, options) =>
      ctx.transact(async (inside) => {
        const done = await run(inside);
        left -= 1;
        if (left < 0) throw new Error('killed');
        return done;
      }, options),
  };
}

beforeEach(async () => {
  await refreshCardCounters(ctx);
});

test.each([1, 2, 3])('whatever happens to cards, the counters are what a full count says (seed %i)', async (seed) => {
  const random = seededRandom(`counting ${seed}`);
  await ctx.transact((inside) => importSome(inside, random, 150, '100'));
  for (let round = 0; round < 14; round += 1) {
    for (let n = random.int(5); n >= 0; n -= 1)
      await ctx.transact((inside) => oneOf(random, OPERATIONS)(inside, random));
    if (random.int(2)) await oneOf(random, TURNS)(random);
    // Killed anywhere, by two workers at once, or undisturbed.
    if (random.int(2)) await countChanges(killedAfter(random.int(6)), { chunk: SMALL }).catch(() => null);
    await Promise.all([
      countChanges(ctx, { chunk: SMALL }),
      ...(random.int(2) ? [countChanges(ctx, { chunk: SMALL })] : []),
    ]);
    expect(await kept(), `round ${round}`).toEqual(await full());
    expect(await marks()).toBe(0);
    expect(await cardCountersRefreshedAt(ctx)).toEqual(host.clock.now());
  }
  await checkCounters(ctx, { chunk: SMALL });
  const { drift, walk } = await db.selectFrom('cards.card_counter_refresh').selectAll().executeTakeFirstOrThrow();
  expect({ drift, walk }).toEqual({ drift: '0', walk: null });
});

test('a kill in any step loses nothing and counts nothing twice', async () => {
  await ctx.transact((inside) => importSome(inside, seededRandom('kills'), 900, '300'));
  let kills = 0;
  for (; ; kills += 1) {
    const isKilled = await countChanges(killedAfter(kills), { chunk: SMALL }).then(
      () => false,
      () => true,
    );
    if (!isKilled) break;
    // What has been taken is counted, the rest is still marked.
    const counted = await db
      .selectFrom('cards.counted_card')
      .select(sql<string>`count(*)`.as('n'))
      .executeTakeFirstOrThrow();
    const sum = await db.selectFrom('cards.card_counter').select(sql<string>`sum(n)`.as('n')).executeTakeFirstOrThrow();
    expect(sum).toEqual(counted);
  }
  expect(kills).toBeGreaterThan(4);
  expect(await kept()).toEqual(await full());
});

test('a mark that is committed late is neither lost nor counted before its card', async () => {
  const random = seededRandom('late');
  let commit: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let begun: () => void = () => undefined;
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const late = ctx.transact(async (inside) => {
    await importSome(inside, random, 5, '400');
    begun();
    await held;
  });
  await isBegun;
  // Marks with a later place in the table are taken first.
  await ctx.transact((inside) => importSome(inside, random, 5, '401'));
  await countChanges(ctx);
  expect(await kept()).toEqual(await full());
  commit();
  await late;
  expect(await marks()).toBe(5);
  await countChanges(ctx);
  expect(await kept()).toEqual(await full());
});

test('the check finds and mends what is wrong, and a mark that waits is no drift', async () => {
  await ctx.transact((inside) => importSome(inside, seededRandom('drift'), 40, '500'));
  await countChanges(ctx);
  const lastCheck = () =>
    db.selectFrom('cards.card_counter_refresh').select(['drift', 'checked_at']).executeTakeFirstOrThrow();
  // Past the run that drains: cards that are marked while the walk is under way.
  await checkCounters(ctx, { chunk: SMALL, walkMs: -1 });
  await ctx.transact((inside) => importSome(inside, seededRandom('drift'), 3, '501'));
  await countChanges(ctx, { chunk: SMALL, walkMs: Number.POSITIVE_INFINITY });
  expect(await lastCheck()).toEqual({ drift: '0', checked_at: host.clock.now() });

  await sql`update cards.card set lifecycle = 'cancelled' where import_batch_id = 500 and id % 2 = 0`.execute(db);
  await sql`delete from cards.card where id in (select id from cards.card where import_batch_id = 500 order by id limit 3)`.execute(
    db,
  );
  await sql`update cards.card_counter set n = n + 5 where customer_id in (select customer_id from cards.card_counter order by n limit 1)`.execute(
    db,
  );
  await sql`insert into cards.card_figure_counter values (10, 1, 'province', 99, 3)`.execute(db);
  await countChanges(ctx);
  expect(await kept()).not.toEqual(await full());
  const told: unknown[] = [];
  const log = Object.assign(Object.create(ctx.log), { error: (facts: unknown) => told.push(facts) }) as Ctx['log'];
  await checkCounters({ ...ctx, log }, { chunk: SMALL });
  expect(await kept()).toEqual(await full());
  const { drift } = await lastCheck();
  expect(Number(drift)).toBeGreaterThan(5);
  expect(told).toEqual([{ drift: Number(drift) }]);
  await checkCounters(ctx, { chunk: SMALL });
  expect((await lastCheck()).drift).toBe('0');
});

test('the first count after an upgrade leaves the old figures until all cards are counted', async () => {
  await ctx.transact((inside) => importSome(inside, seededRandom('upgrade'), 60, '600'));
  await countChanges(ctx);
  const before = await kept();
  const last = await cardCountersRefreshedAt(ctx);
  await sql`delete from cards.counted_card`.execute(db);
  await db.updateTable('cards.card_counter_refresh').set({ walk: 'fill', walk_after: '0' }).execute();
  host.clock.advance(60_000);
  await ctx.transact((inside) => importSome(inside, seededRandom('upgrade'), 30, '601'));
  await countChanges(killedAfter(2), { chunk: SMALL }).catch(() => null);
  await countChanges(ctx, { chunk: SMALL, walkMs: -1 });
  expect(await kept()).toEqual(before);
  expect(await cardCountersRefreshedAt(ctx)).toEqual(last);
  await countChanges(ctx, { chunk: SMALL });
  expect(await kept()).toEqual(await full());
  expect(await cardCountersRefreshedAt(ctx)).toEqual(host.clock.now());
});

test('usage and unchanged values mark nothing', async () => {
  await ctx.transact(async (inside) => {
    const [id = '0'] = await idsWhere(seededRandom('none'), 1);
    const usage = { flowUsed: '5', usedToday: '5', tellsFlow: true, voiceUsed: null, smsUsed: null };
    await noteUsage(inside, [{ cardId: id, ...usage }], inside.clock.now());
    const card = await lockCard(inside.beyondScope(WHY), id);
    if (!card) throw new Error(id);
    const { lifecycle, stop_reasons, activated_at } = card;
    const same = { lifecycle, stop_reasons, activated_at, usage_cap_mb: 5 };
    await changeCard(inside.beyondScope(WHY), card, same, inside.clock.now());
    await writeOwnColumns(inside, [{ id, written: { service_period_end: inside.clock.now() } }]);
  });
  expect(await marks()).toBe(0);
});
