import type { orderablePackages as endpoint } from '@cardinal/contract/api/orders/orderablePackages.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { OrderingSwitch, PackageType } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { sql } from 'kysely';
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

type OfCards = { readonly products: readonly (string | null)[]; readonly platforms: readonly Platform[] };

/** The products and carriers of these cards, a null among the products for cards without one; nothing where no card is seen. */
async function factsOfCards(ctx: Ctx, cardIds: readonly string[]): Promise<OfCards> {
  if (cardIds.length === 0) return { products: [], platforms: [] };
  const rows = await ctx.db
    .selectFrom('cards.v_card')
    .select(['product_code', 'platform'])
    .distinct()
    .where(sql<boolean>`id = any(${[...cardIds]}::bigint[])`)
    .execute();
  return {
    products: [...new Set(rows.map(({ product_code }) => product_code))],
    platforms: [...new Set(rows.map(({ platform }) => platform as Platform))],
  };
}

/** What keeps packages from being ordered: for any card, or for every card of these products. */
async function whyNotFor(
  ctx: Ctx,
  customerId: string,
  packageIds: readonly string[],
  products: readonly (string | null)[],
): Promise<ReadonlyMap<string, OrderingSwitch | undefined>> {
  const asked = products.length === 0 ? [undefined] : products;
  const whys = await whyNotOrderableEach(
    ctx,
    packageIds.flatMap((packageId) => asked.map((productCode) => ({ packageId, customerId, productCode }))),
    channelOfActor(ctx),
  );
  return new Map(
    packageIds.map((id, at) => {
      const ofIt = whys.slice(at * asked.length, (at + 1) * asked.length);
      return [id, ofIt.includes(undefined) ? undefined : ofIt[0]];
    }),
  );
}

/**
 * What a payer has of these types, at its price, with what keeps each from being ordered for any card. Where the cards are known,
 * packages of other carriers are not among them.
 */
async function pricedPackages(
  ctx: Ctx,
  payer: string,
  {
    cardIds = [],
    ...asked
  }: {
    types: readonly PackageType[];
    keyword: string;
    cardIds?: readonly string[];
    skip?: number;
    most?: number;
  },
) {
  const { products, platforms } = await factsOfCards(ctx, cardIds);
  const ofCards = platforms.length === 0 ? {} : { platforms };
  const found = await packagesHeldBy(ctx, payer, { most: MOST, ...asked, ...ofCards });
  const ids = found.map((each) => each.package_id);
  const [whyNot, chainTo] = await Promise.all([
    whyNotFor(ctx, payer, ids, products),
    priceChains(ctx, ids, [payer], ctx.clock.now()),
  ]);
  return found.map((each) => {
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
        whyNot: whyNot.get(each.package_id) ?? null,
      },
    };
  });
}

/** What a payer may order, with its price; nothing as long as nobody is named to pay. */
export async function orderablePackages(
  ctx: Ctx,
  { action, payerId, keyword, cardIds }: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const mustName = await mustNamePayer(ctx);
  if (mustName && !payerId) return { mustNamePayer: true, packages: [] };
  const payer = await payerOf(ctx, payerId);
  const priced = await pricedPackages(ctx, payer, {
    types: ORDERED_TYPES[action],
    keyword: keyword ?? '',
    ...(cardIds ? { cardIds } : {}),
  });
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
    pageNum = 1,
  }: {
    type?: PackageType | undefined;
    payerId?: string | undefined;
    keyword?: string | undefined;
    pageNum?: number | undefined;
  },
) {
  const payer = await payerOf(ctx, payerId, 'payerId');
  const types = type === undefined ? EVERY_TYPE : EVERY_TYPE.filter((each) => each === type);
  if (types.length === 0) return { found: [], hasMore: false };
  const asked = { types, keyword: keyword ?? '', skip: (pageNum - 1) * MOST, most: MOST + 1 };
  const priced = await pricedPackages(ctx, payer, asked);
  return { found: priced.slice(0, MOST).map(({ terms }) => terms), hasMore: priced.length > MOST };
}
