import type { StatusAction } from '@cardinal/contract/statuses/statusTable.ts';
import type { NetworkService, OperationName } from './operations.ts';

/** What a carrier's interface can do, and how; a button without its capability is disabled with the reason. */
export type Capabilities = {
  readonly operations: readonly OperationName[];
  /** The status changes this interface can be asked for, as our action codes. */
  readonly statusActions: readonly StatusAction[];
  /** How a requested change is confirmed. */
  readonly confirmation: 'answer' | 'query' | 'push' | 'none';
  /** Cards per call, if the carrier takes several; otherwise 1. */
  readonly batchSizes: Readonly<Partial<Record<OperationName, number>>>;
  readonly defaultLimits: {
    readonly callsPerSecond: number;
    readonly inFlight: number;
    /** null: no known limit. */
    readonly perDay: number | null;
  };
  /** What batch usage covers besides past days; absent: both. Anything else is not requested. */
  readonly usagePeriods?: readonly ('month' | 'today')[];
  /** The speed limits it offers, in kbit/s; only these, never rounded by us. */
  readonly speeds?: readonly number[];
  /** The services it can switch, if any. */
  readonly services?: readonly NetworkService[];
  /** The usual delay of its figures in minutes, shown beside a number; absent: unknown. */
  readonly usualDelayMinutes?: { readonly status?: number; readonly usage?: number };
  /** The carrier refuses a second change of one card sooner than this. */
  readonly quietSecondsPerCard: number;
  readonly cycleDay: number;
  readonly timeoutMs: number;
  /** When this was last checked against the real interface; null: assumed, «接口待确认». */
  readonly verifiedOn: string | null;
};
