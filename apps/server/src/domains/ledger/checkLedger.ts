import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { job } from '../../framework/domain.ts';
import type { Measure } from '../../framework/measures.ts';
import { checksOf, type Finding, type Span } from './checks.ts';

/** Stored and logged; more of them say nothing more. */
const MOST = 1_000;
const DAY_MS = 86_400_000;
/** While a whole check takes no longer, every run is whole. */
const QUICK_MS = 60_000;

/** What is wrong in one snapshot of the ledger. */
export const verifyLedger = (ctx: Ctx, span: Span = 'whole'): Promise<Finding[]> =>
  ctx.transact(async ({ db }) => findingsIn(db, span), { snapshot: true });

async function findingsIn(db: Ctx['db'], span: Span): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const check of checksOf(span)) found.push(...(await check.execute(db)).rows);
  return found;
}

/** Whole while that is quick, otherwise once a day; between, what has moved since the last run. */
async function spanOf(ctx: Ctx): Promise<Span> {
  const last = await ctx.db
    .selectFrom('ledger.check_run')
    .selectAll()
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const whole = await ctx.db
    .selectFrom('ledger.check_run')
    .selectAll()
    .where('is_whole', '=', true)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isDue = !whole || whole.milliseconds < QUICK_MS || ctx.clock.now().getTime() - whole.at.getTime() >= DAY_MS;
  return isDue || !last ? 'whole' : last.at;
}

/** One run of the checker: its findings are stored, logged and shown in the metrics until a whole run finds them gone. */
export async function checkLedger(ctx: Ctx, span?: Span): Promise<readonly Finding[]> {
  const of = span ?? (await spanOf(ctx));
  const at = ctx.clock.now();
  const start = performance.now();
  const { findings, seen } = await ctx.transact(
    async ({ db }) => ({ findings: await findingsIn(db, of), seen: await movedAccounts(db) }),
    { snapshot: true },
  );
  const milliseconds = Math.round(performance.now() - start);
  for (const finding of findings.slice(0, MOST)) ctx.log.error({ finding }, 'the ledger is wrong');
  await ctx.transact(async ({ db, ids }) => {
    if (of === 'whole') await db.deleteFrom('ledger.finding').execute();
    if (findings.length > 0)
      await db
        .insertInto('ledger.finding')
        .values(findings.slice(0, MOST).map((finding) => ({ ...finding, found_at: at })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    // What was wrong is looked at again.
    const wrong = new Set(findings.map(({ subject }) => subject));
    const right = seen.filter(({ id }) => !wrong.has(`account ${id}`));
    await sql`
      insert into ledger.checked_account (account_id, seq, balance)
      select * from unnest(${right.map(({ id }) => id)}::bigint[], ${right.map(({ seq }) => seq)}::bigint[],
        ${right.map(({ balance }) => balance)}::bigint[])
      on conflict (account_id) do update set seq = excluded.seq, balance = excluded.balance`.execute(db);
    await db
      .insertInto('ledger.check_run')
      .values({ id: ids.next(), at, is_whole: of === 'whole', milliseconds, findings: findings.length })
      .execute();
    await db
      .deleteFrom('ledger.check_run')
      .where('at', '<', new Date(at.getTime() - 90 * DAY_MS))
      .execute();
  });
  return findings;
}

const movedAccounts = async (db: Ctx['db']): Promise<{ id: string; seq: string; balance: string }[]> =>
  db
    .selectFrom('ledger.account as a')
    .leftJoin('ledger.checked_account as k', 'k.account_id', 'a.id')
    .select(['a.id', 'a.seq', 'a.balance'])
    .where(sql<boolean>`(k.seq, k.balance) is distinct from (a.seq, a.balance)`)
    .execute();

export const checkJob = job({
  name: 'ledger.check',
  payload: z.object({}),
  schedule: '*/10 * * * *',
  run: async (ctx) => {
    await checkLedger(ctx);
  },
});

export const checkAge: Measure = {
  name: 'ledger_check_age_seconds',
  help: 'Time since the ledger was last checked',
  read: async ({ db, clock }) => {
    const last = await db
      .selectFrom('ledger.check_run')
      .select((on) => on.fn.max('at').as('at'))
      .executeTakeFirst();
    return last?.at ? [{ value: (clock.now().getTime() - last.at.getTime()) / 1_000 }] : [];
  },
};

export const findingCount: Measure = {
  name: 'ledger_findings',
  help: 'What the checker has found wrong in the ledger and not found right since',
  read: async ({ db }) => {
    const { n } = await db
      .selectFrom('ledger.finding')
      .select((on) => on.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow();
    return [{ value: Number(n) }];
  },
};
