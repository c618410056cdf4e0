import { chipOperations, readChip } from '@cardinal/contract/api/esim/chips.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../http/call.ts';

export type Chip = AnswerOf<typeof readChip>;
export type ChipOperation = AnswerOf<typeof chipOperations>[number];

/** While something is asked of the chip, so often it is looked at. */
const MOVING_EVERY_MS = 3_000;
/** A chip also changes by itself: it falls back, or its device is reset. */
const RESTING_EVERY_MS = 10_000;

/** One chip, live. */
export const useChip = (eid: string) =>
  useQuery({
    queryKey: [readChip.name, eid],
    queryFn: ({ signal }) => call(readChip, { query: { eid } }, { signal, isSilent: true }),
    refetchInterval: ({ state }) => (state.data?.openOperation ? MOVING_EVERY_MS : RESTING_EVERY_MS),
  });

export const useChipOperations = (eid: string, isMoving: boolean) =>
  useQuery({
    queryKey: [chipOperations.name, eid],
    queryFn: ({ signal }) => call(chipOperations, { query: { eid } }, { signal, isSilent: true }),
    // The chip may be told of as resting before the last of its operations was read as closed.
    refetchInterval: ({ state }) =>
      isMoving || state.data?.some((each) => each.closedAt === null) ? MOVING_EVERY_MS : RESTING_EVERY_MS,
  });
