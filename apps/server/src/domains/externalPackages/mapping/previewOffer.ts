import type {
  mappingChoices,
  previewOffer as previewEndpoint,
} from '@cardinal/contract/api/externalPackages/offers.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { PackageType, ValidityUnit } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { CNY } from '@cardinal/primitives/money.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { ownExternal, packageChoices, pricesBelow } from '../../packages/face.ts';
import type { OfferRow } from '../externalTables.ts';
import { bytesOf, costAfter, isBeyond, type Stated, shownOf } from '../offers/offerRules.ts';
import { acceptedOf, ownOffer, seenOf } from '../offers/offerStore.ts';
import { allowanceText, validityText } from '../offers/statedText.ts';
import { ownSource } from '../sources/sourceStore.ts';

const told = (ctx: Ctx, { price, currency, terms }: Stated) => ({
  price: String(price),
  currency,
  allowance: allowanceText(terms, ctx.language),
  validity: validityText(terms, ctx.language),
});

/** What one would cost us, as far as their price is in our currency. */
function costOf(row: OfferRow): string | null {
  if (row.currency !== CNY) return null;
  if (row.cost === null || row.accepted_price === null || row.accepted_currency !== CNY) return row.price;
  return String(costAfter(BigInt(row.cost), BigInt(row.accepted_price), BigInt(row.price)));
}

export async function previewOffer(
  ctx: Ctx,
  { id, cost, base, packageId }: QueryOf<typeof previewEndpoint>,
): Promise<AnswerOf<typeof previewEndpoint>> {
  const row = await ownOffer(ctx, id);
  const source = await ownSource(ctx, row.source_id);
  const [seen, accepted] = [seenOf(row), acceptedOf(row)];
  const newCost = cost ?? costOf(row);
  const bytes = bytesOf(row.terms, row.unit_base ?? base ?? 1_024);
  const named = packageId && (await mappable(ctx, row)).find((each) => each.id === packageId);
  const ours = row.package_id ?? (named ? named.id : null);
  return {
    agreed: accepted ? told(ctx, accepted) : null,
    seen: told(ctx, seen),
    shown: shownOf(seen),
    oldCost: row.cost ?? (named ? named.cost_price : null),
    newCost,
    costCurrency: CNY,
    flowBytes: bytes === null ? null : String(bytes),
    voiceSeconds: row.terms.voiceSeconds,
    smsCount: row.terms.smsCount,
    isBeyond: accepted !== undefined && isBeyond(accepted.from, seen.price, source.tolerance),
    below: ours === null || newCost === null ? [] : await pricesBelow(ctx, ours, BigInt(newCost)),
  };
}

/** Own external packages of the same carrier and type that no source delivers now. */
export async function mappable(ctx: Ctx, { platform, type }: Pick<OfferRow, 'platform' | 'type'>) {
  const own = (await ownExternal(ctx)).filter((each) => each.platform === platform && each.type === type);
  const taken = await ctx.db
    .selectFrom('external_packages.offer')
    .select('package_id')
    .where(sql<boolean>`package_id = any(${own.map((each) => each.id)}::bigint[])`)
    .execute();
  const ids = new Set(taken.map(({ package_id }) => package_id));
  return own.filter((each) => !ids.has(each.id));
}

const UNITS: Partial<Record<PackageType, ValidityUnit>> = { month: 1, flow: 2 };

export async function readChoices(
  ctx: Ctx,
  { id }: QueryOf<typeof mappingChoices>,
): Promise<AnswerOf<typeof mappingChoices>> {
  const row = await ownOffer(ctx, id);
  const { periodSpecs, products } = await packageChoices(ctx);
  const unit = row.type === null ? undefined : UNITS[row.type];
  return {
    periods: periodSpecs.filter((each) => unit === undefined || each.unit === unit),
    products: products
      .filter(({ platform }) => platform === (row.platform as Platform | null))
      .map(({ code, name }) => ({ code, name })),
    packages: (await mappable(ctx, row)).map(({ id: packageId, code, name }) => ({ id: packageId, code, name })),
  };
}
