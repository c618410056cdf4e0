import type { ImportState } from '@cardinal/contract/api/cardImports/imports.ts';
import type { ValueOf } from '@cardinal/contract/enumerations/enumeration.ts';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';

export type BatchState = ValueOf<typeof ImportState>;

/** The status mark of a batch. */
export const IMPORT_LOOKS: Readonly<Record<BatchState, StatusLook>> = {
  checking: { shape: 'half', tone: 'busy' },
  waiting: { shape: 'ring', tone: 'warning' },
  running: { shape: 'half', tone: 'busy' },
  done: { shape: 'disc', tone: 'good' },
  failed: { shape: 'cross', tone: 'bad' },
  cancelled: { shape: 'cross', tone: 'neutral' },
  undoing: { shape: 'half', tone: 'busy' },
  undone: { shape: 'ring', tone: 'neutral' },
};

/** States that the batch leaves by itself. */
export const MOVING: ReadonlySet<BatchState> = new Set<BatchState>(['checking', 'running', 'undoing']);
/** States in which a batch can be undone. */
export const MAY_UNDO: ReadonlySet<BatchState> = new Set<BatchState>(['done', 'cancelled', 'failed']);
