import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, read } from '../../framework/endpoint.ts';
import { tooLarge, tooMany } from '../../framework/standardRefusals.ts';

/** The default size limit of import files, which proxies must let through. */
export const CHECK_UPLOAD_BYTES = 5 * 1024 * 1024;
export const CHECK_DOWNLOAD_BYTES = 256 * 1024;
/** The number of events and their interval: buffering by a proxy is detected. */
export const CHECK_EVENTS = 3;
export const CHECK_EVENT_MS = 500;

/** Takes a large body and discards it, to test whether a proxy lets it through. */
export const checkUpload = change({
  name: 'selfCheck.upload',
  summary: text('自检：上传', 'Self check: upload'),
  permission: 'public',
  scope: 'global',
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject({ filler: z.string().max(CHECK_UPLOAD_BYTES) }),
  answer: z.object({ bytes: z.int() }),
  refusals: [tooLarge, tooMany],
  example: { body: { filler: 'x' } },
});

/** A file of known length and content. */
export const checkDownload = read({
  name: 'selfCheck.download',
  summary: text('自检：下载', 'Self check: download'),
  permission: 'public',
  scope: 'global',
  kind: 'file',
  answer: z.unknown(),
  refusals: [tooMany],
});

/** A few server-sent events and an end: a stream that needs no login. */
export const checkEvents = read({
  name: 'selfCheck.events',
  summary: text('自检：实时推送', 'Self check: live events'),
  permission: 'public',
  scope: 'global',
  kind: 'stream',
  answer: z.unknown(),
  refusals: [tooMany],
});
