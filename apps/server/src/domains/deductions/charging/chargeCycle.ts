import { DeductionSource, DeductionType } from '@cardinal/contract/enumerations/settlement.ts';
import { type Insertable, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { DeductionTable, Part, TariffRow, VersionRow } from '../deductionTables.ts';
import {
  amountOf,
  type Charged,
  chargesOf,
  cycleCharges,
  exactText,
  type Priced,
  priceOf,
  trimmed,
  type Used,
  weightOf,
} from '../rating/chargeRules.ts';
import { beyond } from '../tariffs/tariffStore.ts';
import {
  addToCards,
  addToCycle,
  type CycleRow,
  cycleRows,
  type Open,
  roundCards,
  type Taken,
  TOGETHER,
  takeFigures,
} from './takeFigures.ts';

export type Charging = { readonly tariff: TariffRow; readonly versions: readonly VersionRow[] };

export const pricedOf = (version: VersionRow): Priced => ({
  revision: version.revision,
  price: priceOf(version.unit_price ?? '0'),
  freeBytes: BigInt(version.free_bytes),
  rounding: version.rounding,
});

type Cycle = ReadonlyMap<string, readonly Used[]>;

/** What each card of a cycle used by versions, with what was taken since. */
function usedOf(rows: readonly CycleRow[], versions: readonly VersionRow[], taken: readonly Taken[]): Cycle {
  const sums = new Map<string, Map<number, bigint>>();
  for (const { cardId, revision, charged } of [...rows, ...taken]) {
    const own = sums.get(cardId) ?? new Map<number, bigint>();
    own.set(revision, (own.get(revision) ?? 0n) + charged);
    sums.set(cardId, own);
  }
  const priced = versions.map(pricedOf);
  return new Map(
    [...sums].map(([cardId, own]) => [
      cardId,
      priced.flatMap((version) => {
        const bytes = own.get(version.revision);
        return bytes === undefined ? [] : [{ version, bytes }];
      }),
    ]),
  );
}

const weightIn = (cycle: Cycle, cardId: string): bigint => weightOf(chargesOf(cycle.get(cardId) ?? []));

/** Sums by card what was taken, each with what it comes to more; an account has one amount for all of them. */
function cardsOfRun(tariff: TariffRow, taken: readonly Taken[], before: Cycle, after: Cycle) {
  const isAccount = tariff.type === DeductionType.values.AccountPayByQuantity;
  return [...Map.groupBy(taken, ({ cardId }) => cardId)].map(([cardId, own]) => ({
    cardId,
    bytes: own.reduce((sum, { bytes }) => sum + bytes, 0n),
    charged: own.reduce((sum, { charged }) => sum + charged, 0n),
    weight: isAccount ? null : weightIn(after, cardId) - weightIn(before, cardId),
    isCorrected: own.some(({ isCorrected }) => isCorrected),
  }));
}

const partsOf = (charges: readonly Charged[], versions: readonly VersionRow[]): Part[] =>
  charges
    .filter(({ bytes }) => bytes !== 0n)
    .map(({ version: { revision }, bytes, weight }) => ({
      revision,
      unitPrice: trimmed(versions.find((each) => each.revision === revision)?.unit_price ?? '0'),
      bytes: String(bytes),
      amount: exactText(weight),
    }));

/** Cards that used more than their packages, where nothing is charged for that. */
async function noteBeyond(ctx: Ctx, tariff: TariffRow, taken: readonly Taken[], after: Cycle): Promise<void> {
  const cardIds = taken
    .filter(({ charged, cardId }) => charged > 0n && chargesOf(after.get(cardId) ?? []).some(({ bytes }) => bytes > 0n))
    .map(({ cardId }) => cardId);
  await noteDue(ctx, tariff.id, [...new Set(cardIds)]);
}

/** Cards whose stop is due, unless they are stopped by this tariff already. */
export async function noteDue(ctx: Ctx, tariffId: string, cardIds: readonly string[]): Promise<void> {
  if (cardIds.length === 0) return;
  await sql`
    insert into deductions.arrears (id, tariff_id, card_id, state, at)
    select g.id, ${tariffId}::bigint, g.card_id, 'due', ${ctx.clock.now()}::timestamptz
    from unnest(${cardIds.map(() => ctx.ids.next())}::bigint[], ${[...cardIds]}::bigint[]) as g (id, card_id)
    on conflict (tariff_id, card_id) where state <> 'over' do nothing`.execute(beyond(ctx));
}

/**
 * Charges a cycle of a tariff for its new figures: what the whole cycle comes to by now, rounded once, less what was charged before. Nothing
 * to charge leaves them in the open deduction. In the caller's transaction, which holds the tariff.
 */
export async function chargeCycle(
  ctx: Ctx,
  { tariff, versions }: Charging,
  open: Open,
): Promise<Omit<Insertable<DeductionTable>, 'posting_id'> | undefined> {
  const rows = await cycleRows(ctx, tariff.id, open);
  const taken = await takeFigures(ctx, tariff.id, open);
  const [before, after] = [usedOf(rows, versions, []), usedOf(rows, versions, taken)];
  await addToCycle(ctx, tariff.id, open.cycle, taken);
  await addToCards(ctx, open.id, cardsOfRun(tariff, taken, before, after));
  if (tariff.source === DeductionSource.values.package) {
    await noteBeyond(ctx, tariff, taken, after);
    return undefined;
  }
  const charges = cycleCharges(tariff.type, after.values());
  const total = amountOf(weightOf(charges), tariff.currency);
  const amount = total - open.charged;
  if (amount === 0n) return undefined;
  await beyond(ctx)
    .updateTable('deductions.tariff_cycle')
    .set({ charged: String(total), open_id: ctx.ids.next() })
    .where('tariff_id', '=', tariff.id)
    .where('cycle', '=', open.cycle)
    .where('card_id', '=', open.cardId)
    .execute();
  await roundCards(ctx, open.id, tariff.currency);
  return {
    ...(await factsOf(ctx, open, versions)),
    ...identityOf(tariff, open.cycle),
    id: open.id,
    at: ctx.clock.now(),
    amount: String(amount),
    total: String(total),
    parts: JSON.stringify(partsOf(charges, versions)),
    card_id: open.cardId === TOGETHER ? null : open.cardId,
  };
}

const identityOf = ({ id, customer_id, owner_id, type, source, currency }: TariffRow, cycle: string) => ({
  tariff_id: id,
  customer_id,
  owner_id,
  type,
  source,
  currency,
  cycle,
});

type Facts = {
  bytes: string;
  charged: string;
  cards: number;
  from_at: Date;
  to_at: Date;
  revision: number;
  least: number;
};

/** What a deduction that is complete says of its figures. */
async function factsOf(ctx: Ctx, { id }: Open, versions: readonly VersionRow[]) {
  const { rows } = await sql<Facts>`
    select sum(bytes)::text as bytes, sum(charged)::text as charged,
      count(distinct card_id)::int as cards, min(at) as from_at, max(at) as to_at, max(revision) as revision,
      min(revision) as least
    from deductions.figure where deduction_id = ${id}`.execute(beyond(ctx));
  const found = rows[0] as Facts;
  const price = versions.find(({ revision }) => revision === found.revision)?.unit_price ?? null;
  return {
    bytes: found.bytes,
    charged_bytes: found.charged,
    package_bytes: String(BigInt(found.bytes) - BigInt(found.charged)),
    cards: found.cards,
    from_at: found.from_at,
    to_at: found.to_at,
    revision: found.revision,
    unit_price: found.least === found.revision ? price : null,
  };
}
