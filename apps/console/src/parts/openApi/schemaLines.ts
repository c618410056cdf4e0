export type Json = Readonly<Record<string, unknown>>;
export type SchemaLine = {
  /** Dotted, with [] behind lists: `items[].iccid`; in it the form where elements have several: `list[order_result].id`. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** Its constraint in the schema: `1–100`, `≤ 255`, a format. */
  readonly rules: readonly string[];
};

const DEEPEST = 4;
const MOST_VALUES = 12;

const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const TYPED = new Set(['integer', 'number', 'boolean']);

/** «x or null» is a nullable x; «number or numeric text», as in queries, is the number. */
function unwrapped(schema: Json): { schema: Json; isNullable: boolean } {
  const types = listOf(schema['type']);
  if (types.length > 0) {
    const [type] = types.filter((each) => each !== 'null');
    return { schema: { ...schema, type }, isNullable: types.includes('null') };
  }
  const ways = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])].map(objectOf);
  const others = ways.filter((way) => way['type'] !== 'null');
  const [first = {}, ...rest] = others;
  const isOne = rest.length === 0 || (TYPED.has(String(first['type'])) && rest.every(({ type }) => type === 'string'));
  return { schema: isOne ? { ...schema, ...first } : schema, isNullable: others.length < ways.length };
}

/** The forms an object may have. */
const waysOf = (schema: Json): readonly Json[] =>
  [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])].map(objectOf).filter((way) => way['properties']);

/** The value by which one form is told from the others. */
const constantOf = (way: Json): string | undefined =>
  Object.values(objectOf(way['properties']))
    .map((each) => objectOf(each)['const'])
    .find((constant) => typeof constant === 'string');

function typeOf(schema: Json): string {
  if (schema['type'] === 'array') return `${typeOf(unwrapped(objectOf(schema['items'])).schema)}[]`;
  const format = typeof schema['format'] === 'string' ? ` (${schema['format']})` : '';
  if (schema['const'] !== undefined || schema['enum'] !== undefined)
    return typeof (listOf(schema['enum'])[0] ?? schema['const']);
  return typeof schema['type'] === 'string' ? schema['type'] + format : 'object';
}

function between(least: unknown, most: unknown): string[] {
  const bounded = (bound: unknown): bound is number =>
    typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  if (bounded(least) && bounded(most)) return [least === most ? String(least) : `${least}–${most}`];
  if (bounded(least)) return [`≥ ${least}`];
  return bounded(most) ? [`≤ ${most}`] : [];
}

function rulesOf(schema: Json): string[] {
  const values = listOf(schema['enum']).map(String);
  const constants = schema['const'] === undefined ? [] : [String(schema['const'])];
  const form = typeof schema['pattern'] === 'string' && !schema['format'] ? [schema['pattern']] : [];
  return [
    ...constants,
    ...(values.length > 0
      ? [values.slice(0, MOST_VALUES).join(' | ') + (values.length > MOST_VALUES ? ' …' : '')]
      : []),
    ...between(schema['minimum'], schema['maximum']),
    ...between(schema['minLength'], schema['maxLength']),
    ...between(schema['minItems'], schema['maxItems']),
    ...form,
  ];
}

/** One line of a schema and those below it, in reading order. */
export function lineOf(name: string, given: Json, isRequired: boolean, depth = 0): SchemaLine[] {
  const { schema, isNullable } = unwrapped(given);
  const line = {
    name,
    type: typeOf(schema) + (isNullable ? ' | null' : ''),
    isRequired,
    rules: rulesOf(schema['type'] === 'array' ? { ...objectOf(schema['items']), ...schema } : schema),
  };
  return [line, ...linesBelow(name, schema, depth)];
}

function linesBelow(name: string, schema: Json, depth: number): SchemaLine[] {
  if (depth >= DEEPEST) return [];
  if (schema['type'] === 'array')
    return linesBelow(`${name}[]`, unwrapped(objectOf(schema['items'])).schema, depth + 1);
  const ways = waysOf(schema);
  if (ways.length > 1)
    return ways.flatMap((way, at) =>
      linesBelow(`${name.replace(/\[\]$/, '')}[${constantOf(way) ?? at + 1}]`, way, depth),
    );
  const prefix = name === '' ? '' : `${name}.`;
  const required = listOf(schema['required']);
  return Object.entries(objectOf(schema['properties'])).flatMap(([key, each]) =>
    lineOf(`${prefix}${key}`, objectOf(each), required.includes(key), depth + 1),
  );
}

/** The fields of a body or an answer. */
export const schemaLines = (schema: unknown): SchemaLine[] => linesBelow('', objectOf(schema), 0);

export type OperationParts = {
  readonly parameters: readonly (SchemaLine & { readonly place: string })[];
  readonly body: readonly SchemaLine[];
  readonly answer: { readonly status: string; readonly lines: readonly SchemaLine[] };
  readonly errors: readonly {
    readonly status: number;
    readonly code: string;
    readonly zh: string;
    readonly en: string;
  }[];
};

const contentOf = (given: unknown, type: string): Json => objectOf(objectOf(objectOf(given)['content'])[type]);

/** An operation of the OpenAPI document as tables. */
export function operationParts(operation: Json): OperationParts {
  const responses = Object.entries(objectOf(operation['responses']));
  const [status = '200', answered] = responses.find(([code]) => code.startsWith('2')) ?? [];
  return {
    parameters: listOf(operation['parameters']).flatMap((each) => {
      const parameter = objectOf(each);
      const name = String(parameter['name']);
      return lineOf(name, objectOf(parameter['schema']), parameter['required'] === true)
        .slice(0, 1)
        .map((line) => ({ ...line, place: String(parameter['in']) }));
    }),
    body: schemaLines(contentOf(operation['requestBody'], 'application/json')['schema']),
    answer: { status, lines: schemaLines(contentOf(answered, 'application/json')['schema']) },
    errors: responses.flatMap(([, response]) =>
      Object.entries(objectOf(contentOf(response, 'application/problem+json')['examples'])).map(([code, example]) => {
        const value = objectOf(objectOf(example)['value']);
        const en = String(objectOf(example)['summary']);
        return { status: Number(value['status']), code, zh: String(value['detail']), en };
      }),
    ),
  };
}
