import { listCarrierAccounts } from '@cardinal/contract/api/carriers/carriers.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { adapterOfAccount, isConnected } from '../../carrierAdapters/face.ts';
import { itemsWaitingByLane } from '../../tasks/face.ts';
import { laneOf } from '../accounts/accountFacts.ts';
import { stateWords } from '../accounts/accountRules.ts';
import type { AccountRow } from '../accounts/accountStore.ts';
import { useOfAccounts } from '../accounts/accountUse.ts';

const DAY_MS = 86_400_000;
const HEALTHY_PERCENT = 95;
/**
 * A refusal about a card is a healthy answer. A refusal about the account itself (its list, its plans) points to wrong
 * settings.
 */
const HEALTHY = sql<boolean>`(c.outcome = 'ok' or (c.outcome = 'refused' and c.subject is not null))`;

/** Carrier accounts of the caller's own platform; disabled ones only on request. */
export const accountDataset = dataset(listCarrierAccounts, {
  isShort: true,
  from: (ctx, asked) => {
    const query = ctx.db.selectFrom('carriers.account as a');
    return asked['state'] ? query : query.where('a.state', '!=', 'off');
  },
  table: 'a',
  carrier: sql`a.platform`,
  select: (query) => query.selectAll('a'),
  present: (rows, ctx) => presentAccounts(rows, ctx),
  extra: (query, asked, ctx) => {
    let so = query;
    const now = ctx.clock.now();
    if (asked.unhealthy !== undefined) {
      // The gate and the calls belong to the account, and the list has applied its scope.
      const sick = sql<boolean>`(
        exists (select 1 from carriers.gate g where g.account_id = a.id and g.open_until is not null)
        or coalesce((
          select 100.0 * count(*) filter (where ${HEALTHY}) / count(*)
          from carriers.call c where c.account_id = a.id and c.at >= ${new Date(now.getTime() - DAY_MS)}
          having count(*) > 0), 100) < ${HEALTHY_PERCENT})`;
      so = so.where(asked.unhealthy ? sick : sql<boolean>`not ${sick}`);
    }
    if (typeof asked.expiringWithinDays === 'number') {
      const until = new Date(now.getTime() + asked.expiringWithinDays * DAY_MS).toISOString().slice(0, 10);
      so = so.where(sql<boolean>`a.credentials_expire_on <= ${until}::date`);
    }
    return so;
  },
});

type Health = {
  account_id: string;
  calls_today: number;
  is_open: boolean | null;
  open_zh: string | null;
  open_en: string | null;
  calls: string;
  answered: string;
  p95: number | null;
};

/** Rows with their health of the last 24 hours. */
async function presentAccounts(rows: readonly AccountRow[], ctx: Ctx) {
  const ids = rows.map((row) => row.id);
  const health = await healthOf(ctx, ids);
  const use = await useOfAccounts(ctx, ids);
  const queues = await itemsWaitingByLane(ctx, ids.map(laneOf));
  const now = ctx.clock.now();
  return rows.map((row) => {
    const adapter = adapterOfAccount(row);
    const found = health.get(row.id);
    const calls = Number(found?.calls ?? 0);
    const reason = stateWords(row);
    return {
      adapterName: say(adapter.name, ctx.language),
      baseHost: new URL(row.base_url).host,
      stateReason: reason && say(reason, ctx.language),
      isConnected: isConnected(adapter) && row.credentials !== null,
      needsProfile: adapter.readProfile !== undefined && !isConnected(adapter),
      isProven: adapter.capabilities.verifiedOn !== null,
      breaker: found?.is_open === null || !found ? 'closed' : found.is_open ? 'open' : 'probing',
      breakerWords: found?.open_zh ? say(text(found.open_zh, found.open_en ?? found.open_zh), ctx.language) : null,
      successPercent: calls > 0 ? Math.floor((Number(found?.answered) * 1_000) / calls) / 10 : null,
      p95Ms: found?.p95 === null || !found ? null : Math.round(found.p95),
      queue: queues.get(laneOf(row.id)) ?? 0,
      cards: use ? (use.get(row.id)?.cards ?? 0) : null,
      callsToday: found?.calls_today ?? 0,
      lagSeconds: row.last_sync_at ? Math.round((now.getTime() - row.last_sync_at.getTime()) / 1_000) : null,
    };
  });
}

async function healthOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Health>> {
  if (ids.length === 0) return new Map();
  const since = new Date(ctx.clock.now().getTime() - DAY_MS);
  // By the ids of accounts that were read through the caller's scope.
  const { rows } = await sql<Health>`
    select a.id as account_id,
      case when g.day = (clock_timestamp() at time zone a.zone)::date then g.calls_today else 0 end as calls_today,
      g.open_until > clock_timestamp() as is_open, g.open_zh, g.open_en, c.calls, c.answered, c.p95
    from carriers.account a
    join carriers.gate g on g.account_id = a.id
    cross join lateral (
      select count(*) as calls, count(*) filter (where ${HEALTHY}) as answered,
        percentile_cont(0.95) within group (order by c.duration_ms) as p95
      from carriers.call c where c.account_id = a.id and c.at >= ${since}
    ) c
    where a.id = any(${ids}::bigint[])`.execute(ctx.beyondScope('health of accounts already read in scope'));
  return new Map(rows.map((row) => [row.account_id, row]));
}
