import type { readCycleTile } from '@cardinal/contract/api/reports/dashboard.ts';
import { CardKind } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { CALENDAR_MONTH } from '@cardinal/primitives/cycle.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { type Ctx, holds } from '../../framework/context.ts';
import { carrierAccounts } from '../carriers/face.ts';
import { lastDaysOf, usageByAccount } from '../usage/face.ts';
import { cycleFigures } from './cycleRules.ts';
import { cardLink } from './tileLinks.ts';

/** Covers the running cycle and the previous one. */
const DAYS = 63;

export async function cycleTile(ctx: Ctx): Promise<AnswerOf<typeof readCycleTile>> {
  const now = ctx.clock.now();
  const wanted = lastDaysOf(dayText(now), DAYS);
  // In a zone further east it may be tomorrow already.
  const rows = await usageByAccount(
    ctx.db,
    wanted[0] as string,
    lastDaysOf(dayText(now, 'Pacific/Kiritimati'), 1)[0] as string,
  );
  const ids = [...new Set(rows.map((row) => row.accountId))];
  const accounts = await carrierAccounts(ctx, ids);
  const usage = ids.map((id) => {
    const account = accounts.get(id);
    return {
      rule: account ? { day: account.cycleDay, zone: account.zone } : CALENDAR_MONTH,
      days: new Map(rows.filter((row) => row.accountId === id).map((row) => [row.day, BigInt(row.bytes)])),
    };
  });
  const { used, forecast, last, lastSoFar, endsOn, days } = cycleFigures(usage, now);
  const text = (value: bigint | null): string | null => (value === null ? null : String(value));
  return {
    asOf: now.toISOString(),
    used: String(used),
    forecast: text(forecast),
    last: text(last),
    lastSoFar: text(lastSoFar),
    endsOn: [...endsOn],
    days: days.map((each) => ({ day: each.day, used: text(each.used), forecast: text(each.forecast) })),
    link: holds(ctx.actor, 'flowCard.view') ? cardLink(CardKind.values.flow, { sort: '-flowUsed' }) : null,
  };
}
