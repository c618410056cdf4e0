import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { lifecycleOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { CANCELLED } from '../../cardBatches/face.ts';
import { type Hindrance, hindranceOf } from '../records/recordRules.ts';
import type { SoldPackage } from './soldPackage.ts';

type Verdict = { readonly key: string; readonly words: Text };

/** What decides whether a card can have a package, beside its carrier and status. */
export type OrderFacts = {
  readonly isRealName: boolean;
  /** The type of the main package in use; empty: none. */
  readonly mainType: string;
  readonly boughtBefore: number;
};

const FOR_POOLS: Verdict = {
  key: 'forPools',
  words: text('流量池套餐只能为流量池订购', 'A flow pool package is ordered for flow pools only'),
};
const OTHER_CARRIER: Verdict = {
  key: 'otherCarrier',
  words: text('套餐属于其他运营商', 'The package is of another carrier'),
};
const OTHER_ACCOUNT: Verdict = {
  key: 'otherCarrierAccount',
  words: text('套餐属于其他通道', 'The package is of another carrier account'),
};
const NO_REAL_NAME: Verdict = {
  key: 'realNameMissing',
  words: text('套餐要求实名，卡未实名', 'The package requires a real name, which the card has not'),
};
const HINDRANCES: Readonly<Record<Hindrance, Text>> = {
  noMain: text('无使用中的主套餐，不能订购加油包', 'No main package in use, so no add-on can be ordered'),
  otherScope: text('加油包不适用于使用中的主套餐', 'The add-on does not go with the main package in use'),
  notRenewable: text('该套餐不可续订', 'The package cannot be renewed'),
  renewedEnough: text('已达该套餐的续订次数上限', 'The package has been renewed as often as it allows'),
};

/** A card as an order judges it. */
export type JudgedCard = {
  readonly platform: Platform;
  readonly carrierStatus: string;
  readonly carrierAccountId: string;
  readonly facts: OrderFacts;
};

/** How many of the package a card will have had before the last of so many it is to get; `records` are those it has had. */
export const beforeLastOf = ({ units }: Pick<SoldPackage, 'units'>, records: number, periods: number): number =>
  Math.ceil(records / units) + periods - 1;

/** Why a card does not get the package; undefined: it does. */
export function orderVerdict(sold: SoldPackage, card: JudgedCard): Verdict | undefined {
  const { platform, carrierStatus, carrierAccountId, facts } = card;
  if (lifecycleOf(platform, carrierStatus) === 'cancelled') return { key: 'cancelled', words: CANCELLED };
  if (sold.feedsPools) return FOR_POOLS;
  if (platform !== sold.platform) return OTHER_CARRIER;
  if (sold.carrierAccountId !== null && sold.carrierAccountId !== carrierAccountId) return OTHER_ACCOUNT;
  if (sold.needsRealName && !facts.isRealName) return NO_REAL_NAME;
  const hindrance = hindranceOf(sold, facts);
  return hindrance && { key: hindrance, words: HINDRANCES[hindrance] };
}
