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
 * Keeps the tab's one stream open and passes everything on by its topic. `onOpen` is told at every (re)connection: what
 * happened in between was missed and has to be asked for.
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
