import { type Text, text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, doneSchema, type Endpoint, idSchema, read } from './endpoint.ts';
import type { Fields } from './fields.ts';
import { type ListEndpoint, list } from './list.ts';
import type { Refusal } from './refusal.ts';
import { changedByAnother } from './standardRefusals.ts';

/** The noun of an entry within a sentence: «标签», "tag", "tags". */
export type Noun = Text & { readonly many: string };

type Empty = z.ZodObject<{}>;
type IdShape<I extends string> = { [K in I]: typeof idSchema };
type VersionShape<V extends boolean> = V extends true ? { version: z.ZodInt } : {};
type EditShape<B, L extends keyof B, I extends string, V extends boolean> = Omit<B, L> & IdShape<I> & VersionShape<V>;
type Left<Verb extends string, W extends string, E> = Verb extends W ? undefined : E;

/**
 * A register: a list whose entries are created, edited and deleted by a form. Its endpoints are ordinary ones, so that
 * OpenAPI, role matrix, idempotency and operation log need to know nothing about registers.
 */
export type Register<
  F extends Fields = Fields,
  X extends z.ZodRawShape = z.ZodRawShape,
  B extends z.ZodRawShape = z.ZodRawShape,
  L extends keyof B = keyof B,
  I extends string = string,
  V extends boolean = boolean,
  W extends 'create' | 'delete' = never,
  D extends z.ZodType | undefined = z.ZodType | undefined,
> = {
  readonly noun: Noun;
  /** The name of the id in requests. */
  readonly idKey: I;
  readonly isVersioned: V;
  readonly notFound: Refusal;
  readonly duplicate: Refusal | undefined;
  readonly list: ListEndpoint<F, z.ZodNull, X>;
  readonly create: Left<'create', W, Endpoint<Empty, Empty, z.ZodObject<B>, z.ZodObject<{ id: typeof idSchema }>>>;
  readonly edit: Endpoint<Empty, Empty, z.ZodObject<EditShape<B, L, I, V>>, typeof doneSchema>;
  readonly remove: Left<'delete', W, Endpoint<Empty, Empty, z.ZodObject<IdShape<I>>, typeof doneSchema>>;
  /** The entry for its form, if it needs more than the list shows. */
  readonly read: D extends z.ZodType ? Endpoint<Empty, z.ZodObject<IdShape<I>>, z.ZodType, D> : undefined;
};

/** Any register, if only its shape matters. */
export type AnyRegister = {
  readonly noun: Noun;
  readonly idKey: string;
  readonly isVersioned: boolean;
  readonly notFound: Refusal;
  readonly duplicate: Refusal | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the fields of a register are its own
  readonly list: ListEndpoint<any, any, any>;
  readonly create: Endpoint | undefined;
  readonly edit: Endpoint;
  readonly remove: Endpoint | undefined;
  readonly read: Endpoint | undefined;
};

type Spec<F, X, B extends z.ZodRawShape, L, I, V, W, D> = {
  /** `scopeSets` gives `scopeSets.list` at `/api/scope-sets/v1/list`, and so on. */
  readonly name: string;
  readonly noun: Noun;
  /** The subject of `<subject>.view` and `<subject>.edit`. */
  readonly permission: string;
  /** Who may add or delete need not be allowed to edit: `<subject>.add` (or `.create`) and `<subject>.delete`. */
  readonly hasRightPerVerb?: true;
  readonly exportPermission?: string;
  readonly scope: Endpoint['scope'];
  /** What is sent holds secrets; they are kept out of logs. */
  readonly holdsSecret?: true;
  /** Operation type of the log, per verb if they differ. */
  readonly operation: Operation | Readonly<Record<Verb, Operation>>;
  readonly fields: F;
  readonly defaultSort: string;
  /** Query keys of the list beyond its fields. */
  readonly extra?: X;
  /** The body to create an entry; to edit it, without `locked` and with id and version. */
  readonly body: B;
  /** Set only at creation. */
  readonly locked?: readonly L[];
  readonly detail?: D;
  readonly idKey?: I;
  /** «新增» and `.add` instead of «新建» and `.create`. */
  readonly verb?: 'add';
  readonly isVersioned?: V;
  readonly without?: readonly W[];
  readonly notFound: Refusal;
  /** A duplicate entry; the database's unique index decides. */
  readonly duplicate?: Refusal;
  /** Refusals beyond these two and `changedByAnother`. */
  readonly refusals?: Partial<Readonly<Record<Verb | 'write', readonly Refusal[]>>>;
  readonly example: { readonly [K in keyof B]?: unknown };
};
type Verb = 'create' | 'edit' | 'delete';
type Operation = NonNullable<Endpoint['operation']>;

