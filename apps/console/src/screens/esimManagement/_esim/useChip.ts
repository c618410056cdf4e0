import { chipOperations, readChip } from '@cardinal/contract/api/esimOperations/chips.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { useRead } from '../../../kit/useRead.ts';

export type Chip = AnswerOf<typeof readChip>;
export type ChipOperation = AnswerOf<typeof chipOperations>[number];

/** While something is asked of the chip, so often it is looked at. */
const MOVING_EVERY_MS = 3_000;
/** A chip also changes by itself: it falls back, or its device is reset. */
const RESTING_EVERY_MS = 10_000;

/** One chip, live. */
export const useChip = (eid: string) =>
  useRead(readChip, { eid }, { every: (data) => (data?.openOperation ? MOVING_EVERY_MS : RESTING_EVERY_MS) });

/** The chip may be told of as resting before the last of its operations was read as closed. */
export const useChipOperations = (eid: string, isMoving: boolean) =>
  useRead(
    chipOperations,
    { eid },
    {
      every: (data) => (isMoving || data?.some((each) => each.closedAt === null) ? MOVING_EVERY_MS : RESTING_EVERY_MS),
    },
  );
