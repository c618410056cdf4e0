import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type CredentialField, type Credentials, providerAdapterOf } from '../../providerAdapters/face.ts';
import type { MerchantRow } from './merchantTables.ts';

const WHY = 'payments of every customer go through the merchants above it';

/** Any merchant, for the gate, for notices and for payments. */
export const merchantBeyondScope = (ctx: Ctx, id: string): Promise<MerchantRow | undefined> =>
  ctx.beyondScope(WHY).selectFrom('payment_providers.merchant').selectAll().where('id', '=', id).executeTakeFirst();

const credentialsPlace = (id: string): string => `payment_providers.merchant:${id}:credentials`;

/** Sealed for this merchant; a value copied to another cannot be opened. */
export const sealCredentials = (ctx: Ctx, id: string, credentials: Credentials): string =>
  ctx.secrets.seal(JSON.stringify(credentials), credentialsPlace(id));

export const openCredentials = (ctx: Ctx, row: Pick<MerchantRow, 'id' | 'credentials'>): Record<string, string> =>
  JSON.parse(ctx.secrets.open(row.credentials, credentialsPlace(row.id))) as Record<string, string>;

const SHOWN_FROM = 12;

/** How stored credentials are shown: open ones whole, secrets by their last four characters, certificates as set. */
export function hintsOf(fields: readonly CredentialField[], credentials: Credentials): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ name, isPem, isSecret }) => {
      const value = credentials[name] ?? '';
      if (value === '') return [];
      if (isPem) return [[name, 'PEM']];
      if (!isSecret) return [[name, value]];
      return [[name, value.length >= SHOWN_FROM ? `••••${value.slice(-4)}` : '••••']];
    }),
  );
}

/** Lets calls through at once, as the credentials or the address are new. */
export const openGate = (ctx: Ctx, id: string) =>
  sql`insert into payment_providers.gate (account_id) values (${id}::bigint) on conflict (account_id) do update set
    failures = 0, opened = 0, open_until = null, open_zh = null, open_en = null`.execute(ctx.db);

/** The currency of a merchant's daily limit: the first that its provider takes. */
export const firstCurrency = ({ provider }: Pick<MerchantRow, 'provider'>): Currency =>
  providerAdapterOf(provider).currencies[0] ?? 'CNY';

/** Where the provider of a merchant sends its notices. */
export const noticeUrlOf = (row: Pick<MerchantRow, 'id' | 'notice_base_url'>, key: string): string =>
  `${row.notice_base_url.replace(/\/+$/, '')}/callbacks/payments/${key}/${row.id}`;
