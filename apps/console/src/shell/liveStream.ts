import { streamTasks } from '@cardinal/contract/api/tasks/tasks.ts';
import { useEffect, useRef } from 'react';
import { page } from '../http/connection.ts';
import { openEventStream } from '../http/eventStream.ts';
import { CONNECTION, tellLive } from './liveEvents.ts';

function readJson(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

/**
 * Keeps the tab's one stream open and dispatches its events by topic. `onOpen` is called at every (re)connection: events in
 * between were missed and must be refetched.
 */
export function useLiveStream(onOpen: () => void): void {
  const latest = useRef(onOpen);
  latest.current = onOpen;
  useEffect(
    () =>
      openEventStream(page, streamTasks.path, {
        event: ({ event, data }) => tellLive(event, readJson(data)),
        state: (state) => {
          tellLive(CONNECTION, state);
          if (state === 'open') latest.current();
        },
      }),
    [],
  );
}
