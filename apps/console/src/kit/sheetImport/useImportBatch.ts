import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onLive } from '../../shell/liveEvents.ts';
import { readKey, useRead } from '../useRead.ts';
import type { ImportBatch, ImportDesk } from './importDesk.ts';
import { MOVING } from './importLooks.ts';

/** The stream reports every step; polling covers a broken stream. */
const BATCH_EVERY_MS = 2000;

/** A batch, live while it moves. */
export function useImportBatch<B extends ImportBatch>(desk: ImportDesk<B>, batchId: string) {
  const queries = useQueryClient();
  const { detail, topic, idKey } = desk;
  useEffect(
    () =>
      onLive(topic, (told) => {
        const step = told as (Partial<B> & { batchId?: string }) | null;
        if (step && step.batchId !== batchId) return;
        const queryKey = readKey(detail, { [idKey]: batchId });
        const before = queries.getQueryData<B>(queryKey);
        // Growing numbers are updated from the event; a new state needs another read for reasons and rows.
        const isOnlyFurther = step && before && step.state === before.state && MOVING.has(before.state);
        if (isOnlyFurther) queries.setQueryData(queryKey, { ...before, ...step });
        else void queries.invalidateQueries({ queryKey });
      }),
    [queries, topic, detail, idKey, batchId],
  );
  const moves = (batch: B | undefined) => batch && (MOVING.has(batch.state) || desk.isHeld?.(batch));
  return useRead(
    detail,
    { [idKey]: batchId },
    {
      every: (data) => (moves(data as B | undefined) ? BATCH_EVERY_MS : false),
      staleTime: 0,
    },
  ) as UseQueryResult<B>;
}
