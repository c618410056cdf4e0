import { text } from '@cardinal/primitives/text.ts';
import { inPool } from '../../pools/face.ts';
import type { FlowPoolRow } from '../flowPoolTables.ts';

type Verdict = { readonly key: string; readonly words: ReturnType<typeof text> };

/** What decides whether a card can be in a flow pool. */
export type FlowPoolCard = {
  readonly isCancelled: boolean;
  readonly ownerId: string;
  readonly platform: number;
  readonly carrierAccountId: string;
  readonly hasPackage: boolean;
  /** The pool it is in, of whatever kind; empty: none. */
  readonly poolId: string;
};

export type FlowPoolTarget = {
  readonly pool: Pick<FlowPoolRow, 'id' | 'platform' | 'carrier_account_id' | 'needs_package' | 'state'>;
  /** Whose cards may be in it. */
  readonly owners: ReadonlySet<string>;
  /** The codes of the pools the caller sees, by id. */
  readonly codes: ReadonlyMap<string, string>;
};

const CANCELLED: Verdict = { key: 'cancelled', words: text('卡已销户', 'The card is cancelled') };
const CLOSED: Verdict = { key: 'flowPoolClosed', words: text('流量池已关闭', 'The flow pool is closed') };
const OTHER_OWNER: Verdict = {
  key: 'notOfPoolOwner',
  words: text('卡不属于流量池的客户', 'The card is not one of the pool’s customer'),
};
const OTHER_CARRIER: Verdict = {
  key: 'otherCarrierAccount',
  words: text('卡在其他运营商或通道', 'The card is of another carrier or carrier account'),
};
const NO_PACKAGE: Verdict = { key: 'noPackage', words: text('卡没有使用中的套餐', 'The card has no package in use') };
const ALREADY: Verdict = { key: 'inThisPool', words: text('已在该流量池', 'Already in this flow pool') };
const NOT_IN_POOL: Verdict = { key: 'notInPool', words: text('不在该流量池', 'Not in this flow pool') };

/** Why a card does not join a flow pool. */
export function joinVerdict(card: FlowPoolCard, { pool, owners, codes }: FlowPoolTarget): Verdict | undefined {
  if (card.isCancelled) return CANCELLED;
  if (pool.state === 'closed') return CLOSED;
  if (!owners.has(card.ownerId)) return OTHER_OWNER;
  if (pool.platform !== null && pool.platform !== card.platform) return OTHER_CARRIER;
  if (pool.carrier_account_id !== null && pool.carrier_account_id !== card.carrierAccountId) return OTHER_CARRIER;
  if (card.poolId === pool.id) return ALREADY;
  if (card.poolId) return inPool(codes.get(card.poolId));
  return pool.needs_package && !card.hasPackage ? NO_PACKAGE : undefined;
}

export const leaveVerdict = (card: FlowPoolCard, { pool }: FlowPoolTarget): Verdict | undefined =>
  card.poolId === pool.id ? undefined : NOT_IN_POOL;
