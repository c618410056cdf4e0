import { type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { AccountState } from '../accounts/accountStore.ts';
import { breakerOf, type Health } from './breakerRules.ts';

const PAUSED = text('通道已暂停', 'Carrier account paused');
const OFF = text('通道已停用', 'Carrier account disabled');
const DAY_USED_UP = text('通道今日调用次数已用完', 'Daily call limit of the carrier account reached');
const DOWN = text('运营商接口无响应，等待恢复', 'The carrier is not responding; waiting for recovery');
/** How soon a paused account is checked again. */
const PAUSE_POLL_MS = 5_000;

export type Standing = {
  readonly state: AccountState;
  readonly state_reason: string | null;
  readonly calls_per_day: number | null;
  readonly ms_to_midnight: string;
};

/** Why no call can be made through an account now. */
export type Standstill = {
  readonly waitMs: number;
  readonly words: Text;
  /** The same without words of the platform's people or the carrier. */
  readonly plain: Text;
};

/** Whether an account admits no calls, by its own state, its calls of the day and its health; times by the database's clock. */
export function standstillOf(
  row: Standing,
  { health, words, callsToday, now }: { health: Health; words: Text | undefined; callsToday: number; now: number },
): Standstill | undefined {
  if (row.state === 'off') return { waitMs: PAUSE_POLL_MS, words: OFF, plain: OFF };
  if (row.state === 'paused') {
    const why = row.state_reason;
    return {
      waitMs: PAUSE_POLL_MS,
      words: why ? text(`${PAUSED.zh}：${why}`, `${PAUSED.en}: ${why}`) : PAUSED,
      plain: PAUSED,
    };
  }
  if (row.calls_per_day !== null && callsToday >= row.calls_per_day) {
    return { waitMs: Number(row.ms_to_midnight), words: DAY_USED_UP, plain: DAY_USED_UP };
  }
  if (breakerOf(health, now) === 'open') {
    return { waitMs: (health.openUntil ?? now) - now, words: words ?? DOWN, plain: DOWN };
  }
  return undefined;
}

/** Milliseconds until the account's next midnight, for a statement about `a` (carriers.account). */
export const MS_TO_MIDNIGHT = sql<string>`(extract(epoch from date_trunc('day', clock_timestamp() at time zone a.zone)
  + interval '1 day' - (clock_timestamp() at time zone a.zone)) * 1000)::bigint`;

type Row = Standing & {
  readonly id: string;
  readonly calls_today: number;
  readonly failures: number;
  readonly opened: number;
  readonly open_until_ms: string | null;
  readonly open_zh: string | null;
  readonly open_en: string | null;
  readonly now_ms: string;
};

/**
 * Accounts whose carrier cannot be reached now, with the reason; working ones are absent. An account whose breaker is probing
 * still counts as unreachable.
 */
export async function standstills(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Standstill>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select a.id, a.state, a.state_reason, a.calls_per_day, ${MS_TO_MIDNIGHT} as ms_to_midnight,
      case when g.day = (clock_timestamp() at time zone a.zone)::date then g.calls_today else 0 end as calls_today,
      g.failures, g.opened, (extract(epoch from g.open_until) * 1000)::bigint as open_until_ms, g.open_zh, g.open_en,
      (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms
    from carriers.account a join carriers.gate g on g.account_id = a.id
    where a.id = any(${[...ids]}::bigint[])`.execute(
    ctx.beyondScope('cards of every customer are driven through the platform’s accounts'),
  );
  return new Map(
    rows.flatMap((row) => {
      const now = Number(row.now_ms);
      const openUntil = row.open_until_ms === null ? null : Math.max(Number(row.open_until_ms), now + 1);
      const found = standstillOf(row, {
        health: { failures: row.failures, opened: row.opened, openUntil },
        words: row.open_zh === null ? undefined : text(row.open_zh, row.open_en ?? row.open_zh),
        callsToday: row.calls_today,
        now,
      });
      return found ? [[row.id, found] as const] : [];
    }),
  );
}
