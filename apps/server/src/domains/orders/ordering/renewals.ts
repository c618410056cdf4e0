import { RealNameStatus } from '@cardinal/contract/enumerations/card.ts';
import { type OrderSource, OrderSource as Source } from '@cardinal/contract/enumerations/order.ts';
import { PackageUsageState, type SalesChannel } from '@cardinal/contract/enumerations/package.ts';
import type { Refusal } from '@cardinal/contract/framework/refusal.ts';
import type { Money } from '@cardinal/primitives/money.ts';
import type { Facts, Text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { extensionPoint } from '../../../framework/contributions.ts';
import { TracedRefusal } from '../../../framework/tracedRefusal.ts';
import { packageVersions } from '../../packages/face.ts';
import type { OrderRow } from './orderMoney.ts';
import { monthsOf, type SoldPackage } from './soldPackage.ts';

const { unused, using, used } = PackageUsageState.values;

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

/** A card that has or had a main package. */
export type RenewalCard = {
  /** Undefined for several that are alike. */
  readonly id: string | undefined;
  readonly ownerId: string;
  readonly productCode: string | null;
  readonly isRealName: boolean;
  /** The main package in use, or else that which waits, or else the last. */
  readonly packageId: string;
  /** Its last day of service with all that waits, China's; null: it has none. */
  readonly lastDay: string | null;
  /** Of what waits behind the one in use. */
  readonly waitingMonths: number;
};

export type RenewalHit = {
  readonly ruleId: string;
  readonly revision: number;
  readonly isShadow: boolean;
};
/** What rules say to a renewal: why it is refused, if it is, and which say so; those in shadow refuse nothing. */
export type RenewalVerdict = { readonly words: Text | undefined; readonly hits: readonly RenewalHit[] };
/** A renewal that rules said something to. */
export type RenewalAttempt = {
  readonly order: RenewalOrder;
  readonly card: RenewalCard;
  readonly channel: SalesChannel;
  readonly verdict: RenewalVerdict;
};
/** On whose word it was tried. */
export type RenewalBy = {
  readonly name: string;
  readonly customerId: string | null;
  readonly isEndUser: boolean;
};

/** Whoever has the last word about renewals. */
export type RenewalRules = {
  /** The rules in force for cards of these customers in a channel; undefined: none. */
  readonly inForce: (
    ctx: Ctx,
    channel: SalesChannel,
    ownerIds: readonly string[],
  ) => Promise<((order: RenewalOrder, card: RenewalCard) => RenewalVerdict | undefined) | undefined>;
  /** Keeps what was tried, whether or not it was refused. */
  readonly record: (ctx: Ctx, attempts: readonly RenewalAttempt[], by: RenewalBy) => Promise<void>;
};
export const renewalRules = extensionPoint<RenewalRules>('orders.renewalRules');

const CHANNELS: Readonly<Record<OrderSource, SalesChannel>> = {
  [Source.values.platform]: 'platform',
  [Source.values.wechat]: 'publicAccount',
  [Source.values.api]: 'api',
  [Source.values.miniProgram]: 'miniProgram',
  [Source.values.apiProfitSharing]: 'api',
};
export const channelOfOrder = ({ source }: Pick<OrderRow, 'source'>): SalesChannel => CHANNELS[source];

/** What a card `c` has of main packages, as a text: empty where it never had one, so that an order is no renewal. */
export const MAIN_PACKAGES = sql<string>`coalesce((
  select concat_ws('~',
    (array_agg(u.package_id order by array_position(${sql.lit(`{${using},${unused},${used}}`)}::int[], u.state::int), u.ends_at desc))[1],
    coalesce(to_char((max(u.ends_at) filter (where u.state <> ${sql.lit(used)}) - interval '1 millisecond')
      at time zone 'Asia/Shanghai', 'YYYY-MM-DD'), ''),
    coalesce(string_agg(u.package_version_id::text, ',') filter (where u.state = ${sql.lit(unused)}), ''))
  from orders.package_usage u
  where u.card_id = c.id and u.is_main and u.state <= ${sql.lit(used)} having count(*) > 0), '')`;

/** A card, or several that are alike, as an order is judged by; `mains` is their `MAIN_PACKAGES`, asked for where it is left out. */
export type Renewing = Pick<RenewalCard, 'ownerId' | 'productCode' | 'isRealName'> & {
  readonly id?: string;
  readonly mains?: string;
};

/** The same from a row of cards. */
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

async function mainsOf(ctx: Ctx, cards: readonly Renewing[]): Promise<ReadonlyMap<string, string>> {
  const ids = cards.flatMap(({ id, mains }) => (id !== undefined && mains === undefined ? [id] : []));
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; mains: string }>`
    select c.id::text, ${MAIN_PACKAGES} as mains from cards.v_card c where c.id = any(${ids}::bigint[])`.execute(
    ctx.beyondScope('what a card has, whoever paid for it, without prices'),
  );
  return new Map(rows.map(({ id, mains }) => [id, mains]));
}

