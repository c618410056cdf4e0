import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { envelopeOf } from '@cardinal/contract/framework/envelope.ts';
import { IDEMPOTENCY_HEADER } from '@cardinal/contract/framework/idempotency.ts';
import type { Refusal } from '@cardinal/contract/framework/refusal.ts';
import { STANDARD_REFUSALS } from '@cardinal/contract/framework/standardRefusals.ts';
import { say } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { END_USER_COOKIE } from './cookies.ts';

export type Json = Record<string, unknown>;

export const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Json;
  return rest;
};

const parameters = (
  where: 'path' | 'query',
  schema: z.ZodObject,
  example: Record<string, unknown> | undefined,
): Json[] => {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: of,
    ...(example && name in example ? { example: example[name] } : {}),
    ...(where === 'query' ? { style: 'form', explode: true } : {}),
  }));
};

const refusalExample = (refusal: Refusal): Json => ({
  summary: `${say(refusal.text, 'zh_CN')} / ${say(refusal.text, 'en')}`,
  value: {
    code: refusal.code,
    message: refusal.text.zh,
    data: null,
    ...(refusal.status === 200 ? {} : { desc: refusal.text.zh }),
  },
});

const envelopeSchema = {
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: { code: { type: 'string' }, message: { type: 'string' }, desc: { type: 'string' }, data: {} },
};

function responses(endpoint: Endpoint): Json {
  const every = [...STANDARD_REFUSALS, ...endpoint.refusals];
  const statuses = [...new Set([200, ...every.map((each) => each.status)])].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const refusals = every.filter((each) => each.status === status);
      const examples = Object.fromEntries(refusals.map((each) => [each.code, refusalExample(each)]));
      const success = schemaOf(envelopeOf(endpoint.answer), 'output');
      const content =
        status !== 200
          ? { 'application/json': { schema: envelopeSchema, examples } }
          : endpoint.kind === 'file'
            ? {
                'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
                'application/json': { schema: envelopeSchema, examples },
              }
            : endpoint.kind === 'stream'
              ? {
                  'text/event-stream': { schema: { type: 'string' } },
                  'application/json': { schema: envelopeSchema, examples },
                }
              : { 'application/json': { schema: { anyOf: [success, envelopeSchema] }, examples } };
      return [String(status), { description: status === 200 ? 'Success or a business refusal' : 'Refused', content }];
    }),
  );
}

/** Path, query and the idempotency key of an operation. */
export const parametersOf = ({ params, query, example, idempotency }: Endpoint): Json[] => [
  ...parameters('path', params, example?.params),
  ...parameters('query', query, example?.query),
  ...(idempotency === 'required'
    ? [
        {
          name: IDEMPOTENCY_HEADER,
          in: 'header',
          required: true,
          schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
        },
      ]
    : []),
];

const WITH_FILE = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' } },
};

/** The request body of a change, with its example. */
export function bodyOf({ method, kind, body, example }: Endpoint): Json {
  if (method === 'GET') return {};
  const schema = schemaOf(body, 'input');
  const content =
    kind === 'upload'
      ? { 'multipart/form-data': { schema: { allOf: [schema, WITH_FILE] } } }
      : { 'application/json': { schema, ...(example?.body === undefined ? {} : { example: example.body }) } };
  return { requestBody: { content } };
}

const operation = (endpoint: Endpoint): Json => ({
  operationId: endpoint.name,
  summary: `${endpoint.summary.zh} / ${endpoint.summary.en}`,
  tags: [endpoint.name.split('.')[0]],
  'x-permission': Array.isArray(endpoint.permission) ? endpoint.permission.join(' | ') : endpoint.permission,
  'x-scope': endpoint.scope,
  'x-idempotency': endpoint.idempotency,
  security:
    endpoint.permission === 'public' ? [] : [endpoint.permission === 'endUser' ? { endUser: [] } : { session: [] }],
  parameters: parametersOf(endpoint),
  ...bodyOf(endpoint),
  responses: responses(endpoint),
});

/** The whole API as an OpenAPI 3.1 document, generated from the same objects that validate requests and type the client. */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...(paths[path] ?? {}), [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Cardinal 卡枢', version },
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'Authorization' },
        endUser: { type: 'apiKey', in: 'cookie', name: END_USER_COOKIE },
      },
    },
    paths,
  };
}
