import { addMoney, type Money, money } from '@cardinal/primitives/money.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openAccount, setCredit, spendable } from './accounts.ts';
import { verifyLedger } from './checkLedger.ts';
import { foldPostings } from './foldPostings.ts';
import { anyKey, openBelow, openPurse, type Purse } from './ledgerUnderTest.ts';
import { hold, type NotPosted, type Posted, post, releaseHold, reverse, settleHold } from './post.ts';
import type { LedgerAccount, Leg } from './postingRules.ts';

const it = await forThisFile(testApp({ demo: 'people' }));
const ctx = it.app.systemContext('test');

/** Four levels below the platform; by place, the parent's place. */
const PARENTS = [-1, 0, 0, 1, 1, 2, 3, 5];
const ids: string[] = [];
for (const parent of PARENTS) ids.push(await openBelow(ctx, ids[parent] ?? '1'));

const who = fc.nat(PARENTS.length - 1);
const amount = fc.integer({ min: 1, max: 900 });
const anOperation = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('recharge' as const), who, amount }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('credit' as const), who, amount: fc.integer({ min: 0, max: 1_500 }) }),
  },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('sale' as const), who, amount }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('transfer' as const), who, to: who, amount }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('hold' as const), who, amount }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('settle' as const), at: fc.nat(20), amount }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('release' as const), at: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('reverse' as const), at: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('profit' as const), who, amount }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('cashOut' as const), who, amount }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('fold' as const) }) },
);
type Operation = typeof anOperation extends fc.Arbitrary<infer T> ? T : never;

/** The plainest bookkeeping of the same operations: sums in a map, floors worked out anew over the whole tree. */
class Model {
  readonly sums = new Map<string, bigint>();
  readonly credits = PARENTS.map(() => 0n);
  readonly holds: { id: string; place: number; source: LedgerAccount; left: bigint }[] = [];
  readonly posted: { id: string; legs: readonly Leg[]; isReversed: boolean }[] = [];
  readonly purses: readonly Purse[];
  constructor(purses: readonly Purse[]) {
    this.purses = purses;
  }

  sum = ({ id }: LedgerAccount): bigint => this.sums.get(id) ?? 0n;

  /** A balance without what those below owe. */
  own(place: number, changes: ReadonlyMap<string, bigint>): bigint {
    const { balance } = this.purses[place]!;
    let own = this.sum(balance) + (changes.get(balance.id) ?? 0n);
    PARENTS.forEach((parent, child) => {
      const below = parent === place ? this.own(child, changes) : 0n;
      if (below < 0n) own += below;
    });
    return own;
  }

  allows(legs: readonly Leg[], isHold = false): boolean {
    const changes = new Map(legs.map(({ account, amount }) => [account.id, amount.minor]));
    const isCarried = PARENTS.every((_, place) => {
      const after = this.own(place, changes);
      return after >= this.own(place, new Map()) || after >= -this.credits[place]!;
    });
    return (
      isCarried &&
      this.purses.every(({ frozen, profit }) => {
        const isTaken = (changes.get(profit.id) ?? 0n) < 0n;
        const hasProfit = !isHold || !isTaken || this.sum(profit) + changes.get(profit.id)! >= 0n;
        return this.sum(frozen) + (changes.get(frozen.id) ?? 0n) >= 0n && hasProfit;
      })
    );
  }

  spendable(place: number): bigint {
    const { balance } = this.purses[place]!;
    const other = { id: 'elsewhere', currency: balance.currency };
    const isAllowed = (minor: bigint) =>
      this.allows([
        { account: balance, amount: money(-minor, balance.currency) },
        { account: other, amount: money(minor, balance.currency) },
      ]);
    let [least, most] = [0n, 100_000n];
    while (least < most) {
      const middle = (least + most + 1n) / 2n;
      if (isAllowed(middle)) least = middle;
      else most = middle - 1n;
    }
    return least;
  }

  apply(legs: readonly Leg[]): void {
    for (const { account, amount } of legs) this.sums.set(account.id, this.sum(account) + amount.minor);
  }
}

