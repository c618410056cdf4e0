import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { type Selectable, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';

export type AccountState = 'on' | 'paused' | 'off';

/** Why the platform itself pauses an account. */
export type StateCode = 'notConnected' | 'noCredentials';

type AccountTable = {
  id: string;
  customer_id: string;
  name: string;
  platform: Platform;
  sub_type: number | null;
  adapter: string;
  base_url: string;
  /** The document of an adapter that is configured instead of coded; null for all others, and until it is set. */
  profile: unknown;
  state: AccountState;
  /** What a person wrote when pausing it. */
  state_reason: string | null;
  /** Why it is paused automatically. */
  state_code: StateCode | null;
  credentials: string | null;
  credentials_hint: string | null;
  credentials_set_at: Date | null;
  credentials_expire_on: string | null;
  calls_per_second: string;
  in_flight: number;
  calls_per_day: number | null;
  timeout_ms: number;
  quiet_seconds: number;
  cycle_day: number;
  zone: string;
  currency: string;
  schedules: unknown;
  last_sync_at: Date | null;
  version: number;
  created_at: Date;
  updated_at: Date;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'carriers.account': AccountTable;
    'carriers.v_account': Pick<
      AccountTable,
      'id' | 'customer_id' | 'name' | 'platform' | 'sub_type' | 'state' | 'cycle_day' | 'zone'
    >;
  }
}
export type AccountRow = Selectable<AccountTable>;

/** The context credentials are encrypted for; a value copied to another account cannot be decrypted. */
export const credentialsPlace = (accountId: string) => `carriers.account:${accountId}:credentials`;

/** Any account, for the gate and for jobs, which serve all customers' cards. */
export const accountBeyondScope = (ctx: Ctx, id: string): Promise<AccountRow | undefined> =>
  findAccount(ctx.beyondScope('cards of every customer are driven through the platform’s accounts'), id);

export const findAccount = (db: Database, id: string): Promise<AccountRow | undefined> =>
  db.selectFrom('carriers.account').selectAll().where('id', '=', id).executeTakeFirst();

export const lockAccount = (db: Database, id: string): Promise<AccountRow | undefined> =>
  db.selectFrom('carriers.account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Tells every process that its cached state of an account may be outdated. */
export const invalidateGate = (db: Database, accountId: string) =>
  sql`insert into carriers.gate (account_id) values (${accountId}::bigint) on conflict do nothing`.execute(db);
