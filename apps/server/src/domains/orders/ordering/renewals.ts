import { RealNameStatus } from '@cardinal/contract/enumerations/card.ts';
import { OrderSource } from '@cardinal/contract/enumerations/order.ts';
import type { SalesChannel } from '@cardinal/contract/enumerations/package.ts';
import type { Refusal } from '@cardinal/contract/framework/refusal.ts';
import type { Money } from '@cardinal/primitives/money.ts';
import type { Facts, Text } from '@cardinal/primitives/text.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { extensionPoint } from '../../../framework/contributions.ts';
import { TracedRefusal } from '../../../framework/tracedRefusal.ts';
import type { OrderRow } from './orderMoney.ts';
import type { SoldPackage } from './soldPackage.ts';

/** The key of a reason that rules of renewals give. */
export const RENEWAL_RULE = 'renewalRule';

/** A main package that is ordered, as far as rules of renewals decide about it. */
export type RenewalOrder = {
  readonly packageId: string;
  readonly packageName: string;
  /** Of all a card gets. */
  readonly months: number;
  /** What is paid for one of it; undefined: it is not known here. */
  readonly price: Money | undefined;
};

/** A card, or several that are alike, as a renewal is judged by; `facts` are those of the rules, asked for where they are left out. */
export type Renewing = {
  readonly id?: string;
  readonly ownerId: string;
  readonly productCode: string | null;
  readonly isRealName: boolean;
  readonly facts?: string;
};

export type RenewalHit = { readonly ruleId: string; readonly revision: number; readonly isShadow: boolean };
/** A renewal that rules said something to: why it is refused, if it is, and which say so; those in shadow refuse nothing. */
export type RenewalAttempt = {
  readonly order: RenewalOrder;
  readonly card: Renewing;
  readonly channel: SalesChannel;
  readonly words: Text | undefined;
  readonly hits: readonly RenewalHit[];
};
/** On whose word it was tried. */
export type RenewalBy = { readonly name: string; readonly customerId: string | null; readonly isEndUser: boolean };
export type JudgeRenewal = (order: RenewalOrder, card: Renewing) => RenewalAttempt | undefined;

/** Whoever has the last word about renewals. */
export type RenewalRules = {
  /** What must be known of a card `c`, as a text without `|`. */
  readonly facts: RawBuilder<string>;
  /** What the rules in force say to main packages for these cards, in one question for all; undefined: there are none. */
  readonly judge: (ctx: Ctx, channel: SalesChannel, cards: readonly Renewing[]) => Promise<JudgeRenewal | undefined>;
  /** Keeps what was tried, whether or not it was refused. */
  readonly record: (ctx: Ctx, attempts: readonly RenewalAttempt[], by: RenewalBy) => Promise<void>;
  /** The same of cards that an order leaves out because of rules. */
  readonly recordLeftOut: (
    ctx: Ctx,
    channel: SalesChannel,
    order: RenewalOrder,
    iccids: readonly string[],
  ) => Promise<void>;
};
export const renewalRules = extensionPoint<RenewalRules>('orders.renewalRules');
export const renewalFacts = (ctx: Ctx): RawBuilder<string> => ctx.contributed(renewalRules)?.facts ?? sql`''`;

const { wechat, miniProgram, platform } = OrderSource.values;
const CHANNELS = new Map<OrderSource, SalesChannel>([
  [platform, 'platform'],
  [wechat, 'publicAccount'],
  [miniProgram, 'miniProgram'],
]);
export const channelOfOrder = ({ source }: Pick<OrderRow, 'source'>): SalesChannel => CHANNELS.get(source) ?? 'api';

/** A row of cards as a renewal is judged by. */
export const renewing = (card: {
  readonly id: string;
  readonly customer_id: string;
  readonly product_code: string | null;
  readonly real_name_status: number;
}): Renewing => ({
  id: card.id,
  ownerId: card.customer_id,
  productCode: card.product_code,
  isRealName: card.real_name_status === RealNameStatus.values.realNamed,
});

/** A package as it is renewed, so many periods of it at a price for one. */
export const asRenewal = (
  { id, name, months, units }: SoldPackage,
  periods: number,
  price: Money | undefined,
): RenewalOrder => ({ packageId: id, packageName: name, months: months * units * periods, price });

/**
 * The one place at which renewals are judged, in every channel and at this moment. Add-ons are none, nor is a card's first package.
 * Undefined: no rule is in force.
 */
export const judgeRenewals = async (ctx: Ctx, channel: SalesChannel, cards: readonly Renewing[]) =>
  ctx.contributed(renewalRules)?.judge(ctx, channel, cards);

type Ordered = {
  readonly sold: SoldPackage;
  readonly periods: number;
  readonly channel: SalesChannel;
  readonly price: () => Promise<Money | undefined>;
};
/** The same for one order; its price is asked for where there are rules. */
export async function renewalsOf(
  ctx: Ctx,
  { sold, periods, channel, price }: Ordered,
  cards: readonly Renewing[],
): Promise<((card: Renewing) => RenewalAttempt | undefined) | undefined> {
  const judge = sold.isMain ? await judgeRenewals(ctx, channel, cards) : undefined;
  if (!judge) return undefined;
  const order = asRenewal(sold, periods, await price());
  return (card) => judge(order, card);
}

const byActor = ({ actor }: Ctx): RenewalBy =>
  actor.kind === 'account'
    ? { name: actor.account, customerId: actor.customerId, isEndUser: false }
    : { name: '', customerId: null, isEndUser: actor.kind === 'endUser' };

/** Keeps renewals that were tried: on the caller's word, unless another's is named. */
export async function recordRenewals(ctx: Ctx, attempts: readonly RenewalAttempt[], by = byActor(ctx)): Promise<void> {
  if (attempts.length > 0) await ctx.contributed(renewalRules)?.record(ctx, attempts, by);
}

/** A refusal of what was to be sold; where rules of renewals are its reason, the attempt is kept though all else is taken back. */
export const saleRefused = (
  attempt: RenewalAttempt | undefined,
  refusal: Refusal,
  facts: Facts & { readonly reason: Text },
): TracedRefusal =>
  new TracedRefusal(refusal, facts, (ctx) =>
    recordRenewals(ctx, attempt?.words?.en === facts.reason.en ? [attempt] : []),
  );
