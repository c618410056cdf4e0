import type { SignedParts } from '@cardinal/contract/api/openApi/signature.ts';
import type { Account, Ctx } from './context.ts';
import type { Scope } from './scoping.ts';

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
   * or pace, in this order, so that only the holder of the secret learns more than the first two.
   */
  readonly admit: (ctx: Ctx, key: OpenKey, call: SignedCall) => Promise<{ actor: Account; scope: Scope }>;
  readonly record: (ctx: Ctx, call: OpenCall) => Promise<void>;
};
