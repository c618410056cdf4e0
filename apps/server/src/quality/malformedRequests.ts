import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { IDEMPOTENCY_HEADER } from '@cardinal/contract/framework/idempotency.ts';
import type { Random } from '@cardinal/primitives/random.ts';
import type { InjectOptions } from 'fastify';
import * as z from 'zod';

/** A request no legitimate client sends. `about` says what is wrong with it. For tests. */
export type MalformedRequest = { readonly about: string; readonly request: InjectOptions };

type Json = Record<string, unknown>;
type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minimum?: number;
  minItems?: number;
  additionalProperties?: boolean | Schema;
};

/** The input side of a schema as JSON Schema. */
export const inputSchemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;

/** A sample of the right shape, optional fields included; values that need knowledge come from the example. */
function sampleOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return sampleOf(choice);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, of]) => [key, sampleOf(of)]));
    case 'array':
      return [sampleOf(schema.items ?? {})];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      if (schema.format === 'date-time') return '2026-11-01T00:00:00.000Z';
      if (schema.format === 'date') return '2026-11-01';
      return schema.pattern?.includes('[1-9]') ? '1' : 'abcd';
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function overlaid(sample: unknown, example: unknown): unknown {
  if (!isObject(sample) || !isObject(example)) return example === undefined ? sample : example;
  const keys = new Set([...Object.keys(sample), ...Object.keys(example)]);
  return Object.fromEntries([...keys].map((key) => [key, overlaid(sample[key], example[key])]));
}

type Place = readonly (string | number)[];

function placesOf(value: unknown, at: Place = []): Place[] {
  if (Array.isArray(value)) return [at, ...value.slice(0, 2).flatMap((each, index) => placesOf(each, [...at, index]))];
  if (isObject(value)) return [at, ...Object.entries(value).flatMap(([key, each]) => placesOf(each, [...at, key]))];
  return [at];
}

function replaced(value: unknown, [head, ...rest]: Place, put: unknown): unknown {
  if (head === undefined) return put;
  if (Array.isArray(value)) return value.map((each, index) => (index === head ? replaced(each, rest, put) : each));
  return { ...(value as Json), [head]: replaced((value as Json)[head], rest, put) };
}

const nested = (depth: number): unknown => {
  let inner: unknown = 1;
  for (let level = 0; level < depth; level += 1) inner = level % 2 === 0 ? [inner] : { a: inner };
  return inner;
};

/** Values for one field. Without Chinese characters, so that an English response that echoes one stays English. */
const VALUES: readonly (readonly [about: string, value: () => unknown])[] = [
  ['null', () => null],
  ['true', () => true],
  ['zero', () => 0],
  ['a negative number', () => -1],
  ['a fraction', () => 0.1],
  ['a number beyond int8', () => 1e308],
  ['a number beyond exactness', () => 9_007_199_254_740_992],
  ['an empty text', () => ''],
  ['blanks', () => ' \t\r\n\u3000'],
  ['an empty list', () => []],
  ['a list of lists', () => [[[['x']]]]],
  ['an empty object', () => ({})],
  ['an object with a prototype key', () => JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}')],
  ['the name of a prototype member', () => '__proto__'],
  ['another member', () => 'toString'],
  ['a NUL', () => 'a\u0000b'],
  ['half a surrogate pair', () => '\ud83d'],
  ['emoji and combining marks', () => '\u{1f9ff}e\u0301\u202e\u200d\ufeff'.repeat(8)],
  ['quotes and a semicolon', () => `'; drop table cards.card; --`],
  ['percent and underscore', () => '%_\\%'],
  ['a template', () => '{{7*7}}#{7*7}<%= 7*7 %>'],
  ['markup', () => '<script>alert(1)</script>'],
  ['line ends', () => 'a\r\nset-cookie: b=c'],
  ['a path upwards', () => '../../../../etc/passwd'],
  ['a text of 100,000', () => 'x'.repeat(100_000)],
  ['digits of 4,000', () => '9'.repeat(4_000)],
  ['an id beyond int8', () => '9999999999999999999'],
  ['an id of zero', () => '0'],
  ['an id with a sign', () => '-1'],
  ['exponents as text', () => '1e9'],
  ['not a number', () => 'NaN'],
  ['a date that is not', () => '2026-02-30T25:61:61.000Z'],
  ['a date before all dates', () => '-271821-04-20T00:00:00.000Z'],
  ['a date after all dates', () => '9999-12-31T23:59:59.999+18:00'],
  ['a list of 5,000', () => Array.from({ length: 5_000 }, (_, index) => String(index + 1))],
  ['a list of 2,000 objects', () => Array(2_000).fill({ a: 1 })],
  ['a nest of 40', () => nested(40)],
];

const JSON_TYPE = 'application/json; charset=utf-8';

