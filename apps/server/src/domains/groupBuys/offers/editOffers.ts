import type * as api from '@cardinal/contract/api/groupBuys/offers.ts';
import { productNotOffered } from '@cardinal/contract/api/groupBuys/refusals.ts';
import { type AnswerOf, type BodyOf, DONE, type QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { productsToBind } from '../../catalogue/face.ts';
import { packagesHeldBy, priceChains, whyNotOrderableEach } from '../../packages/face.ts';
import { floorOf } from '../groupBuyRules.ts';
import { lockOffer, refuseBelow, sellable } from './offerStore.ts';

type Fields = Omit<BodyOf<typeof api.addGroupBuyOffer>, 'packageId'>;
const MOST_OPTIONS = 100;

async function refuseProducts(ctx: Ctx, codes: readonly string[]): Promise<void> {
  const known = new Set((await productsToBind(ctx)).map(({ code }) => code));
  const unknown = codes.find((code) => !known.has(code));
  if (unknown !== undefined) throw refusedAt('productCodes', productNotOffered, { code: unknown });
}

const columnsOf = (fields: Fields) => ({
  name: fields.name,
  sales_platform: fields.salesPlatform,
  steps: JSON.stringify(fields.steps),
  valid_days: fields.validDays,
  expiry: fields.expiry,
  per_card: fields.perCard,
  product_codes: [...new Set(fields.productCodes)],
});

/** The fields of an offer that can be sold now, with the currency it is sold in. */
async function judged(ctx: Ctx, packageId: string, fields: Fields) {
  const { floor, currency } = await sellable(ctx, packageId, accountOf(ctx).customerId);
  refuseBelow(fields.steps, floor, currency);
  await refuseProducts(ctx, fields.productCodes);
  return { ...columnsOf(fields), currency };
}

export async function addOffer(
  ctx: Ctx,
  { packageId, ...fields }: BodyOf<typeof api.addGroupBuyOffer>,
): Promise<AnswerOf<typeof api.addGroupBuyOffer>> {
  const { customerId } = accountOf(ctx);
  const columns = await judged(ctx, packageId, fields);
  const id = ctx.ids.next();
  const offerNo = `G${BigInt(id).toString(36).toUpperCase()}`;
  const now = ctx.clock.now();
  await ctx.db
    .insertInto('group_buys.offer')
    .values({
      id,
      offer_no: offerNo,
      customer_id: customerId,
      package_id: packageId,
      ...columns,
      is_on: true,
      created_at: now,
      updated_at: now,
    })
    .execute();
  ctx.note({
    objectKind: 'groupBuyOffer',
    objectId: id,
    summary: fields.name,
    after: { offerNo, packageId, ...fields },
  });
  return { id, offerNo };
}

export async function editOffer(
  ctx: Ctx,
  { id, updatedAt, ...fields }: BodyOf<typeof api.editGroupBuyOffer>,
): Promise<AnswerOf<typeof api.editGroupBuyOffer>> {
  const row = await lockOffer(ctx, id);
  if (row.updated_at.getTime() !== new Date(updatedAt).getTime()) throw new Refused(changedByAnother);
  const columns = await judged(ctx, row.package_id, fields);
  await ctx.db
    .updateTable('group_buys.offer')
    .set({ ...columns, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
  ctx.note({ objectKind: 'groupBuyOffer', objectId: id, summary: fields.name, after: fields });
  return DONE;
}

export async function enableOffer(
  ctx: Ctx,
  { id, isOn }: BodyOf<typeof api.enableGroupBuyOffer>,
): Promise<AnswerOf<typeof api.enableGroupBuyOffer>> {
  const row = await lockOffer(ctx, id);
  if (isOn) await sellable(ctx, row.package_id, row.customer_id);
  await ctx.db
    .updateTable('group_buys.offer')
    .set({ is_on: isOn, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
  ctx.note({
    objectKind: 'groupBuyOffer',
    objectId: id,
    summary: row.name,
    before: { isOn: row.is_on },
    after: { isOn },
  });
  return DONE;
}

/** What the caller has and can sell in bulk now. */
export async function packageOptions(
  ctx: Ctx,
  { keyword }: QueryOf<typeof api.groupBuyPackages>,
): Promise<AnswerOf<typeof api.groupBuyPackages>> {
  const { customerId } = accountOf(ctx);
  const held = await packagesHeldBy(ctx, customerId, { keyword: keyword ?? '', most: MOST_OPTIONS });
  const packageIds = held.map(({ package_id }) => package_id);
  const chainTo = await priceChains(ctx, packageIds, [customerId], ctx.clock.now());
  const offs = await whyNotOrderableEach(
    ctx,
    packageIds.map((packageId) => ({ packageId, customerId })),
    'api',
  );
  return held.flatMap(({ package_id: id, code, name }, at) => {
    const own = chainTo(id, customerId)?.at(-1);
    if (!own || offs[at]) return [];
    return [{ id, code, name, currency: own.currency, reserve: own.cost === null ? null : String(floorOf(own)) }];
  });
}
