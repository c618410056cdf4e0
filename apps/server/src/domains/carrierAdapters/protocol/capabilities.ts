import type { StatusAction } from '@cardinal/contract/statuses/statusTable.ts';
import type { NetworkService, OperationName } from './operations.ts';

/** What a carrier's interface can do, and how; a button whose capability is missing is disabled with the reason. */
export type Capabilities = {
  readonly operations: readonly OperationName[];
  /** The moves a person may ask for through this interface, by our action codes. */
  readonly statusActions: readonly StatusAction[];
  /** How an asked move is known to be carried out. */
  readonly confirmation: 'answer' | 'query' | 'push' | 'none';
  /** Cards in one call, where the carrier takes several; 1 otherwise. */
  readonly batchSizes: Readonly<Partial<Record<OperationName, number>>>;
  readonly defaultLimits: {
    readonly callsPerSecond: number;
    readonly inFlight: number;
    /** null: no known limit. */
    readonly perDay: number | null;
  };
  /** What it tells of usage for many cards besides days that are over; absent: both. What it does not is not asked. */
  readonly usagePeriods?: readonly ('month' | 'today')[];
  /** Speeds it can hold a card down to, in kbit/s; only these, never rounded by us. */
  readonly speeds?: readonly number[];
  /** Services it can switch, where it can at all. */
  readonly services?: readonly NetworkService[];
  /** How late its figures usually are, in minutes, for people to see beside a number; absent: not known. */
  readonly usualDelayMinutes?: { readonly status?: number; readonly usage?: number };
  /** A second change of one card sooner than this is refused by the carrier. */
  readonly quietSecondsPerCard: number;
  readonly cycleDay: number;
  readonly timeoutMs: number;
  /** When somebody last compared this with the real interface; null: assumed, «接口待确认». */
  readonly verifiedOn: string | null;
};