/** Bodies that are invalid as a whole, sent as they are. */
const BODIES: readonly (readonly [about: string, type: string | undefined, body: () => string | Buffer])[] = [
  ['nothing, called JSON', JSON_TYPE, () => ''],
  ['JSON null', JSON_TYPE, () => 'null'],
  ['a JSON list', JSON_TYPE, () => '[]'],
  ['a JSON text', JSON_TYPE, () => '"text"'],
  ['a JSON number', JSON_TYPE, () => '1'],
  ['half of a JSON object', JSON_TYPE, () => '{"a":'],
  ['JSON with a comma too many', JSON_TYPE, () => '{"a":1,}'],
  ['two JSON objects', JSON_TYPE, () => '{}{}'],
  ['a bomb of brackets', JSON_TYPE, () => '['.repeat(100_000)],
  ['a closed bomb of brackets', JSON_TYPE, () => '['.repeat(20_000) + ']'.repeat(20_000)],
  ['a closed bomb of objects', JSON_TYPE, () => '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000)],
  ['a prototype key', JSON_TYPE, () => '{"__proto__":{"isAdmin":true}}'],
  ['a constructor key', JSON_TYPE, () => '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ['a key twice', JSON_TYPE, () => '{"surprise":1,"surprise":2}'],
  ['50,000 keys', JSON_TYPE, () => `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":1`).join(',')}}`],
  ['a body over the limit', JSON_TYPE, () => JSON.stringify({ a: 'x'.repeat(2_000_000) })],
  ['bytes that are no UTF-8', JSON_TYPE, () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['a byte order mark', JSON_TYPE, () => '\ufeff{"surprise":1}'],
  ['UTF-16', 'application/json; charset=utf-16', () => Buffer.from('{"surprise":1}', 'utf16le')],
  ['an unknown charset', 'application/json; charset=klingon', () => '{"surprise":1}'],
  ['plain text', 'text/plain', () => 'surprise=1'],
  ['XML', 'application/xml', () => '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'],
  ['a form', 'application/x-www-form-urlencoded', () => 'surprise=1'],
  ['multipart without a boundary', 'multipart/form-data', () => 'surprise'],
  [
    'multipart that never ends',
    'multipart/form-data; boundary=b',
    () => '--b\r\ncontent-disposition: form-data; name="a"',
  ],
  [
    'multipart without a file',
    'multipart/form-data; boundary=b',
    () => '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n',
  ],
  ['a content type that is none', 'jsonjson', () => '{"surprise":1}'],
  ['an empty content type', '', () => '{"surprise":1}'],
  ['no content type', undefined, () => '{"surprise":1}'],
];

const QUERIES: readonly (readonly [about: string, query: string])[] = [
  ['an undeclared parameter', 'surprise=1'],
  ['a prototype parameter', '__proto__=1&__proto__[a]=1'],
  ['a constructor parameter', 'constructor.prototype.a=1'],
  ['brackets', 'a[b][c]=1&a[]=2'],
  ['a broken escape', 'pageNum=%zz'],
  ['half an escape', 'pageNum=%E4%B8'],
  ['an escaped NUL', 'pageNum=%00'],
  ['one parameter 2,000 times', Array(2_000).fill('surprise=1').join('&')],
  ['2,000 parameters', Array.from({ length: 2_000 }, (_, at) => `s${at}=1`).join('&')],
  ['a query of 40,000', `surprise=${'x'.repeat(40_000)}`],
  ['only separators', '&&&===&&&'],
  ['a second question mark', '?surprise=1'],
];

const HEADERS: readonly (readonly [about: string, headers: Record<string, string>])[] = [
  ['a key for nothing', { [IDEMPOTENCY_HEADER]: '' }],
  ['a key of one', { [IDEMPOTENCY_HEADER]: 'x' }],
  ['a key of 5,000', { [IDEMPOTENCY_HEADER]: 'x'.repeat(5_000) }],
  ['a key with quotes', { [IDEMPOTENCY_HEADER]: `';--"\\` }],
  ['a token that is none', { authorization: 'Bearer \u0000\u00ff' }],
  ['a token of 20,000', { authorization: 'x'.repeat(20_000) }],
  ['a basic login', { authorization: 'Basic YWRtaW46YWRtaW4=' }],
  ['a language of 5,000', { 'accept-language': 'x-'.repeat(2_500) }],
  ['an unknown language', { 'accept-language': 'tlh, *;q=0' }],
  ['a range', { range: 'bytes=9-1,0-,-0' }],
  ['packed data that is not', { 'content-encoding': 'gzip' }],
  ['another host', { host: "x'.example:99999" }],
  ['another address', { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'evil.example' }],
  ['another method', { 'x-http-method-override': 'DELETE' }],
];

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE'] as const;

