import type {
  acceptOffer as acceptEndpoint,
  mapOffer as mapEndpoint,
} from '@cardinal/contract/api/externalPackages/offers.ts';
import {
  costBelowPrice,
  externalPackageNotFound,
  nothingToAccept,
  offerIsGone,
  offerIsMapped,
  offerMoved,
  offerNotUnderstood,
  packageNotMappable,
} from '@cardinal/contract/api/externalPackages/refusals.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { UnitBase } from '@cardinal/contract/enumerations/externalPackage.ts';
import type { PackageType } from '@cardinal/contract/enumerations/package.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { CNY, money, moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { changeExternal, makeExternal, periodOfExternal } from '../../packages/face.ts';
import type { OfferRow } from '../externalTables.ts';
import { bytesOf, differs, shownOf } from '../offers/offerRules.ts';
import { acceptedOf, lockSource, ownOffer, seenOf } from '../offers/offerStore.ts';
import { settleOffers } from '../offers/settleOffers.ts';
import { mappable } from './previewOffer.ts';

const NAMELESS = text('请填写', 'Required');

type Map = BodyOf<typeof mapEndpoint>;

/** An own offer behind its locked source, as it was looked at; refused where it is gone or has changed since. */
async function held(ctx: Ctx, { id, shown, cost }: Pick<Map, 'id' | 'shown' | 'cost'>) {
  const source = await lockSource(ctx, (await ownOffer(ctx, id)).source_id);
  const row = await ownOffer(ctx, id);
  if (!source) throw new Refused(externalPackageNotFound);
  if (row.is_gone) throw new Refused(offerIsGone);
  if (shownOf(seenOf(row)) !== shown) throw new Refused(offerMoved);
  if (row.currency === CNY && BigInt(cost) < BigInt(row.price))
    throw refusedAt('cost', costBelowPrice, { x: moneyText(money(BigInt(row.price), CNY)) });
  return { source, row };
}

/** What the package is to grant; refused where we do not know its carrier or type. */
function termsOf(row: OfferRow, base: UnitBase, periodSpecId: string) {
  if (row.platform === null || row.type === null) throw new Refused(offerNotUnderstood);
  return {
    platform: row.platform as Platform,
    type: row.type as PackageType,
    flowBytes: bytesOf(row.terms, base),
    voiceSeconds: row.terms.voiceSeconds,
    smsCount: row.terms.smsCount,
    units: row.terms.units,
    periodSpecId,
  };
}

/** From now on what the source states is agreed to, at this cost. */
async function agree(
  ctx: Ctx,
  row: OfferRow,
  set: Pick<OfferRow, 'package_id' | 'unit_base' | 'cost'>,
): Promise<OfferRow> {
  const accepted = {
    ...set,
    agreed_price: row.price,
    accepted_price: row.price,
    accepted_currency: row.currency,
    accepted_at: ctx.clock.now(),
    accepted_by: accountOf(ctx).account,
  };
  await ctx.db
    .updateTable('external_packages.offer')
    .set({ ...accepted, accepted_terms: JSON.stringify(row.terms) })
    .where('id', '=', row.id)
    .execute();
  return { ...row, ...accepted, accepted_terms: row.terms };
}

/** What names a new package; refused where it is left out. */
function newPackage({ code, name, productCodes = [] }: Map) {
  if (code !== undefined && name !== undefined) return { code, name, productCodes };
  const field = code === undefined ? 'code' : 'name';
  throw new Refused(invalid, {}, [{ field, text: NAMELESS }]);
}

export async function mapOffer(ctx: Ctx, body: Map): Promise<AnswerOf<typeof mapEndpoint>> {
  const { source, row } = await held(ctx, body);
  if (row.package_id !== null) throw new Refused(offerIsMapped);
  const cost = BigInt(body.cost);
  const terms = { ...termsOf(row, body.base, body.periodSpecId), cost };
  const packageId = body.packageId ?? (await makeExternal(ctx, { ...terms, ...newPackage(body) }));
  if (body.packageId !== undefined) {
    const isFree = (await mappable(ctx, row)).some(({ id }) => id === packageId);
    if (!isFree || !(await changeExternal(ctx, packageId, terms))) throw refusedAt('packageId', packageNotMappable);
  }
  const agreed = await agree(ctx, row, { package_id: packageId, unit_base: body.base, cost: body.cost });
  // As it was before it was mapped, so that what follows is written: our package begins off the shelf.
  await settleOffers(ctx, source, [agreed]);
  ctx.note({
    objectKind: 'externalPackage',
    objectId: row.id,
    summary: `${source.name} ${row.code}`,
    after: { packageId, cost: body.cost, price: row.price, currency: row.currency, base: body.base },
  });
  return { packageId };
}

export async function acceptOffer(ctx: Ctx, body: BodyOf<typeof acceptEndpoint>): Promise<typeof DONE> {
  const { source, row } = await held(ctx, body);
  const accepted = acceptedOf(row);
  const { package_id: packageId, unit_base: base } = row;
  if (!accepted || packageId === null || base === null || !differs(seenOf(row), accepted))
    throw new Refused(nothingToAccept);
  const period = await periodOfExternal(ctx, packageId);
  const cost = BigInt(body.cost);
  if (!period || !(await changeExternal(ctx, packageId, { ...termsOf(row, base, period), cost })))
    throw new Refused(offerNotUnderstood);
  const agreed = await agree(ctx, row, { package_id: packageId, unit_base: base, cost: body.cost });
  await settleOffers(ctx, source, [agreed]);
  ctx.note({
    objectKind: 'externalPackage',
    objectId: row.id,
    summary: `${source.name} ${row.code}`,
    before: { price: row.accepted_price, currency: row.accepted_currency, cost: row.cost },
    after: { price: row.price, currency: row.currency, cost: body.cost },
  });
  return DONE;
}
