import { chipOperations, readChip } from '@cardinal/contract/api/esimOperations/chips.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { useRead } from '../../../kit/useRead.ts';

export type Chip = AnswerOf<typeof readChip>;
export type ChipOperation = AnswerOf<typeof chipOperations>[number];

/** Poll interval while an operation of the chip is running. */
const MOVING_EVERY_MS = 3_000;
/** A chip also changes by itself: it falls back, or its device is reset. */
const RESTING_EVERY_MS = 10_000;

/** One chip, live. */
export const useChip = (eid: string) =>
  useRead(readChip, { eid }, { every: (data) => (data?.openOperation ? MOVING_EVERY_MS : RESTING_EVERY_MS) });

/** The chip may be reported idle before the end of its last operation has been read. */
export const useChipOperations = (eid: string, isMoving: boolean) =>
  useRead(
    chipOperations,
    { eid },
    {
      every: (data) => (isMoving || data?.some((each) => each.closedAt === null) ? MOVING_EVERY_MS : RESTING_EVERY_MS),
    },
  );
