import type { SignedParts } from '@cardinal/contract/api/openApi/signature.ts';
import type { Narrowing } from '../../../framework/scoping.ts';

/** A key as needed for authentication. */
export type OpenKey = {
  readonly id: string;
  readonly name: string;
  readonly appKey: string;
  readonly customerId: string;
  /** The account whose permissions it uses. */
  readonly accountId: string;
  /** Its current permissions, limited by the ceilings of customers above. */
  readonly scopes: ReadonlySet<string>;
  readonly callsPerMinute: number;
  /** Calls per day; null is unlimited. */
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

/** One log entry of a key's calls. */
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
