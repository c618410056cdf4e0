import { placesOf } from '@cardinal/primitives/money.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { TariffRow } from '../deductionTables.ts';
import { beyond } from '../tariffs/tariffStore.ts';

/** What new figures say of a card, by version. */
export type Taken = {
  readonly cardId: string;
  readonly revision: number;
  readonly bytes: bigint;
  readonly charged: bigint;
  readonly isCorrected: boolean;
};
/** A card that is charged alone, or all cards of a tariff together. */
export const TOGETHER = '0';
/** A cycle with new figures, of a card where each pays for itself. */
export type Open = {
  readonly cycle: string;
  readonly cardId: string;
  readonly id: string;
  readonly charged: bigint;
};

/** Wallets charged in one transaction. */
export const WALLETS_AT_ONCE = 200;

/** Tariffs that have figures nobody took yet. */
export async function tariffsWithNews(ctx: Ctx): Promise<string[]> {
  const { rows } = await sql<{ tariff_id: string }>`
    select distinct tariff_id from deductions.figure where deduction_id is null order by tariff_id`.execute(
    beyond(ctx),
  );
  return rows.map(({ tariff_id }) => tariff_id);
}

const cycleOf = sql`to_char(day, 'YYYY-MM')`;

/** The cycles of a tariff that have new figures, each with the deduction that collects them; by card where wallets pay, so many at once. */
export async function openCycles(ctx: Ctx, { id: tariffId, payer }: TariffRow): Promise<Open[]> {
  const isWallet = payer === 'wallet';
  const { rows } = await sql<{ cycle: string; card_id: string }>`
    select distinct ${cycleOf} as cycle, ${isWallet ? sql`card_id` : sql`0::bigint`}::text as card_id from deductions.figure
    where tariff_id = ${tariffId} and deduction_id is null order by 1, 2
    limit ${isWallet ? WALLETS_AT_ONCE : null}`.execute(beyond(ctx));
  const opened: Open[] = [];
  for (const { cycle, card_id } of rows) {
    const found = await sql<{ open_id: string; charged: string }>`
      insert into deductions.tariff_cycle as t (tariff_id, cycle, card_id, charged, open_id)
      values (${tariffId}, ${cycle}, ${card_id}, 0, ${ctx.ids.next()})
      on conflict (tariff_id, cycle, card_id) do update set charged = t.charged returning open_id::text, charged::text`.execute(
      beyond(ctx),
    );
    const row = found.rows[0];
    if (row) opened.push({ cycle, cardId: card_id, id: row.open_id, charged: BigInt(row.charged) });
  }
  return opened;
}

/** Takes a cycle's new figures into its open deduction: what is committed later waits for the next run. */
export async function takeFigures(ctx: Ctx, tariffId: string, { cycle, cardId, id }: Open): Promise<Taken[]> {
  const first = `${cycle}-01`;
  const { rows } = await sql<{ card_id: string; revision: number; bytes: string; charged: string; corrected: boolean }>`
    with taken as (
      update deductions.figure set deduction_id = ${id}
      where tariff_id = ${tariffId} and deduction_id is null and day >= ${first}::date
        and day < (${first}::date + interval '1 month')::date
        and (${cardId}::bigint = 0 or card_id = ${cardId})
      returning card_id, revision, bytes, charged
    )
    select card_id::text, revision, sum(bytes)::text as bytes, sum(charged)::text as charged, bool_or(bytes < 0) as corrected
    from taken group by card_id, revision order by card_id, revision`.execute(beyond(ctx));
  return rows.map((row) => ({
    cardId: row.card_id,
    revision: row.revision,
    bytes: BigInt(row.bytes),
    charged: BigInt(row.charged),
    isCorrected: row.corrected,
  }));
}

export type CycleRow = { readonly cardId: string; readonly revision: number; readonly charged: bigint };

/** What each card of a cycle has by versions, before anything of this run. */
export async function cycleRows(ctx: Ctx, tariffId: string, { cycle, cardId }: Open): Promise<CycleRow[]> {
  let query = beyond(ctx)
    .selectFrom('deductions.card_cycle')
    .select(['card_id', 'revision', 'charged'])
    .where('tariff_id', '=', tariffId)
    .where('cycle', '=', cycle);
  if (cardId !== TOGETHER) query = query.where('card_id', '=', cardId);
  const rows = await query.execute();
  return rows.map(({ card_id, revision, charged }) => ({ cardId: card_id, revision, charged: BigInt(charged) }));
}

export async function addToCycle(ctx: Ctx, tariffId: string, cycle: string, taken: readonly Taken[]): Promise<void> {
  const moved = taken.filter(({ charged }) => charged !== 0n);
  if (moved.length === 0) return;
  await sql`
    insert into deductions.card_cycle as c (tariff_id, cycle, card_id, revision, charged)
    select ${tariffId}::bigint, ${cycle}, * from unnest(
      ${moved.map(({ cardId }) => cardId)}::bigint[], ${moved.map(({ revision }) => revision)}::integer[],
      ${moved.map(({ charged }) => String(charged))}::bigint[])
    on conflict (tariff_id, cycle, card_id, revision) do update set charged = c.charged + excluded.charged`.execute(
    beyond(ctx),
  );
}

/** Adds to what the open deduction says of its cards. */
export async function addToCards(
  ctx: Ctx,
  id: string,
  cards: readonly {
    readonly cardId: string;
    readonly bytes: bigint;
    readonly charged: bigint;
    readonly weight: bigint | null;
    readonly isCorrected: boolean;
  }[],
): Promise<void> {
  if (cards.length === 0) return;
  const column = <T>(pick: (card: (typeof cards)[number]) => T) => cards.map(pick);
  await sql`
    insert into deductions.deduction_card as d (deduction_id, card_id, bytes, charged, weight, is_corrected)
    select ${id}::bigint, * from unnest(
      ${column(({ cardId }) => cardId)}::bigint[], ${column(({ bytes }) => String(bytes))}::bigint[],
      ${column(({ charged }) => String(charged))}::bigint[],
      ${column(({ weight }) => (weight === null ? null : String(weight)))}::numeric[],
      ${column(({ isCorrected }) => isCorrected)}::boolean[])
    on conflict (deduction_id, card_id) do update set bytes = d.bytes + excluded.bytes, charged = d.charged + excluded.charged,
      weight = d.weight + excluded.weight, is_corrected = d.is_corrected or excluded.is_corrected`.execute(beyond(ctx));
}

/** Rounds what each card of a complete deduction comes to, as `amountOf` does. */
export async function roundCards(ctx: Ctx, id: string, currency: string): Promise<void> {
  const [weight, whole] = [
    sql`weight * 10::numeric ^ ${placesOf(currency)}::integer`,
    sql`(1000000::numeric * 1073741824)`,
  ];
  await sql`
    update deductions.deduction_card set amount = (sign(weight) * div(abs(${weight}) * 2 + ${whole}, 2 * ${whole}))::bigint
    where deduction_id = ${id} and weight is not null`.execute(beyond(ctx));
}