const capital = (words: string) => words.replace(/^./, (first) => first.toUpperCase());

/**
 * Declares a register once, for both sides. An endpoint that needs more is declared separately beside the register, with
 * `without` if it replaces one.
 */
export function register<
  F extends Fields,
  B extends z.ZodRawShape,
  X extends z.ZodRawShape = {},
  const L extends keyof B & string = never,
  const I extends string = 'id',
  const V extends boolean = false,
  const W extends 'create' | 'delete' = never,
  D extends z.ZodType | undefined = undefined,
>(spec: Spec<F, X, B, L, I, V, W, D>): Register<F, X, B, L, I, V, W, D> {
  const { name, noun, notFound, duplicate, example, operation, refusals = {} } = spec;
  const idKey = spec.idKey ?? 'id';
  const isVersioned = spec.isVersioned ?? false;
  const without: readonly string[] = spec.without ?? [];
  const at = (verb: string) => ({ name: `${name}.${verb}`, scope: spec.scope });
  const changing = (verb: Verb) => ({
    ...at(verb === 'create' ? (spec.verb ?? verb) : verb),
    permission: `${spec.permission}.${spec.hasRightPerVerb ? (verb === 'create' ? (spec.verb ?? verb) : verb) : 'edit'}`,
    operation: typeof operation === 'object' ? operation[verb] : operation,
    ...(spec.holdsSecret && verb !== 'delete' ? { holdsSecret: true as const } : {}),
  });
  const written = [...(duplicate ? [duplicate] : []), ...(refusals.write ?? [])];
  const id = { [idKey]: idSchema };
  const exampleId = { [idKey]: '1' };
  const locked = new Set<string>(spec.locked ?? []);
  const unlocked = (body: object) => Object.fromEntries(Object.entries(body).filter(([key]) => !locked.has(key)));
  const made = {
    noun,
    idKey,
    isVersioned,
    notFound,
    duplicate,
    list: list({
      ...at('list'),
      summary: text(`${noun.zh}列表`, capital(noun.many)),
      permission: `${spec.permission}.view`,
      fields: spec.fields,
      defaultSort: spec.defaultSort,
      extra: (spec.extra ?? {}) as X,
      ...(spec.exportPermission ? { exportPermission: spec.exportPermission } : {}),
    }),
    create: without.includes('create')
      ? undefined
      : change({
          ...changing('create'),
          summary: text(`${spec.verb === 'add' ? '新增' : '新建'}${noun.zh}`, `New ${noun.en}`),
          body: z.strictObject(spec.body),
          answer: z.object({ id: idSchema }),
          refusals: [...written, ...(refusals.create ?? [])],
          example: { body: example },
        }),
    edit: change({
      ...changing('edit'),
      summary: text(`编辑${noun.zh}`, `Edit ${noun.en}`),
      body: z.strictObject({
        ...id,
        ...unlocked(spec.body),
        ...(isVersioned ? { version: z.int().min(1) } : {}),
      }),
      answer: doneSchema,
      refusals: [notFound, ...written, ...(refusals.edit ?? []), ...(isVersioned ? [changedByAnother] : [])],
      example: {
        body: { ...exampleId, ...unlocked(example), ...(isVersioned ? { version: 1 } : {}) },
      },
    }),
    remove: without.includes('delete')
      ? undefined
      : change({
          ...changing('delete'),
          summary: text(`删除${noun.zh}`, `Delete ${noun.en}`),
          body: z.strictObject(id),
          answer: doneSchema,
          refusals: [notFound, ...(refusals.delete ?? [])],
          example: { body: exampleId },
        }),
    read: spec.detail
      ? read({
          ...at('read'),
          summary: text(noun.zh, capital(noun.en)),
          permission: `${spec.permission}.edit`,
          query: id,
          answer: spec.detail,
          refusals: [notFound],
          example: { query: exampleId },
        })
      : undefined,
  };
  return made as unknown as Register<F, X, B, L, I, V, W, D>;
}