const inQuery = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.slice(0, 300).flatMap(inQuery)
    : [isObject(value) ? JSON.stringify(value) : String(value)];

function queryText(query: Json): string {
  const parts = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : inQuery(value).map((each) => `${encodeURIComponent(key)}=${escaped(each)}`),
  );
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

/** encodeURIComponent throws at half a surrogate pair; a client that is not a browser sends its bytes. */
const escaped = (value: string): string => encodeURIComponent(value.toWellFormed()).slice(0, 50_000);

function urlOf(endpoint: Endpoint, params: Json = {}, query: Json = {}): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => escaped(String(params[name] ?? '1')));
  return path + queryText(query);
}

/** One valid request of an endpoint, with every optional field the schema can fill. */
export function declaredRequest(endpoint: Endpoint): { params: Json; query: Json; body: unknown } {
  const { params = {}, query = {}, body } = endpoint.example ?? {};
  const bodySample = endpoint.method === 'GET' ? undefined : overlaid(sampleOf(inputSchemaOf(endpoint.body)), body);
  return { params, query: query as Json, body: isObject(bodySample) ? bodySample : {} };
}

/** A multipart body of these fields and one file, written by hand. */
export function formOf(fields: Json, fileName: string, content: Buffer): { payload: Buffer; type: string } {
  const lines = Object.entries(fields).map(
    ([name, value]) =>
      `--fuzz\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${typeof value === 'string' ? value : JSON.stringify(value)}\r\n`,
  );
  const head = `--fuzz\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(lines.join('') + head), content, Buffer.from('\r\n--fuzz--\r\n')]),
    type: 'multipart/form-data; boundary=fuzz',
  };
}

/**
 * All ways a request to this endpoint can be malformed, one at a time, in random order. A stream responds only when it ends, so
 * its requests also carry an undeclared parameter.
 */
export function malformedRequests(endpoint: Endpoint, random: Random): MalformedRequest[] {
  const { method, params: paramsSchema, query: querySchema } = endpoint;
  const { params, query, body } = declaredRequest(endpoint);
  const isChange = method !== 'GET';
  const made: MalformedRequest[] = [];
  const key = () =>
    endpoint.idempotency === 'required' ? { [IDEMPOTENCY_HEADER]: `fuzz-${random.int(1e9)}-key` } : {};
  const send = (about: string, request: InjectOptions) => {
    const url = String(request.url);
    const held = endpoint.kind === 'stream' ? `${url}${url.includes('?') ? '&' : '?'}undeclared=1` : url;
    made.push({ about, request: { method, ...request, url: held, headers: { ...key(), ...request.headers } } });
  };
  const withBody = (about: string, sent: unknown) => {
    if (endpoint.kind === 'upload') {
      const { payload, type } = formOf(isObject(sent) ? sent : { sent }, 'a.xlsx', Buffer.from('PK'));
      send(about, { url: urlOf(endpoint, params, query), headers: { 'content-type': type }, payload });
      return;
    }
    const payload = JSON.stringify(sent);
    send(about, { url: urlOf(endpoint, params, query), headers: { 'content-type': JSON_TYPE }, payload });
  };
  const plain: InjectOptions = isChange && endpoint.kind === 'json' ? { payload: body as object } : {};

  for (const [about, value] of VALUES) {
    for (const name of Object.keys(querySchema.shape))
      send(`query ${name}: ${about}`, { url: urlOf(endpoint, params, { ...query, [name]: value() }) });
    for (const name of Object.keys(paramsSchema.shape))
      send(`path ${name}: ${about}`, { url: urlOf(endpoint, { ...params, [name]: value() }, query), ...plain });
    if (isChange) {
      for (const place of placesOf(body)) withBody(`body ${place.join('.')}: ${about}`, replaced(body, place, value()));
    }
  }
  if (isChange) {
    for (const [about, type, wrong] of BODIES) {
      send(`body: ${about}`, {
        url: urlOf(endpoint, params, query),
        payload: wrong(),
        headers: type === undefined ? {} : { 'content-type': type },
      });
    }
    for (const place of placesOf(body)) {
      if (place.length > 0) withBody(`body without ${place.join('.')}`, replaced(body, place, undefined));
    }
  }
  for (const [about, wrong] of QUERIES)
    send(`query: ${about}`, { url: `${urlOf(endpoint, params)}?${wrong}`, ...plain });
  for (const [about, headers] of HEADERS)
    send(`header: ${about}`, { url: urlOf(endpoint, params, query), ...plain, headers });
  for (const wrong of METHODS) {
    if (wrong !== method)
      send(`method ${wrong}`, { method: wrong, url: urlOf(endpoint, params, query) } as InjectOptions);
  }
  return shuffled(made, random);
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const all = [...items];
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = random.int(at + 1);
    [all[at], all[other]] = [all[other] as T, all[at] as T];
  }
  return all;
}
