import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { GateTable } from '../../../outbound/gate/desk.ts';
import {
  type GateKind,
  MS_TO_MIDNIGHT,
  type Standing,
  type Standstill,
  standstillOf,
} from '../../../outbound/gate/standstill.ts';

declare module '../../../framework/tables.ts' {
  interface Tables {
    'carriers.gate': GateTable;
  }
}

/** The gate to the carriers. */
export const CARRIERS: GateKind = {
  account: 'carriers.account',
  gate: 'carriers.gate',
  words: {
    unknown: text('通道不存在', 'Carrier account not found'),
    paused: text('通道已暂停', 'Carrier account paused'),
    off: text('通道已停用', 'Carrier account disabled'),
    dayUsedUp: text('通道今日调用次数已用完', 'Daily call limit of the carrier account reached'),
    down: text('运营商接口无响应，等待恢复', 'The carrier is not responding; waiting for recovery'),
  },
};

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
      const found = standstillOf(
        row,
        {
          health: { failures: row.failures, opened: row.opened, openUntil },
          words: row.open_zh === null ? undefined : text(row.open_zh, row.open_en ?? row.open_zh),
          callsToday: row.calls_today,
          now,
        },
        CARRIERS.words,
      );
      return found ? [[row.id, found] as const] : [];
    }),
  );
}
