import type { readUsageTile } from '@cardinal/contract/api/reports/dashboard.ts';
import { CardKind } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { type Ctx, holds } from '../../framework/context.ts';
import { capabilitiesOf, carrierAccounts } from '../carriers/face.ts';
import { lastDaysOf, lateDaysOf, usageByAccount, usageTotals } from '../usage/face.ts';
import { cardLink } from './tileLinks.ts';

const DAYS = 30;
type Answer = AnswerOf<typeof readUsageTile>;

export async function usageTile(ctx: Ctx): Promise<Answer> {
  const now = ctx.clock.now();
  const wanted = lastDaysOf(dayText(now), DAYS);
  const found = new Map(
    (await usageTotals(ctx.db, wanted[0] as string, wanted.at(-1) as string)).map((day) => [day.day, day]),
  );
  const days = wanted.map((day) => ({
    day,
    bytes: found.get(day)?.bytes ?? '0',
    cards: found.get(day)?.cards ?? 0,
  }));
  const ago = (count: number): string => days.at(-1 - count)?.bytes ?? '0';
  return {
    asOf: now.toISOString(),
    today: ago(0),
    yesterday: ago(1),
    weekAgo: ago(7),
    days,
    ...(await ofAccounts(ctx, now)),
    link: holds(ctx.actor, 'flowCard.view') ? cardLink(CardKind.values.flow, { sort: '-usedToday' }) : null,
  };
}

/** The zones of recently used accounts whose date differs from ours, and whether any reports a day's usage on the next day. */
async function ofAccounts(ctx: Ctx, now: Date): Promise<Pick<Answer, 'elsewhere' | 'isWithoutLate'>> {
  const today = dayText(now);
  const [from] = lastDaysOf(today, 7);
  // In a zone further east it may be tomorrow already.
  const rows = await usageByAccount(ctx.db, from as string, dayText(now, 'Pacific/Kiritimati'));
  const accounts = await carrierAccounts(ctx, [...new Set(rows.map((row) => row.accountId))]);
  const zones = [...new Set([...accounts.values()].map(({ zone }) => zone))].sort();
  const can = await Promise.all([...accounts.keys()].map((id) => capabilitiesOf(ctx, id)));
  return {
    elsewhere: zones.map((zone) => ({ zone, day: dayText(now, zone) })).filter(({ day }) => day !== today),
    isWithoutLate: can.some((each) => each !== undefined && lateDaysOf(each) > 0),
  };
}
