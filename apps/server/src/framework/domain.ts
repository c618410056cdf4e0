import type { Readable } from 'node:stream';
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod';
import type { TablePlacement } from '../runtime/placement.ts';
import type { Callback } from './callbacks.ts';
import type { Ctx } from './context.ts';
import { type Contribution, extensionMap } from './contributions.ts';
import type { Dataset } from './dataset.ts';
import type { Host } from './executeEndpoint.ts';
import type { PartitionedTable } from './partitions.ts';
import type { ScopeRule } from './scoping.ts';
import type { Tables } from './tables.ts';

export type Upload = {
  readonly path: string;
  readonly fileName: string;
  readonly bytes: number;
  readonly sha256: string;
};
export type Input<E extends Endpoint> = {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Only for `kind: 'upload'`: the file, stored on disk and hashed; it is removed when the handler ends. */
  readonly upload?: Upload;
};
export type FileAnswer = {
  readonly stream: (range?: { start: number; end: number }) => Readable;
  readonly fileName: string;
  readonly type: string;
  readonly bytes: number;
  /** Public and immutable under this URL: browsers and proxies may cache it. */
  readonly neverChanges?: boolean;
};
export type Outlet = { readonly send: (topic: string, data: unknown) => void; readonly closed: Promise<void> };

export type RouteOptions = {
  /**
   * `change` (default for all but GET): one transaction around idempotency, handler and operation log. `none`: no key, response
   * or log row is stored, so the endpoint must declare none.
   */
  readonly transaction?: 'change' | 'none';
  /** Maximum calls per address and minute. */
  readonly perMinute?: number;
  /** The response rarely changes: it has an ETag and is not sent again to clients that have it. */
  readonly isRevalidated?: true;
  /** A GET that uses something up: a HEAD would too, so it is refused. */
  readonly hasHead?: false;
  /** Maximum JSON body; 256 KB by default. */
  readonly bodyBytes?: number;
  /** While it says no, the path answers exactly like one that does not exist, whatever the method and the body. */
  readonly isOffered?: (ctx: Ctx) => Promise<boolean>;
};

export type Route = {
  readonly endpoint: Endpoint;
  readonly options: RouteOptions;
  readonly handle: (ctx: Ctx, input: Input<Endpoint>, outlet?: Outlet) => Promise<unknown>;
  readonly prepare?: (ctx: Ctx, input: Input<Endpoint>) => Promise<Commit<unknown>>;
  readonly dataset?: Dataset;
};

/** The rest of a change, run in the transaction that stores its log row and response. */
export type Commit<A> = (inside: Ctx) => Promise<A>;

/** Binds an endpoint to its use case; the response type is checked against the declaration. */
export function bind<E extends Endpoint>(
  endpoint: E,
  handle: (ctx: Ctx, input: Input<E>) => Promise<AnswerOf<E>>,
  options: RouteOptions = {},
): Route {
  return { endpoint, options, handle: handle as Route['handle'] };
}

/**
 * Binds a change whose use case first does what must not happen inside a transaction: calling a carrier, hashing a password.
 * `prepare` may run again after a crash, so it must be repeatable; the function it returns runs in the change's transaction.
 */
export function bindPrepared<E extends Endpoint>(
  endpoint: E,
  prepare: (ctx: Ctx, input: Input<E>) => Promise<Commit<AnswerOf<E>>>,
  options: Omit<RouteOptions, 'transaction'> = {},
): Route {
  return { endpoint, options, handle: async () => null, prepare: prepare as Route['prepare'] & {} };
}

/** All routes of the app by endpoint name. */
export const boundRoutes = extensionMap('framework.routes', (route: Route) => route.endpoint.name);

/** An endpoint's summary by name; undefined if it no longer exists. */
export const summaryOf = (ctx: Ctx, name: string): Text | undefined =>
  ctx.contributed(boundRoutes).get(name)?.endpoint.summary;

export type BoundList = { readonly endpoint: ListEndpoint; readonly dataset: Dataset };
/** A list by name, in whichever room it is: the base of exports and dashboard figures. */
export function boundList(ctx: Ctx, name: string): BoundList | undefined {
  const route = ctx.contributed(boundRoutes).get(name);
  return route?.dataset && { endpoint: route.endpoint as unknown as ListEndpoint, dataset: route.dataset };
}

/** Binds a list endpoint to its dataset; the framework handles paging, filters and sorting. */
export function bindList<E extends ListEndpoint>(endpoint: E, dataset: Dataset): Route {
  return { endpoint: endpoint as unknown as Endpoint, options: {}, handle: async () => null, dataset };
}

/** Routes a room serves itself, in its own protocol; the framework checks and lists them like all others. */
export type ServedRoutes = {
  readonly routes: readonly Route[];
  readonly serve: (http: FastifyInstance, host: Host) => Promise<void>;
};