/** What of these cards decides about their renewal; undefined of one that never had a main package. */
export async function renewalCards(
  ctx: Ctx,
  cards: readonly Renewing[],
): Promise<(card: Renewing) => RenewalCard | undefined> {
  const asked = await mainsOf(ctx, cards);
  const textOf = ({ id, mains }: Renewing) => mains ?? asked.get(id ?? '') ?? '';
  const waitingIn = (mains: string) => (mains.split('~')[2] ?? '').split(',').filter((id) => id !== '');
  const versions = await packageVersions(ctx, [...new Set(cards.flatMap((card) => waitingIn(textOf(card))))]);
  return (card) => {
    const { id, ownerId, productCode, isRealName } = card;
    const mains = textOf(card);
    const [packageId = '', lastDay = ''] = mains.split('~');
    if (packageId === '') return undefined;
    const waitingMonths = waitingIn(mains)
      .map((each) => versions.get(each))
      .reduce((sum, version) => sum + (version ? monthsOf(version) : 0), 0);
    return { id, ownerId, productCode, isRealName, packageId, lastDay: lastDay || null, waitingMonths };
  };
}

export type JudgeRenewal = (order: RenewalOrder, card: Renewing) => RenewalAttempt | undefined;

/**
 * The one place at which renewals are judged, in every channel: how orders of main packages for these cards are, at this moment.
 * Add-ons and a card's first package are none. Undefined: no rule is in force.
 */
export async function judgeRenewals(
  ctx: Ctx,
  channel: SalesChannel,
  cards: readonly Renewing[],
): Promise<JudgeRenewal | undefined> {
  const judge = await ctx
    .contributed(renewalRules)
    ?.inForce(ctx, channel, [...new Set(cards.map(({ ownerId }) => ownerId))]);
  if (!judge) return undefined;
  const known = await renewalCards(ctx, cards);
  return (order, each) => {
    const card = known(each);
    const verdict = card && judge(order, card);
    return verdict && { order, card, channel, verdict };
  };
}

/** A package as it is renewed, so many periods of it at a price for one. */
export const asRenewal = (
  { id, name, months, units }: SoldPackage,
  periods: number,
  price: Money | undefined,
): RenewalOrder => ({ packageId: id, packageName: name, months: months * units * periods, price });

const byActor = ({ actor }: Ctx): RenewalBy =>
  actor.kind === 'account'
    ? { name: actor.account, customerId: actor.customerId, isEndUser: false }
    : { name: '', customerId: null, isEndUser: actor.kind === 'endUser' };

/** Keeps renewals that were tried: on the caller's word, unless another's is named. */
export async function recordRenewals(
  ctx: Ctx,
  attempts: readonly RenewalAttempt[],
  by: RenewalBy = byActor(ctx),
): Promise<void> {
  if (attempts.length > 0) await ctx.contributed(renewalRules)?.record(ctx, attempts, by);
}

/** A refusal of what was to be sold; where rules of renewals are its reason, the attempt is kept though all else is taken back. */
export const saleRefused = (
  attempt: RenewalAttempt | undefined,
  refusal: Refusal,
  { reason, ...facts }: Facts & { readonly reason: Text },
): TracedRefusal =>
  new TracedRefusal(refusal, { reason, ...facts }, (ctx) =>
    recordRenewals(ctx, attempt?.verdict.words?.en === reason.en ? [attempt] : []),
  );
