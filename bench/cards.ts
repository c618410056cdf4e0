import { luhnDigit, withCheckDigit } from '@cardinal/primitives/iccid.ts';
import pg from 'pg';
import type { BenchWorld } from './world.ts';

const BATCH = 1_000_000;
/** From this many rows on, indexes are built afterwards: one sort each instead of millions of inserts. */
const REBUILD_FROM = 500_000;
const TAGS = 12;
const DIGITS = 13;

export const iccidOf = (n: number): string => withCheckDigit(`898601${String(n).padStart(DIGITS, '0')}`);

/** The customers the cards are spread over: three the agent sees and one it does not, or a tree of many below these. */
export type Spread = 'four' | 'tree';

/** The Luhn check digit of 20: the prefix's share of the sum, and the digits of `n`, every other one doubled. */
function checkDigit(): string {
  const sumOf = (digit: string) => (10 - Number(luhnDigit(digit))) % 10;
  const prefix = [...'898601'].map((digit, at) => sumOf(`${digit}${'0'.repeat(18 - at)}`)).reduce((a, b) => a + b, 0);
  const doubled = '(array[0,2,4,6,8,1,3,5,7,9])';
  const digits = Array.from({ length: DIGITS }, (_, at) => {
    const digit = `(n / ${10 ** at}::bigint % 10)::int`;
    return at % 2 === 0 ? `${doubled}[1 + ${digit}]` : digit;
  });
  return `((10 - (${prefix} + ${digits.join(' + ')}) % 10) % 10)`;
}

/** Most cards lie with few customers, as everywhere: two thirds with the four at the top, the rest over the tree below. */
const OWNER = {
  four: `(array[10, 11, 12, 20])[1 + n % 4]`,
  tree: `case when n % 3 < 2 then (array[10, 11, 12, 20])[1 + n % 4] else 1000000 + (n * 48271) % 20000 end`,
} as const;

/** Every column that a list filters or sorts by, from the number of the card alone: the same cards on every machine. */
const columns = (spread: Spread): Readonly<Record<string, string>> => ({
  id: '$3::bigint + n',
  iccid: `'898601' || lpad(n::text, ${DIGITS}, '0') || ${checkDigit()}`,
  platform: spread === 'four' ? '1' : '(array[1, 1, 1, 2, 3])[1 + n / 7 % 5]',
  sub_type: '1',
  carrier_account_id: '$4::bigint',
  kind: spread === 'four' ? '1' : '(array[1, 1, 1, 1, 1, 1, 2, 3])[1 + n / 11 % 8]',
  size: '1 + n % 10',
  business_number: '(1064900000000 + n)::text',
  mapping_number: `case when n % 10 = 0 then (1440000000000 + n)::text end`,
  imsi: `'46001' || lpad(n::text, 10, '0')`,
  imei: `case when n % 2 = 0 then (860000000000000 + n * 7919 % 100000000000)::text end`,
  lifecycle: `(array['activated', 'activated', 'activated', 'activated', 'stopped', 'activated', 'stopped', 'unactivated', 'unactivated', 'cancelled'])[1 + n * 7 % 10]`,
  carrier_status: `(array['ACTIVATED', 'ACTIVATED', 'ACTIVATED', 'ACTIVATED', 'DEACTIVATED', 'ACTIVATED', 'DEACTIVATED', 'ACTIVATION_READY', 'INVENTORY', 'RETIRED'])[1 + n * 7 % 10]`,
  stop_reasons: `case when n * 7 % 10 in (4, 6) then (array['{1}', '{2}', '{4,6}', '{1,3}'])[1 + n / 10 % 4] else '{}' end::smallint[]`,
  sleep_status: `case when n % 50 = 3 then 'asleep' else 'awake' end`,
  real_name_status: 'n / 3 % 2',
  customer_id: OWNER[spread],
  product_code: `'P' || n % 200`,
  package_name: `'每月 ' || 1 + n % 200 || ' GB'`,
  package_ends_at: `$5::timestamptz + (n * 104729 % 34560000 - 2592000) * interval '1 second'`,
  pool_code: `case when n % 100 = 7 then 'POOL' || n / 100 % 50 end`,
  activated_at: `case when n * 7 % 10 < 7 then $5::timestamptz - (n * 7919 % 31536000) * interval '1 second' end`,
  service_period_end: `case when n % 4 = 1 then $5::timestamptz + (n * 7907 % 63072000) * interval '1 second' end`,
  flow_total: '1073741824',
  flow_used: 'n * 7919 % 1073741824',
  used_today: 'case when n * 7 % 10 < 7 then n * 6101 % 52428800 end',
  voice_total: 'case when n / 11 % 8 = 6 then 60000 end',
  voice_used: 'case when n / 11 % 8 = 6 then n * 31 % 60000 end',
  sms_total: 'case when n / 11 % 8 = 6 then 500 end',
  sms_used: 'case when n / 11 % 8 = 6 then n * 17 % 500 end',
  usage_at: '$5::timestamptz',
  online_state: 'n * 13 % 3',
  last_session_at: `case when n * 7 % 10 < 7 then $5::timestamptz - (n * 6007 % 5184000) * interval '1 second' end`,
  imei_changed_at: `case when n % 1000 = 5 then $5::timestamptz - (n % 1000000) * interval '1 second' end`,
  last_sync_at: `$5::timestamptz - (n * 5003 % 604800) * interval '1 second'`,
  created_at: `$5::timestamptz - (n * 15485863 % 63072000) * interval '1 second'`,
  updated_at: '$5::timestamptz',
});

