import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { read } from '../../framework/endpoint.ts';
import { OpenState } from './catalogue.ts';
import { interfaceNotFound } from './refusals.ts';
import { OpenGroup, OpenScope } from './scopes.ts';

const moment = z.iso.datetime({ offset: true });

/** The documentation for developers: every offered interface, and which of them their keys may call. Without drafts. */
export const readApiDoc = read({
  name: 'apiDoc.read',
  summary: text('API文档', 'API documentation'),
  path: '/api/api-doc/v1/interfaces',
  permission: 'apiDoc.view',
  scope: 'own',
  answer: z.object({
    interfaces: z.array(
      z.object({
        name: z.string(),
        group: OpenGroup.schema,
        method: z.string(),
        path: z.string(),
        titleZh: z.string(),
        titleEn: z.string(),
        state: OpenState.schema,
        endsAt: moment.nullable(),
        replacedBy: z.string().nullable(),
        keyScope: OpenScope.schema.nullable(),
        /** Active keys of the caller's customer that may call it. */
        ownKeys: z.number().int(),
        /** Whether the caller's account has the permission that its keys would use. */
        isPermitted: z.boolean(),
      }),
    ),
    ownKeys: z.number().int(),
    callsPerMinute: z.number().int(),
  }),
});

export const readApiDocInterface = read({
  name: 'apiDoc.interface',
  summary: text('接口文档', 'Interface documentation'),
  permission: 'apiDoc.view',
  scope: 'own',
  query: { name: z.string().regex(/^open\.[A-Za-z]{1,40}$/) },
  answer: z.object({
    operation: z.record(z.string(), z.unknown()),
    example: z.object({
      params: z.record(z.string(), z.string()).optional(),
      query: z.record(z.string(), z.unknown()).optional(),
      body: z.unknown().optional(),
    }),
    needsIdempotencyKey: z.boolean(),
    callsPerSecond: z.number().int().nullable(),
    /** The required permissions as text; any one of them. */
    permissions: z.array(z.object({ zh: z.string(), en: z.string() })),
    notesZh: z.string().nullable(),
    notesEn: z.string().nullable(),
  }),
  refusals: [interfaceNotFound],
  example: { query: { name: 'open.cards' } },
});