/** Server-sent events: the handler keeps sending until `closed` settles. */
export function bindStream<E extends Endpoint>(
  endpoint: E,
  handle: (ctx: Ctx, input: Input<E>, outlet: Outlet) => Promise<void>,
): Route {
  return { endpoint, options: { transaction: 'none' }, handle: handle as Route['handle'] };
}

export function bindFile<E extends Endpoint>(
  endpoint: E,
  handle: (ctx: Ctx, input: Input<E>) => Promise<FileAnswer>,
  options: Pick<RouteOptions, 'hasHead'> = {},
): Route {
  return { endpoint, options: { transaction: 'none', ...options }, handle: handle as Route['handle'] };
}

/** Background work. Queued in the transaction of the change that needs it; every job may run twice. */
export type Job<P extends z.ZodType = z.ZodType> = {
  readonly name: string;
  readonly payload: P;
  /** Retries after the first attempt; the delay doubles from `retryDelaySeconds`. */
  readonly retries: number;
  readonly retryDelaySeconds: number;
  /** The job is reassigned if its heartbeat is older than this; at most 30. */
  readonly heartbeatSeconds: number;
  readonly expireSeconds: number;
  /** A cron expression in Asia/Shanghai; the payload is then `{}`. */
  readonly schedule?: string;
  /**
   * Every job then needs a key, and per key at most one waits and one runs. `waiting`: only waiting jobs are limited. Use it
   * for queues with many keys: with `true`, a key that waits for its running job blocks the others.
   */
  readonly keyed?: boolean | 'waiting';
  readonly concurrency: number;
  readonly run: (ctx: Ctx, payload: z.output<P>, signal: AbortSignal) => Promise<void>;
  /** Called when the last attempt has failed, so that nobody waits for the job any longer. */
  readonly gaveUp?: (ctx: Ctx, payload: z.output<P>) => Promise<void>;
};

export function job<P extends z.ZodType>(
  spec: Pick<Job<P>, 'name' | 'payload' | 'run'> & Partial<Omit<Job<P>, 'name' | 'payload' | 'run'>>,
): Job<P> {
  return {
    retries: 5,
    retryDelaySeconds: 2,
    heartbeatSeconds: 20,
    expireSeconds: 900,
    concurrency: 1,
    ...spec,
  };
}

export type DomainEvent<P extends z.ZodType = z.ZodType> = { readonly name: string; readonly payload: P };
export const domainEvent = <P extends z.ZodType>(name: string, payload: P): DomainEvent<P> => ({ name, payload });

/** What a room does on another's event; runs as a job of its own, at least once. */
export type Reaction = {
  readonly event: DomainEvent;
  readonly name: string;
  readonly run: (ctx: Ctx, payload: unknown) => Promise<void>;
};
export function reaction<P extends z.ZodType>(
  event: DomainEvent<P>,
  name: string,
  run: (ctx: Ctx, payload: z.output<P>) => Promise<void>,
): Reaction {
  return { event, name, run: run as Reaction['run'] };
}

export type TableFacts = { readonly placement: TablePlacement; readonly scope: ScopeRule };

/** A domain. `needs` may only name domains before it in `domains.ts`. */
export type Domain = {
  readonly name: string;
  readonly needs: readonly string[];
  readonly tables: Readonly<Record<string, TableFacts>>;
  readonly routes: readonly Route[];
  readonly served?: ServedRoutes;
  /** Calls from carriers' systems in their own protocols. */
  readonly callbacks?: readonly Callback[];
  readonly jobs: readonly Job[];
  readonly reactions: readonly Reaction[];
  /** Its contributions to extension points of rooms it needs. */
  readonly contributes: readonly Contribution[];
  /** Tables partitioned by month; the framework makes and drops their partitions. */
  readonly partitions?: readonly PartitionedTable[];
};

/** The schema of a room's tables: `cardCommands` keeps them in `card_commands`. */
type SchemaOf<N extends string> = N extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SchemaOf<Rest>}`
  : '';

export function domain<const N extends string>(
  spec: Omit<Domain, 'name' | 'tables' | 'routes' | 'jobs' | 'reactions' | 'needs' | 'contributes'> & {
    name: N;
    needs?: readonly string[];
    tables: { readonly [T in Extract<keyof Tables, `${SchemaOf<N>}.${string}`>]: TableFacts };
    routes?: readonly Route[];
    // biome-ignore lint/suspicious/noExplicitAny: a job's payload type is its own; the host only passes what its schema parsed
    jobs?: readonly Job<any>[];
    reactions?: readonly Reaction[];
    contributes?: readonly Contribution[];
  },
): Domain {
  return { needs: [], routes: [], jobs: [], reactions: [], contributes: [], ...spec } as Domain;
}
