import type { SignedParts } from '@cardinal/contract/api/openApi/signature.ts';
import type { Narrowing } from '../../../framework/scoping.ts';

/** A key as authentication needs to know it. */
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
