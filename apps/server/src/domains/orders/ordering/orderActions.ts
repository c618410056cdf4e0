import type { ActionParameters } from '@cardinal/contract/api/cardBatches/actionParameters.ts';
import { ORDER_ACTIONS, type OrderAction } from '@cardinal/contract/api/orders/batchActions.ts';
import { RealNameStatus } from '@cardinal/contract/enumerations/card.ts';
import {
  EffectiveType,
  OrderingSwitch,
  type PackageType,
  PackageUsageState,
} from '@cardinal/contract/enumerations/package.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { BatchAction, BatchCard, CardGroup, MoneyPlan, Origin, StartedBatch } from '../../cardBatches/face.ts';
import { subtreeIds } from '../../customers/face.ts';
import { type PackageVersionFacts, packageHeldBy, priceChain, whyNotOrderableEach } from '../../packages/face.ts';
import { chainTimes, priceOf } from './orderRules.ts';
import { beforeLastOf, orderVerdict } from './orderVerdicts.ts';
import { channelOfActor, payerOf } from './payers.ts';
import { levelsOf, placeOrder } from './placeOrder.ts';
import { quoteOf } from './quote.ts';
import { asRenewal, RENEWAL_RULE, type Renewing, renewalFacts, renewalRules, renewalsOf } from './renewals.ts';
import { asSold, type SoldPackage } from './soldPackage.ts';

const MAIN: readonly PackageType[] = ['month', 'flow', 'combination'];

/** The types of package each action orders. */
export const ORDERED_TYPES: Readonly<Record<OrderAction, readonly PackageType[]>> = {
  order_package: MAIN,
  renew_package: MAIN,
  order_flow_refuel: ['flowRefueling'],
  order_voice_refuel: ['voiceRefueling'],
};

export const NO_PACKAGE = text('套餐不存在', 'Package not found');
export const OTHER_TYPE = text('该操作不能订购此类型的套餐', 'This action does not order packages of this type');
const NOT_OF_PAYER = {
  key: 'notOfPayer',
  words: text('卡不属于付款客户', 'The card is not one of the customer that pays'),
};
const NOTHING_TO_RENEW = {
  key: 'nothingToRenew',
  words: text('卡没有使用中的套餐，请用订购', 'The card has no package in use; order one instead'),
};

const wrongPackage = (words: Text) => new Refused(invalid, {}, [{ field: 'parameters.packageId', text: words }]);

type Asked = Pick<ActionParameters, 'packageId' | 'payerId' | 'periods' | 'effectiveType' | 'postponeDays'>;

/** What is ordered and who pays; refused at its field where either is not there. */
async function orderedBy(ctx: Ctx, action: OrderAction, asked: Asked) {
  const payerId = await payerOf(ctx, asked.payerId);
  const found: PackageVersionFacts | undefined = await packageHeldBy(ctx, asked.packageId ?? '0', payerId);
  if (!found) throw wrongPackage(NO_PACKAGE);
  if (!ORDERED_TYPES[action].includes(found.type)) throw wrongPackage(OTHER_TYPE);
  return { payerId, sold: asSold(found) };
}

/** A card's own facts: real name, owner, product, type of the main package in use, how often it had this package. */
const aboutOrder = (ctx: Ctx, { packageId }: Asked) => sql<string>`concat_ws('|',
  case when c.real_name_status = ${RealNameStatus.values.realNamed} then 1 else 0 end,
  c.customer_id, coalesce(c.product_code, ''),
  (select concat_ws('|',
      coalesce(max(u.package_type) filter (where u.is_main and u.state = ${PackageUsageState.values.using}), ''),
      count(*) filter (where u.package_id = ${packageId ?? '0'}::bigint and u.state <= ${PackageUsageState.values.used}))
    from orders.package_usage u where u.card_id = c.id),
  ${renewalFacts(ctx)})`;

function factsIn(about: string) {
  const [realName, ownerId = '', productCode, mainType = '', bought, renewal = ''] = about.split('|');
  return {
    ownerId,
    productCode: productCode || null,
    renewal,
    facts: { isRealName: realName === '1', mainType, boughtBefore: Number(bought) },
  };
}

const asRenewing = ({ about }: { readonly about: string }): Renewing => {
  const { ownerId, productCode, renewal, facts } = factsIn(about);
  return { ownerId, productCode, isRealName: facts.isRealName, facts: renewal };
};

/** What it costs now, where it can be ordered. */
const priceNow = async (ctx: Ctx, { payerId, sold }: { readonly payerId: string; readonly sold: SoldPackage }) => {
  const chain = await priceChain(ctx, sold.id, payerId, ctx.clock.now());
  return chain && priceOf(levelsOf(chain));
};

