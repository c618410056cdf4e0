import type { EngineCode } from '@cardinal/contract/enumerations/engine.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { type Language, say, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { nextMonth } from '@cardinal/primitives/zone.ts';
import type { Ctx } from '../../framework/context.ts';
import { periodOf } from './engineRules.ts';
import { dayOf } from './engineStore.ts';
import type { EngineRow, SubscriptionRow } from './engineTables.ts';

type Terms = Pick<EngineRow, 'list_price' | 'steps' | 'state'>;
const TERMS: Readonly<Record<EngineCode, Terms>> = {
  location: {
    list_price: '10',
    steps: [
      { from: 1_000, folds: '9' },
      { from: 10_000, folds: '7.5' },
    ],
    state: 'on',
  },
  diagnosis: { list_price: '2', steps: [], state: 'on' },
  esim: { list_price: '30', steps: [{ from: 500, folds: '8.5' }], state: 'on' },
  numbering: { list_price: '50000', steps: [], state: 'off' },
};
const ENGINE = { location: '1', diagnosis: '2', esim: '3', numbering: '4' } as const satisfies Record<
  EngineCode,
  string
>;

/** The agent below pays less than the list price; the one below it pays less than its parent does. */
const PRICES = [
  { id: '9501', code: 'location', customerId: '10', price: '8', next: '9' },
  { id: '9502', code: 'location', customerId: '11', price: '7', next: null },
  { id: '9503', code: 'location', customerId: '12', price: '10', next: null },
  { id: '9504', code: 'esim', customerId: '20', price: '28', next: null },
  { id: '9505', code: 'diagnosis', customerId: '10', price: '1', next: null },
] as const;

type Sample = {
  readonly id: string;
  readonly code: EngineCode;
  readonly customerId: string;
  readonly daysAgo: number;
  readonly days: number;
  readonly cardLimit: number | null;
  readonly stoppedDaysAgo?: number;
};
/** 9602 is running: the API's example stops it. */
const SUBSCRIPTIONS: readonly Sample[] = [
  { id: '9601', code: 'location', customerId: '10', daysAgo: 12, days: 30, cardLimit: 500 },
  { id: '9602', code: 'location', customerId: '12', daysAgo: 25, days: 30, cardLimit: null },
  { id: '9603', code: 'diagnosis', customerId: '10', daysAgo: 31, days: 30, cardLimit: 200 },
  { id: '9604', code: 'esim', customerId: '20', daysAgo: 70, days: 30, cardLimit: null },
  { id: '9605', code: 'diagnosis', customerId: '11', daysAgo: 20, days: 30, cardLimit: 100, stoppedDaysAgo: 6 },
];

/** Whose cards the engines worked on in the last weeks, and how often a day. */
const USED = [
  { code: 'location', customerId: '10', cards: 180, calls: 40 },
  { code: 'location', customerId: '12', cards: 60, calls: 12 },
  { code: 'diagnosis', customerId: '10', cards: 90, calls: 25 },
  { code: 'diagnosis', customerId: '11', cards: 30, calls: 9 },
  { code: 'diagnosis', customerId: '20', cards: 0, calls: 6 },
  { code: 'location', customerId: '20', cards: 0, calls: 4 },
] as const;
const USED_DAYS = 40;

type CardsOf = (customerId: string, count: number) => Promise<readonly { readonly cardId: string }[]>;

/** Published engines, trials in every state, and forty days of use. All engines stay free, so that nothing is refused. */
export async function seedDemo(ctx: Ctx, cardsOf: CardsOf): Promise<void> {
  const now = ctx.clock.now();
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * DAY_MS);
  for (const [code, { steps, ...terms }] of Object.entries(TERMS)) {
    await ctx.db
      .updateTable('engines.engine')
      .set({ ...terms, steps: JSON.stringify(steps), updated_at: at(60) })
      .where('code', '=', code as EngineCode)
      .execute();
  }
  await ctx.db
    .insertInto('engines.customer_price')
    .values(
      PRICES.map(({ id, code, customerId, price, next }, index) => ({
        id,
        engine_id: ENGINE[code],
        customer_id: customerId,
        price,
        next_price: next,
        next_at: next === null ? null : nextMonth(now),
        updated_at: at(40 - index),
      })),
    )
    .execute();
  await ctx.db
    .insertInto('engines.subscription')
    .values(SUBSCRIPTIONS.map((sample) => subscriptionOf(ctx.language, sample, at)))
    .execute();
  await seedUse(ctx, cardsOf, at);
}

const STOP_WHY = text('客户改用自有诊断工具', 'The customer uses a diagnosis tool of its own');

function subscriptionOf(language: Language, sample: Sample, at: (daysAgo: number) => Date): SubscriptionRow {
  const stopped = sample.stoppedDaysAgo;
  return {
    id: sample.id,
    engine_id: ENGINE[sample.code],
    customer_id: sample.customerId,
    is_trial: true,
    card_limit: sample.cardLimit,
    starts_at: at(sample.daysAgo),
    ends_at: at(sample.daysAgo - sample.days),
    off_at: at(sample.daysAgo - sample.days - 3),
    granted_by: 'admin',
    stopped_at: stopped === undefined ? null : at(stopped),
    stopped_by: stopped === undefined ? null : 'admin',
    stop_reason: stopped === undefined ? null : say(STOP_WHY, language),
  };
}

/** Cards join in the first days of a month and stay until it ends; those of the current month are stored one by one. */
async function seedUse(ctx: Ctx, cardsOf: CardsOf, at: (daysAgo: number) => Date): Promise<void> {
  const random = seededRandom('demo engines');
  const current = periodOf(dayOf(at(0)));
  for (const { code, customerId, cards, calls } of USED) {
    const pair = { engine_id: ENGINE[code], customer_id: customerId };
    const known = cards === 0 ? [] : await cardsOf(customerId, cards);
    let period = '';
    let counted = 0;
    for (let daysAgo = USED_DAYS; daysAgo >= 0; daysAgo -= 1) {
      const day = dayOf(at(daysAgo));
      if (periodOf(day) !== period) [period, counted] = [periodOf(day), 0];
      const joined = Math.min(known.length - counted, 5 + random.int(12));
      const members = known.slice(counted, counted + joined);
      counted += joined;
      if (period === current && members.length > 0) {
        await ctx.db
          .insertInto('engines.member')
          .values(members.map(({ cardId }) => ({ card_id: cardId, ...pair, period, joined_on: day })))
          .execute();
      }
      await ctx.db
        .insertInto('engines.usage')
        .values({
          ...pair,
          day,
          cards: counted,
          joined,
          calls: String(Math.max(1, calls - 5 + random.int(11))),
          counted_at: daysAgo === 0 ? null : at(daysAgo),
        })
        .execute();
    }
  }
}
