import type { CustomerKind } from '@cardinal/contract/enumerations/customer.ts';
import type { LedgerTransactionKind } from '@cardinal/contract/enumerations/ledger.ts';
import { ConsumeType } from '@cardinal/contract/enumerations/payment.ts';
import { type Money, money, negated, placesOf } from '@cardinal/primitives/money.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { Ctx } from '../../framework/context.ts';
import { closeDays, type LedgerAccount, type Leg, ofCustomer, openAccount, post, setCredit } from '../ledger/face.ts';

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
  level === 2 ? 80_000 : kind === 'AGENT' ? 15_000 : 1_500;

type Purse = {
  readonly id: string;
  readonly parentId: string;
  readonly currency: string;
  readonly balance: LedgerAccount;
};

/** Five months of recharges, transfers and charges of all customers, the same on every machine; closed days included. */
export async function seedDemo(ctx: Ctx): Promise<void> {
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
  const ofPlatform = (kind: 'clearing' | 'revenue', currency: string) =>
    openAccount(ctx, { owner: 'platform', ownerId: '1', customerId: '1', currency, kind });
  const now = ctx.clock.now().getTime();
  let number = 0;
  const at = (day: number): Ctx => {
    const moment = new Date(now - day * DAY_MS - (1 + random.int(20)) * 1_800_000);
    return { ...ctx, clock: { now: () => moment } };
  };
  const say = (kind: LedgerTransactionKind, consumeType?: ConsumeType) => {
    number += 1;
    const businessNo = `${kind === 'sale' ? 'KF' : 'CZ'}${String(number).padStart(8, '0')}`;
    return { key: `demo:accounts:${number}`, kind, businessNo, ...(consumeType ? { consumeType } : {}) };
  };
  const amount = (main: number, currency: string): Money => {
    const places = placesOf(currency);
    return money(BigInt(main) * 10n ** BigInt(places) + BigInt(places ? random.int(100) : 0), currency);
  };
  const moved = (from: LedgerAccount, to: LedgerAccount, sum: Money): Leg[] => [
    { account: from, amount: negated(sum) },
    { account: to, amount: sum },
  ];

  // The first recharge reaches far; a customer is recharged by its parent, a child of the platform through the provider.
  const recharge = async (purse: Purse, day: number, main: number) => {
    const parent = purses.get(purse.parentId);
    const from = parent?.balance ?? (await ofPlatform('clearing', purse.currency));
    const legs = moved(from, purse.balance, amount(main, purse.currency));
    await post(at(day), say(parent ? 'transfer' : 'recharge'), legs);
  };
  const charge = async (purse: Purse, day: number) => {
    const [type, most] = CHARGES[random.int(CHARGES.length)] ?? CHARGES[0];
    const price = amount(Math.ceil(most / 10) + random.int(most), purse.currency);
    const revenue = await ofPlatform('revenue', purse.currency);
    const parent = purses.get(purse.parentId);
    const margin = parent ? money(price.minor / 5n, price.currency) : undefined;
    const legs: Leg[] = [{ account: purse.balance, amount: negated(price) }];
    if (parent && margin && margin.minor > 0n) {
      const profit = await openAccount(ctx, ofCustomer(parent.id, purse.currency, 'profit'));
      legs.push({ account: profit, amount: margin });
      legs.push({ account: revenue, amount: money(price.minor - margin.minor, price.currency) });
    } else legs.push({ account: revenue, amount: price });
    await post(at(day), say('sale', type), legs);
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
  for (let day = DAYS - 1; day > 0; day -= 1)
    for (const purse of purses.values()) {
      if (random.int(16) === 0) await charge(purse, day);
      if (random.int(36) === 0) await recharge(purse, day, 500 + random.int(2_500));
    }
  await closeDays(ctx);
}
