import type { AccountKind } from '@cardinal/contract/enumerations/publicAccount.ts';
import type { Generated } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

export type PublicAccountTable = {
  id: string;
  customer_id: string;
  kind: Generated<AccountKind>;
  name: string;
  appid: string;
  /** Sealed. */
  secret: string;
  hotline: string | null;
  api_base_url: string;
  page_base_url: string;
  is_enabled: Generated<boolean>;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
};

export type EndUserTable = {
  id: string;
  account_id: string;
  customer_id: string;
  openid: string;
  created_at: Date;
  last_seen_at: Date;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'public_accounts.account': PublicAccountTable;
    'public_accounts.end_user': EndUserTable;
    'public_accounts.session': {
      token_hash: Buffer;
      end_user_id: string;
      account_id: string;
      customer_id: string;
      created_at: Date;
      last_seen_at: Date;
      expires_at: Date;
    };
    'public_accounts.binding': {
      id: string;
      end_user_id: string;
      account_id: string;
      customer_id: string;
      card_id: string;
      created_at: Date;
      ended_at: Date | null;
    };
    'public_accounts.missed_number': { id: string; end_user_id: string; at: Date };
    'public_accounts.v_account': Pick<PublicAccountTable, 'id' | 'customer_id' | 'name' | 'appid' | 'api_base_url'> & {
      is_enabled: boolean;
      kind: AccountKind;
    };
    'public_accounts.v_end_user': Pick<EndUserTable, 'id' | 'account_id' | 'customer_id' | 'openid' | 'created_at'>;
  }
}

const local = { kind: 'local' } as const;
const ofOwner = { placement: local, scope: { kind: 'tree', column: 'customer_id' } } as const;

export const publicAccountTables = {
  'public_accounts.account': ofOwner,
  'public_accounts.end_user': ofOwner,
  'public_accounts.session': ofOwner,
  'public_accounts.binding': ofOwner,
  'public_accounts.v_account': ofOwner,
  'public_accounts.v_end_user': ofOwner,
  // Reached through an end user.
  'public_accounts.missed_number': { placement: local, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;
