import { text } from '@cardinal/primitives/text.ts';
import type { PoolRow } from '../poolTables.ts';

export type Verdict = { readonly key: string; readonly words: ReturnType<typeof text> };

/** What decides whether a card can be in a pool. */
export type PoolCard = {
  readonly isCancelled: boolean;
  readonly ownerId: string;
  readonly carrierAccountId: string;
  /** Of the main package in use; empty: none. */
  readonly packageId: string;
  /** The pool it is in; empty: none. */
  readonly poolId: string;
};

export type PoolTerms = Pick<PoolRow, 'id' | 'pool_code' | 'carrier_account_id' | 'package_id' | 'cycle_day' | 'state'>;

/** The pool that is meant, whose cards may be in it, and the pools the caller sees, by id. */
export type Target = {
  readonly pool: PoolTerms;
  readonly owners: ReadonlySet<string>;
  readonly seen: ReadonlyMap<string, PoolTerms>;
  /** The codes of pools of all kinds that the caller sees and that have cards, by id. */
  readonly codes: ReadonlyMap<string, string>;
};

export const CANCELLED_CARD: Verdict = { key: 'cancelled', words: text('卡已销户', 'The card is cancelled') };
const CLOSED: Verdict = { key: 'poolClosed', words: text('卡池已关闭', 'The pool is closed') };
const OTHER_OWNER: Verdict = {
  key: 'notOfPoolOwner',
  words: text('卡不属于卡池的客户', 'The card is not one of the pool’s customer'),
};
const OTHER_ACCOUNT: Verdict = {
  key: 'otherCarrierAccount',
  words: text('卡在其他通道', 'The card is on another carrier account'),
};
const NO_PACKAGE: Verdict = { key: 'noPackage', words: text('卡没有使用中的套餐', 'The card has no package in use') };
const OTHER_PACKAGE: Verdict = {
  key: 'otherPackage',
  words: text('使用中的套餐不是卡池的套餐', 'The package in use is not the pool’s'),
};
const ALREADY: Verdict = { key: 'inThisPool', words: text('已在该卡池', 'Already in this pool') };
const ELSEWHERE: Verdict = { key: 'inPool', words: text('该卡已在其他卡池', 'The card is in another pool') };
export const NOT_IN_POOL: Verdict = { key: 'notInPool', words: text('不在该卡池', 'Not in this pool') };
const IN_NONE: Verdict = { key: 'inNoPool', words: text('卡不在卡池中', 'The card is in no pool') };
const OTHER_POOL_TERMS: Verdict = {
  key: 'otherPoolTerms',
  words: text('两个卡池的通道、套餐或账期日不同', 'The pools differ in carrier account, package or cycle day'),
};

export const TRANSFER_UNDONE: Verdict = { key: 'transferUndone', words: text('转移已撤销', 'The transfer was undone') };
export const SCHEDULED: Verdict = {
  key: 'transferScheduled',
  words: text('已有待生效的转移', 'A transfer of the card is scheduled already'),
};

/** A pool that the caller does not see is not named. */
export const inPool = (code: string | undefined): Verdict =>
  code === undefined
    ? ELSEWHERE
    : { key: `inPool:${code}`, words: text(`该卡已在池 ${code}`, `The card is in pool ${code}`) };

const unfit = (card: PoolCard, { pool, owners }: Target): Verdict | undefined => {
  if (card.isCancelled) return CANCELLED_CARD;
  if (pool.state === 'closed') return CLOSED;
  if (!owners.has(card.ownerId)) return OTHER_OWNER;
  return card.carrierAccountId === pool.carrier_account_id ? undefined : OTHER_ACCOUNT;
};

/** Why a card does not join a pool. A pool that the caller does not see is not named. */
export function joinVerdict(card: PoolCard, target: Target): Verdict | undefined {
  const { pool, codes } = target;
  const why = unfit(card, target);
  if (why) return why;
  if (card.poolId === pool.id) return ALREADY;
  if (card.poolId) return inPool(codes.get(card.poolId));
  if (!card.packageId) return NO_PACKAGE;
  return card.packageId === pool.package_id ? undefined : OTHER_PACKAGE;
}

export const leaveVerdict = (card: PoolCard, { pool }: Target): Verdict | undefined =>
  card.poolId === pool.id ? undefined : NOT_IN_POOL;

/** Why a card does not move from the pool it is in into another. A pool that the caller does not see is none. */
export function transferVerdict(card: PoolCard, target: Target): Verdict | undefined {
  const { pool, seen } = target;
  if (card.poolId === pool.id) return ALREADY;
  const from = card.poolId ? seen.get(card.poolId) : undefined;
  if (!from) return IN_NONE;
  const isAlike =
    from.carrier_account_id === pool.carrier_account_id &&
    from.package_id === pool.package_id &&
    from.cycle_day === pool.cycle_day;
  return isAlike ? unfit(card, target) : OTHER_POOL_TERMS;
}