const snapshot = async (currency: string) => ({
  accounts: await it.db
    .selectFrom('ledger.account')
    .selectAll()
    .where('currency', '=', currency)
    .orderBy('id')
    .execute(),
  holds: await it.db.selectFrom('ledger.hold').selectAll().orderBy('id').execute(),
  transactions: await it.db
    .selectFrom('ledger.transaction')
    .select((on) => on.fn.countAll().as('n'))
    .execute(),
  postings: await it.db
    .selectFrom('ledger.posting')
    .select((on) => on.fn.countAll().as('n'))
    .execute(),
  deferred: await it.db
    .selectFrom('ledger.deferred_posting')
    .select((on) => on.fn.countAll().as('n'))
    .execute(),
});

type World = { model: Model; clearing: LedgerAccount; revenue: LedgerAccount; minor: (n: bigint | number) => Money };

/** What an operation posts; undefined where there is nothing to do it with. */
function askFor(operation: Operation, { model, clearing, revenue, minor }: World) {
  const purse = 'who' in operation ? model.purses[operation.who]! : undefined;
  const between = (from: LedgerAccount, to: LedgerAccount, n: bigint | number): Leg[] => [
    { account: from, amount: minor(-BigInt(n)) },
    { account: to, amount: minor(n) },
  ];
  switch (operation.does) {
    case 'recharge':
      return { legs: between(clearing, purse!.balance, operation.amount) };
    case 'sale': {
      // Each level above keeps a tenth, the platform the rest.
      const margins: Leg[] = [];
      for (let at = PARENTS[operation.who]!; at >= 0; at = PARENTS[at]!) {
        const margin = BigInt(operation.amount) / 10n;
        if (margin > 0n) margins.push({ account: model.purses[at]!.profitFrozen, amount: minor(margin) });
      }
      const kept = addMoney(
        margins.map(({ amount }) => amount),
        clearing.currency,
      ).minor;
      return {
        legs: [
          { account: purse!.balance, amount: minor(-operation.amount) },
          ...margins,
          { account: revenue, amount: minor(BigInt(operation.amount) - kept) },
        ],
      };
    }
    case 'transfer':
      return operation.to === operation.who
        ? undefined
        : { legs: between(purse!.balance, model.purses[operation.to]!.balance, operation.amount) };
    case 'profit':
      return { legs: between(purse!.profitFrozen, purse!.profit, operation.amount) };
    case 'hold':
      return { legs: between(purse!.balance, purse!.frozen, operation.amount), place: operation.who };
    case 'cashOut':
      return { legs: between(purse!.profit, purse!.frozen, operation.amount), place: operation.who };
    case 'settle': {
      const open = model.holds[operation.at % (model.holds.length || 1)];
      return open && { open, legs: between(model.purses[open.place]!.frozen, revenue, operation.amount) };
    }
    case 'release': {
      const open = model.holds[operation.at % (model.holds.length || 1)];
      return open && { open, legs: between(model.purses[open.place]!.frozen, open.source, open.left) };
    }
    case 'reverse': {
      const of = model.posted[operation.at % (model.posted.length || 1)];
      return of && { of, legs: of.legs.map(({ account, amount }) => ({ account, amount: minor(-amount.minor) })) };
    }
    default:
      return undefined;
  }
}

