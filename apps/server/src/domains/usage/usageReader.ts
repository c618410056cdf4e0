import { cycleOf } from '@cardinal/primitives/cycle.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import type { Ctx } from '../../framework/context.ts';
import { addressOf } from '../cards/face.ts';
import { type DueCard, type Heard, idsByIccid, type PollReader } from '../carrierSync/face.ts';
import {
  type CallAbout,
  type Capabilities,
  type CarrierAccountFacts,
  callCarrier,
  type PeriodUsage,
} from '../carriers/face.ts';
import { lateDaysOf } from './lateDays.ts';
import { addToTotals, type TotalMove } from './recordUsage.ts';
import { takeUsage, type UsageReading } from './takeUsage.ts';

type From = { readonly account: CarrierAccountFacts; readonly can: Capabilities; readonly about: CallAbout };
type Many = { readonly found: readonly PeriodUsage[]; readonly unknown: readonly string[] };

/** Polls usage in the carrier's batches if it has them, otherwise card by card. */
export const usageReader: PollReader = {
  kind: 'usage',
  read: (ctx, { isMany, ...from }, cards) => (isMany ? readMany(ctx, from, cards) : readOne(ctx, from, cards)),
};

async function readOne(ctx: Ctx, { account, can, about }: From, [card]: readonly DueCard[]): Promise<Heard> {
  const readAt = ctx.clock.now();
  if (!card) return nothing(readAt);
  const outcome = await callCarrier(ctx, account.id, 'getUsage', addressOf(card), about);
  if (outcome.kind === 'unavailable') return { kind: 'unavailable', until: outcome.retryAt, words: outcome.words };
  if (outcome.kind !== 'ok') return nothing(readAt);
  const { cycleBytes, cycleSeconds: seconds, cycleMessages: messages } = outcome.answer;
  const reading = { cardId: card.id, cycleBytes, days: [], seconds, messages };
  return heard(account, [reading], readAt, lateDaysOf(can));
}

/**
 * The cycle and the day; the first reading of a day also reads the previous day, which is final only then. For a carrier that
 * lags, it also reads the days before.
 */
async function readMany(ctx: Ctx, { account, can, about }: From, cards: readonly DueCard[]): Promise<Heard> {
  const readAt = ctx.clock.now();
  const { zone, cycleDay: day } = account;
  const today = dayText(readAt, zone);
  const isFirst = cards.some((card) => card.usage_at !== null && dayText(card.usage_at, zone) < today);
  const lateDays = lateDaysOf(can);
  const closed = Array.from({ length: 1 + lateDays }, (_, n) =>
    dayText(new Date(readAt.getTime() - (n + 1) * DAY_MS), zone),
  );
  const tells = can.usagePeriods ?? ['month', 'today'];
  const periods = [
    ...(tells.includes('month') ? [{ period: 'month', on: cycleOf(readAt, { day, zone }).key } as const] : []),
    ...(tells.includes('today') ? [{ period: 'day', on: today } as const] : []),
    ...(isFirst ? closed.map((on) => ({ period: 'day', on }) as const) : []),
  ] as const;
  const answers: (Many & (typeof periods)[number])[] = [];
  for (const asked of periods) {
    const args = { cards: cards.map(addressOf), ...asked };
    const outcome = await callCarrier(ctx, account.id, 'getUsages', args, about);
    if (outcome.kind === 'unavailable') return { kind: 'unavailable', until: outcome.retryAt, words: outcome.words };
    if (outcome.kind === 'ok') answers.push({ ...outcome.answer, ...asked });
  }
  const idOf = idsByIccid(cards);
  const readings = new Map<string, UsageReading>();
  for (const { found, period, on } of answers) {
    for (const { iccid, bytes } of found) {
      const cardId = idOf(iccid);
      if (!cardId) continue;
      const so = readings.get(cardId) ?? { cardId, cycleBytes: null, days: [], seconds: null, messages: null };
      const days = period === 'day' && bytes !== null ? [...so.days, { day: on, bytes }] : so.days;
      readings.set(cardId, { ...so, days, cycleBytes: period === 'month' ? bytes : so.cycleBytes });
    }
  }
  return heard(account, [...readings.values()], readAt, lateDays);
}

function heard(account: CarrierAccountFacts, readings: readonly UsageReading[], readAt: Date, lateDays: number): Heard {
  let moves: readonly TotalMove[] = [];
  return {
    kind: 'heard',
    readAt,
    answered: readings.map((reading) => reading.cardId),
    unknown: [],
    apply: async (inside) => {
      moves = await takeUsage(inside, account, readings, readAt, lateDays);
    },
    total: (inside) => addToTotals(inside, moves),
  };
}

const nothing = (readAt: Date): Heard => ({
  kind: 'heard',
  readAt,
  answered: [],
  unknown: [],
  apply: async () => {},
});
