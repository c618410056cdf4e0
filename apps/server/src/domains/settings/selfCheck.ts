import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import {
  CHECK_DOWNLOAD_BYTES,
  CHECK_EVENT_MS,
  CHECK_EVENTS,
  type checkUpload as uploadEndpoint,
} from '@cardinal/contract/api/settings/selfCheck.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import type { FileAnswer, Outlet } from '../../framework/domain.ts';

/** The length of the received body. Nothing of it is stored. */
export const measureUpload = (body: BodyOf<typeof uploadEndpoint>): AnswerOf<typeof uploadEndpoint> => ({
  bytes: Buffer.byteLength(body.filler),
});

/** Random-looking would compress as badly as a real file; equal letters would not. */
const CONTENT = Buffer.from(Array.from({ length: CHECK_DOWNLOAD_BYTES }, (_, at) => (at * at * 31 + at) % 251));

export const checkFile = (): FileAnswer => ({
  stream: ({ start, end } = { start: 0, end: CONTENT.length - 1 }) => Readable.from([CONTENT.subarray(start, end + 1)]),
  fileName: 'self-check.bin',
  type: 'application/octet-stream',
  bytes: CONTENT.length,
});

/** Ends by itself, or when the listener disconnects. */
export async function sendCheckEvents(outlet: Outlet): Promise<void> {
  const gone = outlet.closed.then(() => true);
  for (let n = 1; n <= CHECK_EVENTS; n += 1) {
    outlet.send('check', { n });
    if (await Promise.race([gone, wait(CHECK_EVENT_MS, false)])) return;
  }
}