async function perform(operation: Operation, world: World): Promise<void> {
  const { model, clearing, minor } = world;
  const { currency } = clearing;
  if (operation.does === 'fold') {
    await foldPostings(ctx);
    return;
  }
  if (operation.does === 'credit') {
    const parent = PARENTS[operation.who]!;
    const own = model.own(operation.who, new Map());
    const credit = BigInt(operation.amount);
    const isGranted =
      parent < 0 ||
      credit <= model.credits[operation.who]! ||
      credit <= model.spendable(parent) + (own < 0n ? -own : 0n);
    const isSet = await setCredit(ctx, ids[operation.who]!, minor(credit)).then(
      () => true,
      () => false,
    );
    expect(isSet).toBe(isGranted && own >= -credit);
    if (isSet) model.credits[operation.who] = credit;
    return;
  }
  const asked = askFor(operation, world);
  if (!asked) return;
  const { legs, open, of, place } = asked as {
    legs: Leg[];
    open?: Model['holds'][number];
    of?: Model['posted'][number];
    place?: number;
  };
  const about = { key: anyKey(), kind: 'sale' } as const;
  const before = await snapshot(currency);
  let expected = model.allows(legs, place !== undefined);
  if (open)
    expected =
      open.left > 0n && (operation.does === 'release' || BigInt((operation as { amount: number }).amount) <= open.left);
  if (of) expected = !of.isReversed && expected;
  const run = (): Promise<Posted | NotPosted> =>
    ctx.transact((inside) => {
      if (place !== undefined)
        return hold(inside, about, { from: legs[0]!.account, into: legs[1]!.account, amount: legs[1]!.amount });
      if (of) return reverse(inside, about, of.id);
      if (!open) return post(inside, about, legs);
      return operation.does === 'release'
        ? releaseHold(inside, about, open.id)
        : settleHold(inside, about, open.id, legs);
    });
  const result = await run();
  expect({ operation, isPosted: result.isPosted }).toEqual({ operation, isPosted: expected });
  if (!result.isPosted) {
    expect(await snapshot(currency)).toEqual(before);
    return;
  }
  expect(await run()).toEqual({ ...result, isRepeated: true });
  model.apply(legs);
  if (place !== undefined)
    model.holds.push({
      id: (result as unknown as { holdId: string }).holdId,
      place,
      source: legs[0]!.account,
      left: legs[1]!.amount.minor,
    });
  else if (open) open.left += legs[0]!.amount.minor;
  else if (of) of.isReversed = true;
  else model.posted.push({ id: result.transactionId, legs, isReversed: false });
}

let runs = 0;
/** A currency of each run's own, so that it begins with nothing. */
function nextCurrency(): string {
  runs += 1;
  const letter = (n: number) => String.fromCharCode(65 + (n % 26));
  return `T${letter(Math.floor(runs / 26))}${letter(runs)}`;
}

test('random operations of a four-level tree: nothing is made or lost, no floor is passed, a refusal changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anOperation, { minLength: 20, maxLength: 40 }), async (operations) => {
      const currency = nextCurrency();
      const ofPlatform = { owner: 'platform', ownerId: '1', customerId: '1', currency } as const;
      const purses: Purse[] = [];
      for (const id of ids) purses.push(await openPurse(ctx, id, currency));
      const world: World = {
        model: new Model(purses),
        clearing: await openAccount(ctx, { ...ofPlatform, kind: 'clearing' }),
        revenue: await openAccount(ctx, { ...ofPlatform, kind: 'revenue' }),
        minor: (n) => money(BigInt(n), currency),
      };
      for (const operation of operations) await perform(operation, world);
      await foldPostings(ctx);
      const rows = await it.db.selectFrom('ledger.account').selectAll().where('currency', '=', currency).execute();
      // Conservation; component sanity; the balance derived from what was posted; holds.
      expect(rows.reduce((sum, { balance }) => sum + BigInt(balance), 0n)).toBe(0n);
      for (const row of rows) expect(BigInt(row.balance)).toBe(world.model.sum(row));
      for (const { frozen } of purses) expect(world.model.sum(frozen) >= 0n).toBe(true);
      const held = world.model.holds.reduce((sum, { left }) => sum + left, 0n);
      expect(purses.reduce((sum, { frozen }) => sum + world.model.sum(frozen), 0n)).toBe(held);
      for (const [place, { balance }] of purses.entries())
        expect((await spendable(ctx, balance)).minor).toBe(world.model.spendable(place));
      expect(await verifyLedger(ctx)).toEqual([]);
    }),
    {
      numRuns: Number(process.env['LEDGER_RUNS'] ?? 20),
      ...(process.env['SEED'] ? { seed: Number(process.env['SEED']) } : {}),
    },
  );
}, 600_000);
