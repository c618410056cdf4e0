import type { CustomerKind } from '@cardinal/contract/enumerations/customer.ts';
import { ConsumeType } from '@cardinal/contract/enumerations/payment.ts';
import { type Money, money, negated, placesOf } from '@cardinal/primitives/money.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { Ctx } from '../../framework/context.ts';
import {
  closeDays,
  fundsOf,
  type LedgerAccount,
  type Leg,
  ofCustomer,
  openAccount,
  post,
  requirePosted,
  setCredit,
} from '../ledger/face.ts';
import { addRecharge } from './recharges/demoRecharges.ts';

const DAYS = 150;
/** What customers are charged for, and how much at most in the currency's main unit. */
const CHARGES = [
  [ConsumeType.values.platformPackage, 900],
  [ConsumeType.values.monthlyDeduction, 600],
  [ConsumeType.values.poolPackage, 1_500],
  [ConsumeType.values.realTimeDeduction, 120],
  [ConsumeType.values.shutdownKeepFee, 40],
  [ConsumeType.values.engine, 80],
] as const;

/** Enough for those below. */
const firstRecharge = (kind: CustomerKind, level: number): number =>
  level === 2 ? 200_000 : kind === 'AGENT' ? 25_000 : 3_000;

/** A day of the demo, for what later rooms sell on it: the ledger numbers postings, so they are made in the order of time. */
export type DemoDay = {
  /** The context at the day's next moment, some minutes after the last one. */
  readonly next: () => Ctx;
  /** Recharges a customer that cannot pay an amount, and those above it. */
  readonly afford: (customerId: string, sum: Money) => Promise<void>;
  /** An account of a customer. */
  readonly staffOf: (customerId: string) => { readonly id: string; readonly account: string } | undefined;
};

type Purse = {
  readonly id: string;
  readonly parentId: string;
  readonly currency: string;
  readonly balance: LedgerAccount;
};

/**
 * Five months of recharges, transfers and charges of all customers, and of what later rooms `sell` each day, the same on every
 * machine; closed days included.
 */
export async function seedDemo(ctx: Ctx, sell: (day: DemoDay) => Promise<void> = async () => {}): Promise<void> {
  const random = seededRandom('demo accounts');
  const customers = await ctx.db
    .selectFrom('customers.v_customer')
    .select(['id', 'parent_id', 'currency', 'kind', 'settlement_mode', 'level'])
    .where('kind', '<>', 'PLATFORM')
    .orderBy('level')
    .orderBy('id')
    .execute();
  const purses = new Map<string, Purse>();
  for (const { id, parent_id, currency } of customers) {
    const balance = await openAccount(ctx, ofCustomer(id, currency, 'balance'));
    purses.set(id, { id, parentId: parent_id ?? '', currency, balance });
  }
  const staff = await ctx.db
    .selectFrom('identity.v_account')
    .select(['id', 'customer_id', 'account'])
    .orderBy('id', 'desc')
    .execute();
  const makers = new Map(staff.map((each) => [each.customer_id, each]));
  const now = ctx.clock.now().getTime();
  // One after the other, as the ledger numbers them.
  let [today, step] = [0, 0];
  const at = (day: number): Ctx => {
    step = day === today ? step + 1 + random.int(3) : random.int(60);
    today = day;
    const moment = new Date(now - (day + 0.5) * DAY_MS + step * 240_000);
    return { ...ctx, clock: { now: () => moment } };
  };
  const amount = (main: number, currency: string): Money => {
    const places = placesOf(currency);
    return money(BigInt(main) * 10n ** BigInt(places) + BigInt(places ? random.int(100) : 0), currency);
  };
  let recharges = 0;
  const recharge = async (
    purse: Purse,
    day: number,
    main: number,
    state: 'passed' | 'pending' | 'rejected' = 'passed',
  ) => {
    const payer = {
      id: purse.parentId,
      isPlatform: !purses.has(purse.parentId),
      maker: makers.get(purse.parentId)?.account ?? '',
    };
    const sum = amount(main, purse.currency);
    const parent = purses.get(purse.parentId);
    if (parent) await afford(parent, day, sum);
    recharges += 1;
    await addRecharge(at(day), { n: recharges, customerId: purse.id, payer, amount: sum, state });
  };
  /** Who is short is recharged first. */
  async function afford(purse: Purse, day: number, sum: Money): Promise<void> {
    const { spendable } = await fundsOf(ctx, ofCustomer(purse.id, purse.currency, 'balance'));
    if (spendable >= sum.minor) return;
    await recharge(purse, day, Number(sum.minor / 10n ** BigInt(placesOf(purse.currency))) + 5_000);
  }
  let charges = 0;
  const charge = async (purse: Purse, day: number) => {
    const [type, most] = CHARGES[random.int(CHARGES.length)] ?? CHARGES[0];
    const price = amount(Math.ceil(most / 10) + random.int(most), purse.currency);
    await afford(purse, day, price);
    const platform = { owner: 'platform', ownerId: '1', customerId: '1', currency: purse.currency } as const;
    const revenue = await openAccount(ctx, { ...platform, kind: 'revenue' });
    const legs: Leg[] = [
      { account: purse.balance, amount: negated(price) },
      { account: revenue, amount: price },
    ];
    charges += 1;
    const businessNo = `KF${String(charges).padStart(8, '0')}`;
    requirePosted(
      await post(at(day), { key: `demo:charge:${charges}`, kind: 'sale', businessNo, consumeType: type }, legs),
    );
  };

  for (const { id, kind, level } of customers) {
    const purse = purses.get(id);
    if (purse) await recharge(purse, DAYS, firstRecharge(kind, level) + random.int(3_000));
  }
  for (const { id, currency, settlement_mode, level } of customers)
    if (level <= 3 && (settlement_mode === 'postpaid' || random.int(6) === 0))
      await setCredit(
        ctx,
        id,
        money(BigInt(level === 2 ? 50_000 : 2_000) * 10n ** BigInt(placesOf(currency)), currency),
      );
  for (let day = DAYS - 1; day > 0; day -= 1) {
    for (const purse of purses.values()) {
      if (random.int(16) === 0) await charge(purse, day);
      if (random.int(36) === 0) await recharge(purse, day, 500 + random.int(2_500));
    }
    await sell({
      next: () => at(day),
      afford: async (customerId, sum) => {
        const purse = purses.get(customerId);
        if (purse) await afford(purse, day, sum);
      },
      staffOf: (customerId) => makers.get(customerId),
    });
  }
  const sample = purses.get('10');
  if (sample) {
    await recharge(sample, 0, 800, 'rejected');
    await recharge(sample, 0, 5_000, 'pending');
  }
  await closeDays(ctx);
}