/** Keeps the cards that rules of renewals left out of an order of the caller. */
async function recordLeftOut(
  ctx: Ctx,
  ordered: Parameters<typeof priceNow>[1] & { readonly periods: number },
  iccids: readonly string[],
): Promise<void> {
  if (iccids.length === 0) return;
  const order = asRenewal(ordered.sold, ordered.periods, await priceNow(ctx, ordered));
  await ctx.contributed(renewalRules)?.recordLeftOut(ctx, channelOfActor(ctx), order, iccids);
}

const judged =
  (action: OrderAction): NonNullable<BatchAction['judge']> =>
  async (ctx, parameters, groups) => {
    const { payerId, sold } = await orderedBy(ctx, action, parameters);
    const within = new Set(await subtreeIds(ctx.db, payerId));
    const codes = [...new Set(groups.map(({ about }) => factsIn(about).productCode))];
    const wanted = codes.map((productCode) => ({ packageId: sold.id, customerId: payerId, productCode }));
    const whys = await whyNotOrderableEach(ctx, wanted, channelOfActor(ctx));
    const offOf = new Map(codes.map((code, at) => [code, whys[at]]));
    const asked = {
      ...{ sold, periods: parameters.periods ?? 1, channel: channelOfActor(ctx) },
      price: () => priceNow(ctx, { payerId, sold }),
    };
    const renewal = await renewalsOf(ctx, asked, groups.map(asRenewing));
    return (group) => {
      const { ownerId, productCode, facts } = factsIn(group.about);
      if (!within.has(ownerId)) return NOT_OF_PAYER;
      const boughtBefore = beforeLastOf(sold, facts.boughtBefore, parameters.periods ?? 1);
      const verdict = orderVerdict(sold, { ...group, facts: { ...facts, boughtBefore } });
      if (verdict) return verdict;
      if (action === 'renew_package' && !facts.mainType) return NOTHING_TO_RENEW;
      const off = offOf.get(productCode);
      if (off) return { key: off, words: OrderingSwitch.labelOf(off) };
      const words = renewal?.(asRenewing(group))?.words;
      return words && { key: `${RENEWAL_RULE}:${words.en}`, words };
    };
  };

/** Keeps an order that rules of renewals refused for every card, on the word of the caller. */
export async function recordForbidden(
  ctx: Ctx,
  action: OrderAction,
  asked: Asked,
  iccids: readonly string[],
): Promise<void> {
  const ordered = await orderedBy(ctx, action, asked);
  await recordLeftOut(ctx, { ...ordered, periods: asked.periods ?? 1 }, iccids);
}

const planned =
  (action: OrderAction) =>
  async (ctx: Ctx, parameters: Asked, groups: readonly CardGroup[], origin?: Origin): Promise<MoneyPlan> => {
    const { payerId, sold } = await orderedBy(ctx, action, parameters);
    const periods = parameters.periods ?? 1;
    const { chain, words } = await quoteOf(ctx, { sold, payerId, periods, repeats: origin?.repeats });
    const { minor, currency } = priceOf(chainTimes(chain, periods));
    const quantity = groups.reduce((sum, { cards }) => sum + cards, 0);
    return { payerId, currency, groups: [{ words, quantity, unitPrice: minor }] };
  };

const placed =
  (action: OrderAction) =>
  async (ctx: Ctx, task: StartedBatch, cards: readonly BatchCard[]): Promise<void> => {
    const asked = task.parameters as Asked;
    const periods = asked.periods ?? 1;
    const ordered = await orderedBy(ctx, action, asked);
    const { sold, chain, keeps } = await quoteOf(ctx, { ...ordered, periods, repeats: task.repeats });
    const isRenewal = action === 'renew_package';
    await placeOrder(ctx, {
      chain,
      sold,
      periods,
      effectiveType: isRenewal ? EffectiveType.values.postpone : (asked.effectiveType ?? sold.effectiveType),
      postponeDays: isRenewal ? 0 : (asked.postponeDays ?? sold.postponeDays),
      taskId: task.id,
      keeps,
      cards,
    });
    await recordLeftOut(
      ctx,
      { ...ordered, periods },
      (await task.skipped(RENEWAL_RULE)).map(({ iccid }) => iccid),
    );
  };

/** Orders of packages for selected cards: judged and priced in the preview, held in the transaction that starts the task. */
export const orderBatchActions: readonly BatchAction[] = ORDER_ACTIONS.map((action) => ({
  action,
  check: async (ctx, parameters) => {
    await orderedBy(ctx, action, parameters);
  },
  about: (ctx, parameters) => aboutOrder(ctx, parameters as Asked),
  judge: judged(action),
  moneyPlan: planned(action),
  started: placed(action),
}));
