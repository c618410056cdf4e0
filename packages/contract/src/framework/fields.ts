import { type Text, text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { idSchema } from './endpoint.ts';

/**
 * How a field may be filtered, and its query keys: `is` → `name` (repeatable, any of), `contains` → `nameContains`, `range` →
 * `nameFrom` and `nameTo` (both inclusive), `all` → `nameAll`, `none` → `nameNone`, `present` → `nameHas`.
 */
export type Operator = 'is' | 'contains' | 'range' | 'all' | 'none' | 'present';
export type FieldKind =
  | 'id'
  | 'identifier'
  | 'text'
  | 'enumeration'
  | 'enumerations'
  | 'number'
  | 'bytes'
  | 'seconds'
  | 'money'
  | 'time'
  | 'day'
  | 'flag'
  | 'labels'
  | 'object';

export type Choice = { readonly value: string | number; readonly label: Text };

export type Field<S extends z.ZodType = z.ZodType> = {
  readonly kind: FieldKind;
  readonly label: Text;
  readonly schema: S;
  readonly filters: readonly Operator[];
  readonly sortable: boolean;
  readonly exportable: boolean;
  /** Without it the field is absent from answers, filters, sorts and exports. */
  readonly permission?: string;
  /**
   * How its value is shown where it is hidden. Whoever sees it so finds it by the whole value or its last four characters, and
   * does not sort by it. The list's dataset says from whom it is hidden: left out, from everybody.
   */
  readonly masked?: (value: string) => string;
  readonly choices?: readonly Choice[];
  readonly help?: Text;
  /** What the absence of a value says, where it is not «nothing»: «unlimited». */
  readonly absent?: Text;
};
export type Fields = Readonly<Record<string, Field>>;

type Options = {
  filters?: readonly Operator[];
  sortable?: boolean;
  exportable?: boolean;
  permission?: string;
  masked?: (value: string) => string;
  help?: Text;
  absent?: Text;
  nullable?: boolean;
};
type Answered<S extends z.ZodType, O extends Options> = O extends { nullable: true } ? z.ZodNullable<S> : S;

function make<S extends z.ZodType, O extends Options>(
  kind: FieldKind,
  label: Text,
  schema: S,
  options: O | undefined,
  extra: { choices?: readonly Choice[] } = {},
): Field<Answered<S, O>> {
  return {
    kind,
    label,
    schema: (options?.nullable ? schema.nullable() : schema) as Answered<S, O>,
    filters: options?.filters ?? [],
    sortable: options?.sortable ?? false,
    exportable: options?.exportable ?? kind !== 'object',
    ...(options?.permission ? { permission: options.permission } : {}),
    ...(options?.masked ? { masked: options.masked } : {}),
    ...(options?.help ? { help: options.help } : {}),
    ...(options?.absent ? { absent: options.absent } : {}),
    ...extra,
  };
}

const maker =
  <S extends z.ZodType>(kind: FieldKind, schema: S) =>
  <const O extends Options = {}>(zh: string, en: string, options?: O) =>
    make(kind, text(zh, en), schema, options);

/** Bytes, seconds and money are decimal strings on the wire: they outgrow a JavaScript number. */
export const integerString = z.string().regex(/^-?\d{1,30}$/);

type Words<V extends string | number> = {
  readonly title: Text;
  readonly options: readonly { readonly value: V; readonly label: Text }[];
};

const literals = <V extends string | number>(words: Words<V>) =>
  z.literal(words.options.map((option) => option.value) as unknown as [V, ...V[]]) as unknown as z.ZodType<V>;

function enumeration<V extends string | number, const O extends Options & { label?: Text } = {}>(
  words: Words<V>,
  options?: O,
): Field<Answered<z.ZodType<V>, O>> {
  return make('enumeration', options?.label ?? words.title, literals(words), options, { choices: words.options });
}

function enumerations<V extends string | number, const O extends Options & { label?: Text } = {}>(
  words: Words<V>,
  options?: O,
): Field<Answered<z.ZodType<V[]>, O>> {
  const all = z.array(literals(words)) as unknown as z.ZodType<V[]>;
  return make('enumerations', options?.label ?? words.title, all, options, { choices: words.options });
}

function object<S extends z.ZodType, const O extends Options = {}>(
  zh: string,
  en: string,
  schema: S,
  options?: O,
): Field<Answered<S, O>> {
  return make('object', text(zh, en), schema, options);
}

/** What rows of lists carry, by kind. */
export const field = {
  id: maker('id', idSchema),
  /** A card identifier or another code: monospace, copied on click, exported as text. */
  identifier: maker('identifier', z.string()),
  text: maker('text', z.string()),
  number: maker('number', z.number()),
  bytes: maker('bytes', integerString),
  seconds: maker('seconds', integerString),
  /** Minor units of the currency given in the row or the header. */
  money: maker('money', integerString),
  time: maker('time', z.iso.datetime({ offset: true })),
  day: maker('day', z.iso.date()),
  flag: maker('flag', z.boolean()),
  labels: maker('labels', z.array(z.object({ id: idSchema, name: z.string(), color: z.string() }))),
  /** A member of an enumeration: filtered by `is`, shown by its label; `label` overrides the enumeration's own title. */
  enumeration,
  /** A set of members, such as stop reasons: `is` matches any of them. */
  enumerations,
  /** A value of a list row that is neither filtered nor exported by itself. */
  object,
};

export type RowShape<F extends Fields> = { [K in keyof F]: F[K]['schema'] };
/** A field that needs a permission may be absent from a row. */
export const rowSchema = <F extends Fields>(fields: F) =>
  z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, field.permission ? field.schema.optional() : field.schema]),
    ),
  ) as z.ZodObject<RowShape<F>>;

/** The row with every value masked that its field declares so. */
export function masked(
  fields: Fields,
  names: readonly string[],
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const shown = { ...row };
  for (const name of names) {
    const value = shown[name];
    if (typeof value === 'string') shown[name] = fields[name]?.masked?.(value);
  }
  return shown;
}
