import { chipImports, ESIM_IMPORT_PROGRESS, type numberImports } from '@cardinal/contract/api/esim/imports.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../http/call.ts';
import { onLive } from '../../../shell/liveEvents.ts';
import { MOVING } from '../../system/_importCard/importLooks.ts';

/** One of the two imports: their steps are the same. */
export type ImportApi = typeof chipImports | typeof numberImports;
export type EsimBatch = AnswerOf<typeof chipImports.detail>;

export const isOfChips = (api: ImportApi): api is typeof chipImports => api.list.name === chipImports.list.name;

/** It is being held against the SM-DP+ just now. */
export const isVerifying = ({ verifyTaskId, verifiedAt, state }: EsimBatch): boolean =>
  state === 'waiting' && verifyTaskId !== null && verifiedAt === null;

/** The stream tells every step; asking as well bridges a stream that broke. */
const BATCH_EVERY_MS = 2000;
const LIST_CALM_MS = 1000;

/** A batch, live while it moves. */
export function useEsimBatch(api: ImportApi, batchId: string) {
  const queries = useQueryClient();
  const { detail } = api;
  useEffect(
    () =>
      onLive(ESIM_IMPORT_PROGRESS, (told) => {
        if ((told as { batchId?: string } | null)?.batchId !== batchId) return;
        void queries.invalidateQueries({ queryKey: [detail.name, batchId] });
      }),
    [queries, detail.name, batchId],
  );
  return useQuery({
    queryKey: [detail.name, batchId],
    queryFn: ({ signal }) => call(detail, { query: { esimBatchId: batchId } }, { signal, isSilent: true }),
    refetchInterval: ({ state }) =>
      state.data && (MOVING.has(state.data.state) || isVerifying(state.data)) ? BATCH_EVERY_MS : false,
    staleTime: 0,
  });
}

/** Keeps the list fresh while batches move. */
export function useLiveEsimBatches(api: ImportApi): void {
  const queries = useQueryClient();
  const { name } = api.list;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onLive(ESIM_IMPORT_PROGRESS, () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: ['list', name] });
      }, LIST_CALM_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [queries, name]);
}
