import { idRule } from '@cardinal/primitives/ids.ts';
import { ruled } from '@cardinal/primitives/problem.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import type { OperationType } from '../tasks/operationTypes.ts';
import type { Refusal } from './refusal.ts';

/**
 * `public`: anyone. `authenticated`: any session. `endUser`: the user of a public account, whose session opens nothing else.
 * Otherwise permissions, any one of which is enough.
 */
export type Guard = 'public' | 'authenticated' | 'endUser' | readonly [string, ...string[]];
export type ScopeOf = 'customer-tree' | 'own' | 'global';
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

type Shape = z.ZodObject<z.ZodRawShape>;

/**
 * One operation of the API, from which validation, typed client, OpenAPI, button visibility and the role matrix follow.
 * `kind`: `json` answers an envelope; `upload` takes one multipart file named `file` beside its fields; `stream` answers
 * server-sent events; `file` answers bytes.
 * `operation` is the operation-log type a change is recorded under. What only asks, with a body too long for
 * an address, or changes nothing anyone would ask about is not recorded (`isRecorded: false`), nor is what writes its own
 * rows, one for each object or each refused try.
 */
export type Endpoint<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
> = {
  readonly name: string;
  readonly summary: Text;
  readonly method: Method;
  readonly path: string;
  readonly permission: Guard;
  readonly scope: ScopeOf;
  readonly idempotency: 'required' | 'none';
  /** Its body or answer contains a password or a key: what the idempotency key stores of them is encrypted. */
  readonly holdsSecret?: true;
  /** It moves money: its idempotency key is kept longer. */
  readonly movesMoney?: true;
  readonly operation?: OperationType;
  readonly isRecorded?: false;
  readonly kind: 'json' | 'upload' | 'stream' | 'file';
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly answer: A;
  readonly refusals: readonly Refusal[];
  readonly example?: {
    readonly params?: Record<string, string>;
    readonly query?: Record<string, unknown>;
    readonly body?: unknown;
  };
  /** Its lists name carriers by `platform`: families hidden on the caller's host are omitted. */
  readonly namesCarriers?: boolean;
  /** Also available before a forced password change, and to an account without a role. */
  readonly duringForcedChange?: boolean;
  /** A change that is also available in a customer's view. */
  readonly whileViewing?: boolean;
};

const nothing = z.strictObject({});
type Nothing = typeof nothing;
export const noBody = z.undefined().or(z.null()).or(nothing).optional();

type Common<A extends z.ZodType> = {
  name: string;
  summary: Text;
  /** Left out, it follows from the name: `roles.whoCan` stands at `/api/roles/v1/who-can`. */
  path?: string;
  permission: Guard | string;
  scope?: ScopeOf;
  answer: A;
  refusals?: readonly Refusal[];
  example?: Endpoint['example'];
  kind?: Endpoint['kind'];
  namesCarriers?: boolean;
  duringForcedChange?: boolean;
  whileViewing?: boolean;
};

const guardOf = (permission: Guard | string): Guard =>
  permission === 'public' || permission === 'authenticated' || permission === 'endUser'
    ? permission
    : typeof permission === 'string'
      ? [permission]
      : permission;

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const pathOf = (name: string): string => {
  const [subject = '', verb = ''] = name.split('.');
  return `/api/${kebab(subject)}/v1/${kebab(verb)}`;
};

function settle<A extends z.ZodType>(spec: Common<A>) {
  return {
    name: spec.name,
    summary: spec.summary,
    path: spec.path ?? pathOf(spec.name),
    permission: guardOf(spec.permission),
    scope: spec.scope ?? ('customer-tree' as const),
    kind: spec.kind ?? ('json' as const),
    answer: spec.answer,
    refusals: spec.refusals ?? [],
    ...(spec.example ? { example: spec.example } : {}),
    ...(spec.namesCarriers ? { namesCarriers: true } : {}),
    ...(spec.duringForcedChange ? { duringForcedChange: true } : {}),
    ...(spec.whileViewing ? { whileViewing: true } : {}),
  };
}

/** A read: GET, never changes anything. */
export function read<A extends z.ZodType, P extends z.ZodRawShape = {}, Q extends z.ZodRawShape = {}>(
  spec: Common<A> & { params?: P; query?: Q },
): Endpoint<z.ZodObject<P>, z.ZodObject<Q>, typeof noBody, A> {
  return {
    ...settle(spec),
    method: 'GET',
    idempotency: 'none',
    params: z.strictObject(spec.params ?? ({} as P)),
    query: z.strictObject(spec.query ?? ({} as Q)),
    body: noBody,
  } as Endpoint<z.ZodObject<P>, z.ZodObject<Q>, typeof noBody, A>;
}

/** A change: POST by default, with an idempotency key by default, recorded under `operation`. */
export function change<A extends z.ZodType, B extends z.ZodType = typeof noBody, P extends z.ZodRawShape = {}>(
  spec: Common<A> & {
    method?: 'POST' | 'PUT' | 'DELETE';
    params?: P;
    body?: B;
    operation?: OperationType;
    isRecorded?: false;
    idempotency?: 'required' | 'none';
    holdsSecret?: true;
    movesMoney?: true;
  },
): Endpoint<z.ZodObject<P>, Nothing, B, A> {
  return {
    ...settle(spec),
    method: spec.method ?? 'POST',
    idempotency: spec.idempotency ?? 'required',
    ...(spec.operation === undefined ? {} : { operation: spec.operation }),
    ...(spec.isRecorded === false ? { isRecorded: false } : {}),
    ...(spec.holdsSecret ? { holdsSecret: true } : {}),
    ...(spec.movesMoney ? { movesMoney: true } : {}),
    params: z.strictObject(spec.params ?? ({} as P)),
    query: nothing,
    body: spec.body ?? noBody,
  } as Endpoint<z.ZodObject<P>, Nothing, B, A>;
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type QueryOf<E extends Endpoint> = z.output<E['query']>;
export type BodyOf<E extends Endpoint> = z.output<E['body']>;
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>;

/** An id on the wire: a decimal string, because it does not fit a JavaScript number. */
export const idSchema = z.string().check(ruled(idRule)).meta({ pattern: '^[1-9][0-9]{0,18}$' });
/** The answer of changes without data. Never an empty object: the console would sign out on it. */
export const doneSchema = z.object({ done: z.literal(true) });
export const DONE = { done: true } as const;
