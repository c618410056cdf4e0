import type { OperationType } from '@cardinal/contract/tasks/operationTypes.ts';
import type { Clock } from '@cardinal/primitives/clock.ts';
import type { IdSource } from '@cardinal/primitives/ids.ts';
import type { Random } from '@cardinal/primitives/random.ts';
import type { Language } from '@cardinal/primitives/text.ts';
import type { Logger } from 'pino';
import type { Config } from '../runtime/config.ts';
import type { Secrets } from '../runtime/secrets.ts';
import type { Contributed } from './contributions.ts';
import type { CopyValue } from './copyRows.ts';
import type { LiveListener } from './live.ts';
import type { Scope } from './scoping.ts';
import type { Database } from './tables.ts';

/** Who acts. `permissions` is the union over the account's roles: as of now for a change, of a second ago at most for a question. */
export type Account = {
  readonly kind: 'account';
  readonly accountId: string;
  readonly account: string;
  readonly customerId: string;
  readonly sessionId: string;
  readonly roles: readonly string[];
  readonly isAdmin: boolean;
  readonly permissions: ReadonlySet<string>;
  readonly mustChangePassword: boolean;
  /** The account's own customer, while it looks with the eyes of `customerId`: nothing can be changed then. */
  readonly viewedFrom?: string;
  /** The key through which a customer's own system acts for the account; nobody sits at a screen. */
  readonly openKey?: { readonly id: string; readonly name: string };
};
export type Actor = Account | { readonly kind: 'system'; readonly name: string } | { readonly kind: 'anonymous' };

/** What the operation log keeps of a change; secrets and personal data are masked by whoever notes it. */
export type OperationNote = {
  operation?: OperationType;
  objectKind?: string;
  objectId?: string;
  summary?: string;
  before?: unknown;
  after?: unknown;
  taskId?: string;
  /** Whose object it is, where it is not the actor's own: that customer sees the row too, without the actor. */
  customerId?: string;
  /** Who did it, where the request itself is anonymous: signing in. */
  by?: { readonly accountId: string; readonly account: string; readonly customerId: string };
};

/** One row of the operation log. */
export type OperationRow = OperationNote & {
  endpoint: string;
  permission: string;
  result: 'done' | 'refused';
  code: string;
};

/** What of the configuration reaches the rooms. */
export type RoomConfig = Pick<Config, 'dataDirectory' | 'demo' | 'captchaFixed' | 'production' | 'simulatorPort'>;

/** A message to the open consoles of a customer (or of one account), sent when the transaction commits. */
export type LiveMessage = {
  readonly topic: string;
  readonly customerId: string;
  readonly accountId?: string;
  readonly data: unknown;
};

/** All a use case may hold on to. Inside a change `db` is the transaction. */
export type Ctx = {
  readonly actor: Actor;
  readonly scope: Scope;
  readonly db: Database;
  /** The same connection without the tenant predicate; say why at the call. */
  readonly beyondScope: (why: string) => Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: IdSource;
  readonly log: Logger;
  readonly language: Language;
  readonly requestId: string;
  readonly address: string;
  /** The host the caller addressed, with its port; empty outside requests. */
  readonly host: string;
  readonly userAgent: string;
  readonly config: RoomConfig;
  readonly secrets: Secrets;
  /** What rooms contribute to an extension point. */
  readonly contributed: Contributed;
  /** Queues a job in the same transaction. */
  readonly enqueue: (
    job: { readonly name: string },
    payload: unknown,
    options?: { key?: string; startAfter?: Date },
  ) => Promise<void>;
  /** Tells the rooms that listen; their reactions are queued in the same transaction. */
  readonly emit: (event: { readonly name: string }, payload: unknown) => Promise<void>;
  readonly announce: (message: LiveMessage) => Promise<void>;
  /** Hears what is announced, from any process, until the answered function is called. The listener picks what its caller may see. */
  readonly subscribe: (listener: LiveListener) => () => void;
  /**
   * For jobs, and for handlers bound without one: runs a part in a transaction of its own. Never inside another.
   * `snapshot` reads everything as it was at one moment and writes nothing.
   */
  readonly transact: <T>(run: (ctx: Ctx) => Promise<T>, options?: { snapshot?: boolean }) => Promise<T>;
  /** The same connection as somebody else: a job that works on behalf of an account sees no more than that account, on the host it asked. */
  readonly actAs: (who: { actor: Actor; scope: Scope; language?: Language; host?: string }) => Ctx;
  /** COPY into one table on a connection of its own, outside the transaction: staging and first data only. */
  readonly copyRows: (
    table: string,
    columns: readonly string[],
    rows: AsyncIterable<readonly CopyValue[]> | Iterable<readonly CopyValue[]>,
  ) => Promise<number>;
  /**
   * What many questions ask again within a second, by a key that says all it depends on. Only a question is answered from
   * the cache: a change and a job always look.
   */
  readonly cached: <T>(key: string, find: () => Promise<T>) => Promise<T>;
  /** Adds facts to the operation log row this change will leave. */
  readonly note: (note: OperationNote) => void;
  /** Writes a row of the operation log at once: for handlers bound without a transaction, and for jobs. */
  readonly record: (row: OperationRow) => Promise<void>;
};

/** The account behind a request; only endpoints that need a session may ask. */
export function accountOf(ctx: Pick<Ctx, 'actor'>): Account {
  if (ctx.actor.kind !== 'account') throw new Error('No account acts here');
  return ctx.actor;
}

export const holds = (actor: Actor, permission: string): boolean =>
  actor.kind === 'system' || (actor.kind === 'account' && actor.permissions.has(permission));
