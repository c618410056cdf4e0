import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onLive } from '../../shell/liveEvents.ts';

/** All events within this time cause one read. */
const CALM_MS = 2_000;

/** Reads a list again, wherever it is shown, when the server sends an event of a topic. */
export function useLiveList(list: Pick<ListEndpoint, 'name'>, topic: string): void {
  const queries = useQueryClient();
  const { name } = list;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onLive(topic, () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: [name] });
      }, CALM_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [queries, name, topic]);
}