/** Twenty thousand customers below the agent and its neighbour, so that three of four of them lie in the agent's scope. */
async function addTree(owner: pg.Client): Promise<void> {
  await owner.query(`
    insert into customers.customer
      (id, parent_id, path, level, kind, name, code, editions, business_mode, settlement_mode, status, created_at, updated_at)
    select 1000000 + n, top.id, top.path || (1000000 + n) || '/', top.level + 1, 'ENTERPRISE', '客户 ' || n, 'BENCH' || n,
      '{enterprise}', top.business_mode, top.settlement_mode, 1, now(), now()
    from generate_series(0, 19999) n
    join customers.customer top on top.id = (array[10, 11, 10, 20])[1 + n % 4]
    on conflict do nothing`);
  await owner.query('update customers.tree_version set version = version + 1');
  await owner.query('vacuum analyze customers.customer');
}

/** Drops the indexes of a table except its key, and returns the statements that recreate them. */
async function withoutIndexes(owner: pg.Client, table: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; made_by: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made_by
     from pg_index i where i.indrelid = $1::regclass and not i.indisunique`,
    [table],
  );
  for (const { name } of rows) await owner.query(`drop index ${name}`);
  return rows.map((row) => row.made_by);
}

/**
 * Puts cards beside those that are there, with their claims and some tags, all written by the database itself. Ten million
 * of them take some 25 GB. `made` says of columns how else they are made.
 */
export async function addCards(
  world: BenchWorld,
  from: number,
  count: number,
  {
    spread = 'four',
    isClaimed = true,
    made: other = {},
  }: { spread?: Spread; isClaimed?: boolean; made?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  const owner = new pg.Client({ connectionString: world.databaseUrl });
  await owner.connect();
  try {
    await owner.query(`set maintenance_work_mem = '2GB'`);
    if (spread === 'tree') await addTree(owner);
    const tables = ['cards.card', 'cards.card_identifier', 'cards.card_remark', 'cards.card_tag'];
    const again: string[] = [];
    if (count >= REBUILD_FROM) for (const table of tables) again.push(...(await withoutIndexes(owner, table)));
    await addTags(world, owner);
    const made = { ...columns(spread), ...other };
    const names = Object.keys(made).join(', ');
    const cards = `insert into cards.card (${names}) select ${Object.values(made).join(', ')} from generate_series($1::bigint, $2::bigint) n`;
    const now = world.ctx.clock.now();
    for (let at = from; at < from + count; at += BATCH) {
      const upTo = Math.min(at + BATCH, from + count) - 1;
      const base = String(BigInt(world.ctx.ids.next()) - BigInt(at));
      await owner.query(cards, [at, upTo, base, world.carrierAccountId, now]);
      if (isClaimed) await claim(owner, base, at, upTo);
      await remark(owner, base, at, upTo);
      await tag(owner, base, at, upTo);
    }
    for (const index of again) await owner.query(index);
    for (const table of tables) await owner.query(`vacuum analyze ${table}`);
  } finally {
    await owner.end();
  }
}

async function claim(owner: pg.Client, base: string, from: number, upTo: number): Promise<void> {
  const ours = `from cards.card c where c.id between $1::bigint + $2::bigint and $1::bigint + $3::bigint`;
  for (const claimed of ['1, c.iccid', '1, left(c.iccid, 19)', '2, c.business_number', '5, c.imsi'])
    await owner.query(`insert into cards.card_identifier (kind, value, card_id) select ${claimed}, c.id ${ours}`, [
      base,
      from,
      upTo,
    ]);
}

/** Every fifth card has a remark with its number. */
async function remark(owner: pg.Client, base: string, from: number, upTo: number): Promise<void> {
  await owner.query(
    `insert into cards.card_remark (card_id, remark)
     select $1::bigint + n, '备注 ' || n from generate_series($2::bigint, $3::bigint) n where n % 5 = 0`,
    [base, from, upTo],
  );
}

/** Every twentieth card carries a label of the agent. */
async function tag(owner: pg.Client, base: string, from: number, upTo: number): Promise<void> {
  await owner.query(
    `insert into cards.card_tag (card_id, tag_id, customer_id)
     select c.id, 500 + (c.id - $1::bigint) / 20 % ${TAGS}, 10 from cards.card c
     where c.id between $1::bigint + $2::bigint and $1::bigint + $3::bigint and (c.id - $1::bigint) % 20 = 0`,
    [base, from, upTo],
  );
}

/** Labels of the agent. */
async function addTags(world: BenchWorld, owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into cards.tag (id, customer_id, name, color, created_at)
     select 500 + n, 10, '标签 ' || n, 'blue', $1 from generate_series(0, ${TAGS - 1}) n on conflict do nothing`,
    [world.ctx.clock.now()],
  );
}
