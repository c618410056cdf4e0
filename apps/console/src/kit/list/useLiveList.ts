import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { onLive } from '../../shell/liveEvents.ts';

/** All events within this time cause one read. */
const CALM_MS = 2_000;
/** The poll interval of a list with moving rows, for changes that the stream does not report or has lost. */
const ASK_MS = 10_000;

/**
 * Reads a list again, wherever it is shown, when the server sends an event of a topic. With `isMoving` also every ten seconds
 * while a visible row is moving and the page is visible.
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
