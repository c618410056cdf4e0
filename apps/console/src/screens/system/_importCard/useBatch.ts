import { IMPORT_PROGRESS, listImports, readImport } from '@cardinal/contract/api/cards/imports.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../http/call.ts';
import { onLive } from '../../../shell/liveEvents.ts';
import { MOVING } from './importLooks.ts';

export type Batch = AnswerOf<typeof readImport>;

/** The stream tells every step; asking as well bridges a stream that broke. */
const BATCH_EVERY_MS = 2000;
const LIST_CALM_MS = 1000;

/** A batch, live while it moves. */
export function useBatch(batchId: string) {
  const queries = useQueryClient();
  const key = [readImport.name, batchId];
  useEffect(
    () =>
      onLive(IMPORT_PROGRESS, (told) => {
        const step = told as (Partial<Batch> & { batchId?: string }) | null;
        if (step && step.batchId !== batchId) return;
        const queryKey = [readImport.name, batchId];
        const before = queries.getQueryData<Batch>(queryKey);
        // Numbers that only grow are drawn as they come; another state brings reasons and rows with it.
        if (step && before && step.state === before.state) queries.setQueryData(queryKey, { ...before, ...step });
        else void queries.invalidateQueries({ queryKey });
      }),
    [queries, batchId],
  );
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(readImport, { query: { batchId } }, { signal, isSilent: true }),
    refetchInterval: ({ state }) => (state.data && MOVING.has(state.data.state) ? BATCH_EVERY_MS : false),
    staleTime: 0,
  });
}

/** Keeps the list fresh while batches move. */
export function useLiveBatches(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onLive(IMPORT_PROGRESS, () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: ['list', listImports.name] });
      }, LIST_CALM_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [queries]);
}
