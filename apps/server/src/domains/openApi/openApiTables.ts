import type { OpenScope } from '@cardinal/contract/api/openApi/scopes.ts';
import type { Generated } from 'kysely';

/** The stored settings of an open interface. */
export type InterfaceTable = {
  name: string;
  state: 'draft' | 'online' | 'deprecated';
  ends_at: Date | null;
  replaced_by: string | null;
  announced_at: Date | null;
  calls_per_second: number | null;
  title_zh: string | null;
  title_en: string | null;
  notes_zh: string | null;
  notes_en: string | null;
  version: number;
  updated_by: string;
  updated_at: Date;
};

export type ApiKeyTable = {
  id: string;
  customer_id: string;
  account_id: string;
  account_name: string;
  name: string;
  app_key: string;
  scope_set_id: string | null;
  scopes: OpenScope[];
  addresses: string[];
  expires_at: Date | null;
  disabled_at: Date | null;
  disabled_by: string | null;
  /** Null: unlimited. */
  daily_quota: Generated<number | null>;
  /** Carriers whose cards it reaches; empty: all. */
  platforms: Generated<number[]>;
  product_codes: Generated<string[]>;
  version: number;
  created_at: Date;
  updated_at: Date;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'open_api.api_key': ApiKeyTable;
    'open_api.scope_set': {
      id: string;
      customer_id: string;
      name: string;
      scopes: OpenScope[];
      remark: string | null;
      version: number;
      created_at: Date;
      updated_at: Date;
    };
    'open_api.key_secret': {
      id: string;
      key_id: string;
      sealed: string;
      last4: string;
      created_at: Date;
      ends_at: Date | null;
    };
    /** Signed calls by secret and address since the key's last rotation. */
    'open_api.secret_use': { secret_id: string; address: string; calls: number; last_at: Date };
    'open_api.nonce': { key_id: string; nonce: string; at: Date };
    'open_api.key_use': {
      key_id: string;
      minute: Date;
      calls: number;
      last_at: Date;
      last_address: string;
      last_interface: string;
      day: Date | null;
      calls_of_day: Generated<number>;
    };
    'open_api.interface': InterfaceTable;
    'open_api.interface_use': { key_id: string; interface: string; second: Date; calls: number };
    'open_api.call_pace': { key_id: string; interface: string; hour: Date; class: number; calls: number };
    'open_api.call': {
      id: string;
      at: Date;
      key_id: string;
      customer_id: string;
      interface: string;
      method: string;
      path: string;
      status: number;
      code: string;
      milliseconds: number;
      address: string;
      request_id: string;
      idempotency_key: string | null;
    };
    'open_api.call_hour': { key_id: string; interface: string; hour: Date; calls: number; errors: number };
    'open_api.customer_grant': {
      customer_id: string;
      scopes: OpenScope[];
      calls_per_minute: number;
      granted_by: string;
      granted_at: Date;
    };
  }
}
