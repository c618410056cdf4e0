import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, doneSchema } from '../../framework/endpoint.ts';

/** Errors reported by the console; at most ten a minute per fingerprint. */
export const reportError = change({
  name: 'errorLog.report',
  summary: text('上报控制台错误', 'Report a console error'),
  permission: 'authenticated',
  scope: 'own',
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject({
    message: z.string().min(1).max(500),
    place: z.string().min(1).max(255),
    stack: z.string().max(8_000).optional(),
    version: z.string().max(64).optional(),
    crumbs: z.array(z.string().max(255)).max(20).optional(),
    requestId: z.string().max(64).optional(),
  }),
  answer: doneSchema,
  example: { body: { message: 'x is undefined', place: '/dashboard' } },
});
