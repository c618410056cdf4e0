import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onLive } from '../../shell/liveEvents.ts';

/** However much is told within this time, the list is read again once. */
const CALM_MS = 2_000;

/** Reads a list again, wherever it is drawn, when the server tells something under a topic. */
export function useLiveList(list: Pick<ListEndpoint, 'name'>, topic: string): void {
  const queries = useQueryClient();
  const { name } = list;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onLive(topic, () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: ['list', name] });
      }, CALM_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [queries, name, topic]);
}
