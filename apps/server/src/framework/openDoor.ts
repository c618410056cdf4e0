import type { SignedParts } from '@cardinal/contract/api/openApi/signature.ts';
import type { Account, Ctx } from './context.ts';
import type { Narrowing, Scope } from './scoping.ts';

/** A key as the door needs to know it. */
export type OpenKey = {
  readonly id: string;
  readonly name: string;
  readonly appKey: string;
  readonly customerId: string;
  /** Whose rights it borrows. */
  readonly accountId: string;
  /** What it may do at this moment, ceilings of the customers above included. */
  readonly scopes: ReadonlySet<string>;
  readonly callsPerMinute: number;
  /** Calls of a day; null is without end. */
  readonly dailyQuota: number | null;
  /** What it does not reach of its account's scope. */
  readonly narrowed: readonly Narrowing[];
  readonly addresses: readonly string[];
  readonly expiresAt: Date | null;
  readonly isDisabled: boolean;
};

export type SignedCall = Omit<SignedParts, 'timestamp' | 'nonce'> & {
  readonly timestamp: string;
  readonly nonce: string;
  readonly signature: string;
  readonly interface: string;
};

/** One line of what a key called. */
export type OpenCall = {
  readonly key: OpenKey;
  readonly interface: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string;
  readonly milliseconds: number;
  readonly idempotencyKey: string | undefined;
};

/** What the room of keys gives the framework; contexts passed here see everything. */
export type OpenDoor = {
  /** The key of a name; refuses an unknown one. Nothing is believed yet. */
  readonly find: (ctx: Ctx, appKey: string) => Promise<OpenKey>;
  /**
   * Proves the call and spends its nonce; says for whom it acts. Refuses a wrong clock, signature, nonce, address, state
   * or pace, or an interface that is not offered, in this order, so that only the holder of the secret learns more than the
   * first two. `headers` go with whatever is answered: that the interface ends, and when.
   */
  readonly admit: (
    ctx: Ctx,
    key: OpenKey,
    call: SignedCall,
  ) => Promise<{ actor: Account; scope: Scope; headers: Readonly<Record<string, string>> }>;
  /** Interfaces that the document leaves out, and those it marks as ending with what it says of them. */
  readonly standings: (ctx: Ctx) => Promise<{ hidden: ReadonlySet<string>; ending: ReadonlyMap<string, string> }>;
  readonly record: (ctx: Ctx, call: OpenCall) => Promise<void>;
};
