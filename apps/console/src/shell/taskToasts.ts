import { readTray } from '@cardinal/contract/api/tasks/tasks.ts';
import { call } from '../http/call.ts';

/** Tasks whose end is told by who started them, with a way back: the tray stays silent about them. */
export const toldElsewhere = new Set<string>();

/** The tray's read, shared: of two equal requests in flight the client cancels one. */
export const TRAY = {
  queryKey: ['tray'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(readTray, {}, { signal, isSilent: true }),
} as const;
