import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { subtreeIds } from '../../customers/face.ts';
import { type TariffRow, type VersionRow, WHY } from '../deductionTables.ts';

export const beyond = (ctx: Ctx) => ctx.beyondScope(WHY);

/** What owners charge their direct customers by: a customer that was moved is not charged by its former parent any more. */
const isOn = sql<boolean>`t.state = 'on'
  and exists (select from customers.v_customer k where k.id = t.customer_id and k.parent_id = t.owner_id)`;

/** The tariffs that are on, or those that are named, with their versions in order. */
export async function runningTariffs(
  ctx: Ctx,
  ids?: readonly string[],
): Promise<{ tariff: TariffRow; versions: VersionRow[] }[]> {
  const rows = await beyond(ctx)
    .selectFrom('deductions.tariff as t')
    .selectAll('t')
    .where(ids ? sql<boolean>`t.id = any(${[...ids]}::bigint[])` : isOn)
    .orderBy('t.id')
    .execute();
  const versions = await versionsOf(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((tariff) => ({ tariff, versions: versions.get(tariff.id) ?? [] }));
}

export async function versionsOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, VersionRow[]>> {
  if (ids.length === 0) return new Map();
  const rows = await beyond(ctx)
    .selectFrom('deductions.tariff_version')
    .selectAll()
    .where(sql<boolean>`tariff_id = any(${[...ids]}::bigint[])`)
    .orderBy('tariff_id')
    .orderBy('revision')
    .execute();
  return Map.groupBy(rows, ({ tariff_id }) => tariff_id);
}

/** The version in force at a moment. */
export const versionAt = (versions: readonly VersionRow[], at: Date): VersionRow | undefined =>
  versions.findLast(({ valid_from }) => valid_from <= at);

/** Whether two tariffs of a customer may both be about some card. */
export function overlap(one: Pick<TariffRow, 'account_ids' | 'product_codes'>, other: typeof one): boolean {
  const meet = (a: readonly string[], b: readonly string[]) =>
    a.length === 0 || b.length === 0 || a.some((each) => b.includes(each));
  return meet(one.account_ids, other.account_ids) && meet(one.product_codes, other.product_codes);
}

/** Whether a tariff is about a card of its customer's tree. */
export const isAbout = (
  { account_ids, product_codes }: Pick<TariffRow, 'account_ids' | 'product_codes'>,
  card: { readonly carrier_account_id: string | null; readonly product_code: string | null },
): boolean =>
  (account_ids.length === 0 || account_ids.includes(card.carrier_account_id ?? '')) &&
  (product_codes.length === 0 || product_codes.includes(card.product_code ?? ''));

/** Cards `c` of a tariff: those of its customer and everybody below. */
export async function cardsOf(ctx: Ctx, tariff: TariffRow): Promise<RawBuilder<boolean>> {
  const customerIds = await subtreeIds(beyond(ctx), tariff.customer_id);
  const parts = [sql<boolean>`c.customer_id = any(${customerIds}::bigint[])`];
  if (tariff.account_ids.length > 0) parts.push(sql`c.carrier_account_id = any(${tariff.account_ids}::bigint[])`);
  if (tariff.product_codes.length > 0) parts.push(sql`c.product_code = any(${tariff.product_codes}::text[])`);
  return sql<boolean>`(${sql.join(parts, sql` and `)})`;
}
