import type { OperationType } from '@cardinal/contract/tasks/operationTypes.ts';
import type { Clock } from '@cardinal/primitives/clock.ts';
import type { IdSource } from '@cardinal/primitives/ids.ts';
import type { Random } from '@cardinal/primitives/random.ts';
import type { Language, Text } from '@cardinal/primitives/text.ts';
import type { Logger } from 'pino';
import type { Config } from '../runtime/config.ts';
import type { Secrets } from '../runtime/secrets.ts';
import type { Contributed } from './contributions.ts';
import type { CopyValue } from './copyRows.ts';
import type { LiveListener } from './live.ts';
import type { Scope } from './scoping.ts';
import type { Database } from './tables.ts';

/** Who acts. `permissions` is the union over the account's roles: current for a change, up to a second old for a query. */
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
  /** The account's own customer, while viewing as `customerId`: nothing can be changed then. */
  readonly viewedFrom?: string;
  /** The key through which a customer's system acts for the account; no person is at a screen. */
  readonly openKey?: { readonly id: string; readonly name: string };
};
/** A user of a customer's public account. He has no permissions and no customers: what he sees is his own, read through `publicAccounts`. */
export type EndUser = {
  readonly kind: 'endUser';
  readonly endUserId: string;
  readonly publicAccountId: string;
  /** In a mini-program; otherwise on the page of a public account. */
  readonly isInMiniProgram: boolean;
  /** Whose public account it is. */
  readonly customerId: string;
};
export type Actor =
  | Account
  | EndUser
  | { readonly kind: 'system'; readonly name: string }
  | { readonly kind: 'anonymous' };

/** What the operation log stores of a change; the code that notes it masks secrets and personal data. */
export type OperationNote = {
  operation?: OperationType;
  objectKind?: string;
  objectId?: string;
  /** A name, or words in both languages: each reader sees his own. */
  summary?: string | Text;
  before?: unknown;
  after?: unknown;
  taskId?: string;
  /** The owner of the changed object, if not the actor's customer: that customer sees the row too, without the actor. */
  customerId?: string;
  /** Who did it if the request itself is anonymous: signing in. */
  by?: { readonly accountId: string; readonly account: string; readonly customerId: string };
};

/** One row of the operation log. */
export type OperationRow = OperationNote & {
  endpoint: string;
  permission: string;
  result: 'done' | 'refused';
  code: string;
};

/** The configuration available to rooms. */
export type RoomConfig = Pick<Config, 'dataDirectory' | 'demo' | 'captchaFixed' | 'production' | 'simulatorPort'>;

/** A message to the open consoles of a customer (or of one account), sent when the transaction commits. */
export type LiveMessage = {
  readonly topic: string;
  readonly customerId: string;
  readonly accountId?: string;
  readonly data: unknown;
};

/** Everything a use case may access. Inside a change `db` is the transaction. */
export type Ctx = {
  readonly actor: Actor;
  readonly scope: Scope;
  readonly db: Database;
  /** The same connection without the tenant predicate; each call states why. */
  readonly beyondScope: (why: string) => Database;
  /** Whether free disk space is below the watermark, so that nothing large may be written. */
  readonly diskIsLow: () => boolean;
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
  /** Publishes an event; the reactions of subscribed rooms are queued in the same transaction. */
  readonly emit: (event: { readonly name: string }, payload: unknown) => Promise<void>;
  readonly announce: (message: LiveMessage) => Promise<void>;
  /**
   * Receives announcements from any process until the returned function is called. The listener filters what its caller may
   * see.
   */
  readonly subscribe: (listener: LiveListener) => () => void;
  /**
   * For jobs, and for handlers bound without a transaction: runs a part in its own. Never inside another. `snapshot` reads
   * everything from one snapshot and writes nothing.
   */
  readonly transact: <T>(run: (ctx: Ctx) => Promise<T>, options?: { snapshot?: boolean }) => Promise<T>;
  /**
   * The same connection as somebody else: a job on behalf of an account sees no more than that account, on the host it used.
   */
  readonly actAs: (who: { actor: Actor; scope: Scope; language?: Language; host?: string }) => Ctx;
  /** COPY into one table on a separate connection, outside the transaction: for staging and initial data only. */
  readonly copyRows: (
    table: string,
    columns: readonly string[],
    rows: AsyncIterable<readonly CopyValue[]> | Iterable<readonly CopyValue[]>,
  ) => Promise<number>;
  /**
   * Caches what many queries need within a second; the key must contain everything the result depends on. Only queries use the
   * cache: changes and jobs always read anew.
   */
  readonly cached: <T>(key: string, find: () => Promise<T>) => Promise<T>;
  /** Adds facts to this change's operation log row. */
  readonly note: (note: OperationNote) => void;
  /** Writes an operation log row at once: for handlers bound without a transaction, and for jobs. */
  readonly record: (row: OperationRow) => Promise<void>;
};

/** The account behind a request; only for endpoints that require a session. */
export function accountOf(ctx: Pick<Ctx, 'actor'>): Account {
  if (ctx.actor.kind !== 'account') throw new Error('No account acts here');
  return ctx.actor;
}

/** The end user behind a request; only for endpoints of end users. */
export function endUserOf(ctx: Pick<Ctx, 'actor'>): EndUser {
  if (ctx.actor.kind !== 'endUser') throw new Error('No end user acts here');
  return ctx.actor;
}

export const holds = (actor: Actor, permission: string): boolean =>
  actor.kind === 'system' || (actor.kind === 'account' && actor.permissions.has(permission));
