import type { SplitPartState } from '@cardinal/contract/enumerations/splitOrder.ts';
import type { Ctx } from '../../../framework/context.ts';
import { extensionPoint } from '../../../framework/contributions.ts';

/** What of an entry became usable, and is about to be posted. */
export type Released = {
  readonly entryId: string;
  readonly orderId: string;
  readonly customerId: string;
  readonly currency: string;
  readonly amount: bigint;
};

/** How what was released of an entry is paid by the provider. */
export type SplitShown = {
  /** Our number at the provider; null where it was not asked. */
  readonly splitNo: string | null;
  readonly state: SplitPartState;
  /** The provider's word, or why it is not split. */
  readonly said: string | null;
  /** The posting by which it was paid. */
  readonly posting: string | null;
};

/** A room that lets the provider pay what was released. */
export type SplitReleased = {
  /** Locks what it needs before anything is posted. What it answers is done after the posting, in the same transaction. */
  readonly prepare: (ctx: Ctx, released: readonly Released[]) => Promise<(() => Promise<void>) | undefined>;
  /** The latest of each entry. */
  readonly shown: (ctx: Ctx, entryIds: readonly string[]) => Promise<ReadonlyMap<string, SplitShown>>;
};

export const splitReleased = extensionPoint<SplitReleased>('profitSharing.splitReleased');
