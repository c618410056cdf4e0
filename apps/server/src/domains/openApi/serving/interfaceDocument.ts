import { SIGNATURE_REFUSALS } from '@cardinal/contract/api/openApi/refusals.ts';
import { SIGNED_HEADERS } from '@cardinal/contract/api/openApi/signature.ts';
import type { OpenInterface } from '@cardinal/contract/framework/openInterface.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import * as standard from '@cardinal/contract/framework/standardRefusals.ts';
import { bodyOf, type Json, parametersOf, schemaOf } from '../../../framework/openapi.ts';
import { statusOfRefusal } from './problems.ts';

/** The standard refusals a signed call can get. */
const STANDARD = [
  standard.malformed,
  standard.invalid,
  standard.noPermission,
  standard.notFound,
  standard.tooLarge,
  standard.unsupportedMedia,
  standard.tooMany,
  standard.unavailable,
  standard.storageLow,
  standard.fault,
];

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { type: 'string' },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
  },
};

function responses(endpoint: OpenInterface): Json {
  const keyed =
    endpoint.idempotency === 'required' ? [standard.idempotencyKeyMissing, standard.idempotencyKeyReused] : [];
  const every = [...SIGNATURE_REFUSALS, ...STANDARD, ...keyed, ...endpoint.refusals];
  const refused: Record<string, Json> = {};
  for (const refusal of every) {
    const status = statusOfRefusal(new Refused(refusal));
    const known = (refused[status] ?? {}) as Record<string, Json>;
    refused[status] = {
      ...known,
      [refusal.code]: {
        summary: refusal.text.en,
        value: { type: `urn:cardinal:problem:${refusal.name}`, status, code: refusal.code, detail: refusal.text.zh },
      },
    };
  }
  return {
    [endpoint.open.success]: {
      description: endpoint.open.success === 202 ? 'Accepted, not done: ask for the task' : 'Success',
      content: { 'application/json': { schema: schemaOf(endpoint.answer, 'output') } },
    },
    ...Object.fromEntries(
      Object.entries(refused).map(([status, examples]) => [
        status,
        { description: 'Refused', content: { 'application/problem+json': { schema: problemSchema, examples } } },
      ]),
    ),
  };
}

/** One operation of the document. */
export const openOperation = (endpoint: OpenInterface): Json => ({
  operationId: endpoint.name,
  summary: `${endpoint.summary.zh} / ${endpoint.summary.en}`,
  tags: [endpoint.open.group],
  'x-key-scope': endpoint.open.keyScope,
  'x-permission': Array.isArray(endpoint.permission) ? endpoint.permission.join(' | ') : endpoint.permission,
  'x-idempotency': endpoint.idempotency,
  parameters: parametersOf(endpoint),
  ...bodyOf(endpoint),
  responses: responses(endpoint),
});

/** The external API as an OpenAPI 3.1 document, from the objects that validate it. */
export function openInterfaceDocument(
  endpoints: readonly OpenInterface[],
  standingOf: (name: string) => Json = () => ({}),
): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...(paths[path] ?? {}),
      [endpoint.method.toLowerCase()]: { ...openOperation(endpoint), ...standingOf(endpoint.name) },
    };
  }
  const header = (name: string) => ({ type: 'apiKey', in: 'header', name });
  const names = Object.keys(SIGNED_HEADERS) as (keyof typeof SIGNED_HEADERS)[];
  return {
    openapi: '3.1.0',
    info: { title: 'Cardinal 卡枢 open API', version: '1' },
    components: { securitySchemes: Object.fromEntries(names.map((name) => [name, header(SIGNED_HEADERS[name])])) },
    security: [Object.fromEntries(names.map((name) => [name, []]))],
    paths,
  };
}
