import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { onLive } from '../../shell/liveEvents.ts';

/** However much is told within this time, the list is read again once. */
const CALM_MS = 2_000;
/** A list with rows that move by themselves is asked for this often, for what the stream does not tell or lost. */
const ASK_MS = 10_000;

/**
 * Reads a list again, wherever it is drawn, when the server tells something under a topic; with `isMoving` also every ten
 * seconds while a row that is shown says so and somebody looks.
 */
export function useLiveList<Row = never>(
  list: Pick<ListEndpoint, 'name'>,
  topic: string,
  isMoving?: (row: Row) => boolean,
): void {
  const queries = useQueryClient();
  const { name } = list;
  const moving = useRef(isMoving);
  moving.current = isMoving;
  const asks = isMoving !== undefined;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readAgain = () => void queries.invalidateQueries({ queryKey: [name] });
    const stop = onLive(topic, () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        readAgain();
      }, CALM_MS);
    });
    const asking = asks
      ? setInterval(() => {
          if (document.hidden) return;
          const shown = queries.getQueryCache().findAll({ queryKey: [name], type: 'active' });
          const rows = shown.flatMap((query) => (query.state.data as { list?: Row[] } | undefined)?.list ?? []);
          if (rows.some((row) => moving.current?.(row))) readAgain();
        }, ASK_MS)
      : undefined;
    return () => {
      stop();
      clearTimeout(timer);
      clearInterval(asking);
    };
  }, [queries, name, topic, asks]);
}
