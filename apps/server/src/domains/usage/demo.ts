import { type CycleRule, cycleOf } from '@cardinal/primitives/cycle.ts';
import { type Random, seededRandom } from '@cardinal/primitives/random.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { CopyValue } from '../../framework/copyRows.ts';
import { carrierAccounts } from '../carriers/face.ts';
import { lastDaysOf } from './dailyUsage.ts';
import { seedUsual } from './demoUsual.ts';
import { seedVoiceDays } from './demoVoice.ts';

const DAYS = 60;
const CARDS_AT_ONCE = 2_000;
/** One card in this many has an unusual jump on one of its last days. */
const JUMPS_ONE_IN = 120;
const JUMP = 9;
/** The most a card used in the twenty days before it was stopped. */
const ONCE_USED = 60 * 1_048_576;

type Card = {
  readonly id: string;
  readonly customer_id: string;
  readonly carrier_account_id: string;
  readonly lifecycle: string;
  readonly activated_at: Date | null;
  readonly last_session_at: Date | null;
  readonly flow_used: string | null;
  readonly used_today: string | null;
  readonly usage_at: Date | null;
};

/**
 * Two months of daily usage for the demo's cards; the sums match the volumes in the lists. Not one transaction: the rest of an
 * interrupted run is removed first.
 */
export async function seedDemo(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('usage.customer_day').execute();
  await ctx.db.deleteFrom('usage.card_day').execute();
  await ctx.db.deleteFrom('usage.card_counter').execute();
  await ctx.db.deleteFrom('usage.card_usual').execute();
  const random = seededRandom('demo usage');
  const now = ctx.clock.now();
  const days = lastDaysOf(dayText(now), DAYS);
  await ctx.copyRows('usage.card_day', ['card_id', 'day', 'bytes', 'customer_id'], demoDays(ctx, random, days));
  await ctx.copyRows('usage.card_counter', COUNTER, demoCounters(ctx));
  await seedUsual(ctx);
  await seedVoiceDays(ctx);
  await sql`
    insert into usage.customer_day (customer_id, carrier_account_id, day, bytes, cards)
    with d as (select card_id, customer_id, day, bytes from usage.card_day)
    select d.customer_id, k.carrier_account_id, d.day, sum(d.bytes), count(*)
    from d join cards.v_card k on k.id = d.card_id group by 1, 2, 3`.execute(
    ctx.beyondScope('the totals of the rows just made'),
  );
}

const COUNTER = ['card_id', 'cycle', 'counter', 'lost', 'day', 'day_base', 'read_at'];

/** The counters behind the lists' figures: the next reading continues from them. */
async function* demoCounters(ctx: Ctx): AsyncGenerator<readonly CopyValue[]> {
  const now = ctx.clock.now();
  for await (const { card, rule } of demoCards(ctx)) {
    const used = Number(card.flow_used);
    const before = Math.max(0, used - Number(card.used_today ?? 0));
    const day = card.used_today === null ? new Date(now.getTime() - DAY_MS) : now;
    yield [card.id, cycleOf(now, rule).key, used, 0, dayText(day), before, card.usage_at ?? now];
  }
}

async function* demoDays(ctx: Ctx, random: Random, days: readonly string[]): AsyncGenerator<readonly CopyValue[]> {
  const now = ctx.clock.now();
  for await (const { card, rule } of demoCards(ctx)) {
    yield* daysOfCard(card, days, dayText(cycleOf(now, rule).start), random);
  }
}

/** Cards that were ever used, with their accounts' cycles. */
async function* demoCards(ctx: Ctx): AsyncGenerator<{ card: Card; rule: CycleRule }> {
  for (let after = '0'; ; ) {
    const cards = await cardsAfter(ctx, after);
    const accounts = await carrierAccounts(
      ctx,
      cards.map((card) => card.carrier_account_id),
    );
    for (const card of cards) {
      const account = accounts.get(card.carrier_account_id);
      yield { card, rule: { day: account?.cycleDay ?? 1, zone: account?.zone ?? 'Asia/Shanghai' } };
    }
    const last = cards.at(-1);
    if (!last) return;
    after = last.id;
  }
}

const cardsAfter = (ctx: Ctx, after: string): Promise<Card[]> =>
  ctx.db
    .selectFrom('cards.v_card')
    .select([
      'id',
      'customer_id',
      'carrier_account_id',
      'lifecycle',
      'activated_at',
      'last_session_at',
      'flow_used',
      'used_today',
      'usage_at',
    ])
    .where('id', '>', after)
    .where('flow_used', 'is not', null)
    .where('activated_at', 'is not', null)
    .orderBy('id')
    .limit(CARDS_AT_ONCE)
    .execute();

/** Devices are less active at weekends, and no two days are equal. */
const weightOf = (day: string, random: Random): number => {
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
  return (isWeekend ? 60 : 100) + random.int(80);
};

/**
 * The days of the running cycle sum to the card's usage in it. Today is the value its list shows, and absent if it shows none;
 * earlier days are similar. A stopped card ends with its last session.
 */
function* daysOfCard(
  card: Card,
  days: readonly string[],
  cycleStart: string,
  random: Random,
): Generator<readonly CopyValue[]> {
  const today = days.at(-1) as string;
  const first = dayText(card.activated_at ?? new Date(Date.parse(today) - DAY_MS));
  const isActive = card.lifecycle === 'activated';
  // A carrier that reports each day on the next has reported nothing for today.
  const lastTold = card.used_today === null ? (days.at(-2) as string) : today;
  const last = isActive ? lastTold : dayText(card.last_session_at ?? new Date(today));
  const alive = days.filter((day) => day >= first && day <= last);
  const inCycle = alive.filter((day) => day >= cycleStart && day < today);
  const usedToday = isActive ? Number(card.used_today ?? 0) : 0;
  const before = Math.max(0, Number(card.flow_used ?? 0) - usedToday);
  const jumpedOn = random.int(JUMPS_ONE_IN) === 0 ? inCycle.at(-1 - random.int(4)) : undefined;
  const weights = inCycle.map((day) => weightOf(day, random) * (day === jumpedOn ? JUMP : 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let given = 0;
  // A card unused since its cycle began has plausible days before it.
  const mean = inCycle.length > 0 ? before / inCycle.length : (before || random.int(ONCE_USED)) / 20;
  for (const day of alive) {
    const place = inCycle.indexOf(day);
    let bytes = usedToday;
    if (place >= 0) {
      const isLast = place === inCycle.length - 1;
      bytes = isLast ? before - given : Math.floor((before * (weights[place] ?? 0)) / sum);
      given += bytes;
    } else if (day !== today) bytes = Math.floor((mean * weightOf(day, random)) / 140);
    yield [card.id, day, Math.max(0, bytes), card.customer_id];
  }
}
