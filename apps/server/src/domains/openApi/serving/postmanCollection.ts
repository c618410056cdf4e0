import { IDEMPOTENCY_HEADER } from '@cardinal/contract/framework/idempotency.ts';
import type { OpenInterface } from '@cardinal/contract/framework/openInterface.ts';
import type { Json } from '../../../framework/openapi.ts';
import { SIGNING_SCRIPT } from './signingScript.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

type Operation = {
  readonly summary: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly 'x-key-scope': string | null;
  readonly 'x-permission': string;
  readonly 'x-sunset'?: string;
};
type Example = { readonly params?: Json; readonly query?: Json; readonly body?: unknown };

/**
 * Converts the external API's OpenAPI document into a Postman collection (v2.1), with the contract's examples filled in. Base
 * address, key and secret are collection variables; a pre-request script signs each request.
 */
export function postmanCollection(document: Json, offered: readonly OpenInterface[], base: string): Json {
  const groups = [...new Set(offered.map(({ open }) => open.group))];
  return {
    info: { name: (document['info'] as { title: string }).title, schema: SCHEMA },
    variable: [
      { key: 'baseUrl', value: base },
      { key: 'appKey', value: '' },
      { key: 'appSecret', value: '', type: 'secret' },
    ],
    event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: SIGNING_SCRIPT.split('\n') } }],
    item: groups.map((group) => ({
      name: group,
      item: offered
        .filter(({ open }) => open.group === group)
        .map((endpoint) => requestOf(endpoint, operationOf(document, endpoint))),
    })),
  };
}

function operationOf(document: Json, { path, method }: OpenInterface): Operation {
  const paths = document['paths'] as Record<string, Record<string, Operation>>;
  const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in the document`);
  return operation;
}

function requestOf(endpoint: OpenInterface, operation: Operation): Json {
  const { params = {}, query = {}, body } = (endpoint.example ?? {}) as Example;
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    [value].flat().map((each) => ({ key, value: String(each) })),
  );
  const path = endpoint.path.split('/').filter(Boolean);
  return {
    name: operation.summary,
    request: {
      method: endpoint.method,
      description: aboutOf(operation),
      header: [
        ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
        ...(endpoint.idempotency === 'required' ? [{ key: IDEMPOTENCY_HEADER, value: '{{$guid}}' }] : []),
      ],
      url: {
        raw: `{{baseUrl}}${endpoint.path}${pairs.length > 0 ? `?${new URLSearchParams(pairs.map(({ key, value }): [string, string] => [key, value]))}` : ''}`,
        host: ['{{baseUrl}}'],
        path,
        query: pairs,
        variable: path
          .filter((part) => part.startsWith(':'))
          .map((part) => ({ key: part.slice(1), value: String(params[part.slice(1)] ?? '') })),
      },
      ...(body === undefined
        ? {}
        : { body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } } }),
    },
  };
}

const aboutOf = (operation: Operation): string =>
  [
    `Scope of the key: ${operation['x-key-scope'] ?? 'none'}. Permission of its account: ${operation['x-permission']}.`,
    ...(operation.deprecated ? [`Ends on ${operation['x-sunset']}.`] : []),
  ].join(' ');
