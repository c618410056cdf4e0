import type { orderablePackages as endpoint } from '@cardinal/contract/api/orders/orderablePackages.ts';
import type { PackageType } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import type { Ctx } from '../../../framework/context.ts';
import { carrierAccount } from '../../carriers/face.ts';
import { type PackageVersionFacts, packagesHeldBy, priceChains, whyNotOrderableEach } from '../../packages/face.ts';
import { ORDERED_TYPES } from './orderActions.ts';
import { channelOfActor, mustNamePayer, payerOf } from './payers.ts';
import { asSold } from './soldPackage.ts';

const MOST = 200;

/** When «next month» begins for a package of one carrier account. */
async function nextStartOf(ctx: Ctx, found: PackageVersionFacts): Promise<string | null> {
  const account = found.carrier_account_id === null ? undefined : await carrierAccount(ctx, found.carrier_account_id);
  return account ? asSold(found).nextStart(account, ctx.clock.now()).toISOString() : null;
}

/** What a payer has of these types, at its price, with what keeps each from being ordered for any card. */
async function pricedPackages(ctx: Ctx, payer: string, asked: { types: readonly PackageType[]; keyword: string }) {
  const found = await packagesHeldBy(ctx, payer, { ...asked, most: MOST });
  const ids = found.map((each) => each.package_id);
  const [whys, chainTo] = await Promise.all([
    whyNotOrderableEach(
      ctx,
      ids.map((packageId) => ({ packageId, customerId: payer })),
      channelOfActor(ctx),
    ),
    priceChains(ctx, ids, [payer], ctx.clock.now()),
  ]);
  return found.map((each, at) => {
    const own = chainTo(each.package_id, payer)?.at(-1);
    return {
      found: each,
      terms: {
        code: each.code,
        name: each.name,
        platform: each.platform,
        type: each.type,
        price: own?.reservePrice ?? '0',
        currency: own?.currency ?? each.currency,
        flowBytes: each.flow_bytes,
        voiceSeconds: each.voice_seconds,
        smsCount: each.sms_count,
        validityUnit: each.validity_unit,
        validityCount: each.validity_count,
        units: each.units,
        effectiveType: each.effective_type,
        postponeDays: each.postpone_days,
        whyNot: whys[at] ?? null,
      },
    };
  });
}

/** What a payer may order, with its price; nothing as long as nobody is named to pay. */
export async function orderablePackages(
  ctx: Ctx,
  { action, payerId, keyword }: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const mustName = await mustNamePayer(ctx);
  if (mustName && !payerId) return { mustNamePayer: true, packages: [] };
  const payer = await payerOf(ctx, payerId);
  const priced = await pricedPackages(ctx, payer, { types: ORDERED_TYPES[action], keyword: keyword ?? '' });
  return {
    mustNamePayer: mustName,
    packages: await Promise.all(
      priced.map(async ({ found, terms }) => ({
        id: found.package_id,
        ...terms,
        nextStart: await nextStartOf(ctx, found),
      })),
    ),
  };
}

const EVERY_TYPE = [...new Set(Object.values(ORDERED_TYPES).flat())];

/** The same for a customer's own system, of one type or all; it must name a payer where somebody else pays. */
export async function openOrderablePackages(
  ctx: Ctx,
  {
    type,
    payerId,
    keyword,
  }: { type?: PackageType | undefined; payerId?: string | undefined; keyword?: string | undefined },
) {
  const payer = await payerOf(ctx, payerId, 'payerId');
  const types = type === undefined ? EVERY_TYPE : EVERY_TYPE.filter((each) => each === type);
  if (types.length === 0) return [];
  return (await pricedPackages(ctx, payer, { types, keyword: keyword ?? '' })).map(({ terms }) => terms);
}
