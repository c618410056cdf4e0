import type { CustomerKind, Edition } from '@cardinal/contract/enumerations/customer.ts';
import type { DataScope, EndReason, RoleKind, SignInResult } from '@cardinal/contract/enumerations/identity.ts';
import type { Enable } from '@cardinal/contract/enumerations/switches.ts';

export type AccountTable = {
  id: string;
  account: string;
  customer_id: string;
  name: string;
  phone: string | null;
  email: string | null;
  /** Null: its person has not proven to have it, and nobody signs in with it. */
  phone_verified_at: Date | null;
  email_verified_at: Date | null;
  status: Enable;
  password_hash: string;
  password_changed_at: Date;
  must_change_password: boolean;
  data_scope: DataScope;
  data_scope_customer_ids: string[];
  last_login_at: Date | null;
  last_login_address: string | null;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  version: number;
};

export type RoleTable = {
  id: string;
  customer_id: string;
  kind: RoleKind;
  name: string;
  description: string;
  permissions: string[];
  created_at: Date;
  updated_at: Date;
  version: number;
};

export type SessionTable = {
  id: string;
  token_hash: Buffer;
  account_id: string;
  customer_id: string;
  is_remembered: boolean;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  address: string;
  user_agent: string;
  ended_at: Date | null;
  end_reason: EndReason | null;
  viewed_customer_id: string | null;
  opened_from: string | null;
  /** The identity provider that vouched for the account; null: its password. */
  provider_id: string | null;
};

export type MenuEntryTable = {
  key: string;
  parent_key: string | null;
  kind: 'directory' | 'page' | 'button';
  title_zh: string;
  title_en: string;
  icon: string | null;
  sort: number;
  permission_id: string | null;
  editions: Edition[];
  kinds: CustomerKind[];
  is_visible: boolean;
  is_deleted: boolean;
  version: number;
  updated_at: Date;
};

export type MenuSetTable = {
  id: string;
  customer_id: string;
  name: string;
  kind: CustomerKind | null;
  edition: Edition | null;
  is_default: boolean;
  entries: { key: string; zh: string | null; en: string | null }[];
  home: string | null;
  created_at: Date;
  updated_at: Date;
  version: number;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'identity.rights_version': { one: boolean; version: string };
    'identity.account': AccountTable;
    /** Published for the lists of other rooms. */
    'identity.v_account': Pick<AccountTable, 'id' | 'account' | 'name' | 'customer_id' | 'status' | 'last_login_at'>;
    'identity.role': RoleTable;
    'identity.account_role': { account_id: string; role_id: string; customer_id: string };
    'identity.session': SessionTable;
    'identity.login_attempt': {
      id: string;
      account_key: string;
      account_id: string | null;
      customer_id: string | null;
      address: string;
      result: SignInResult;
      at: Date;
    };
    /** An empty address stands for all addresses, an empty name for all names. */
    'identity.lockout': {
      account_key: string;
      address: string;
      failures: number;
      first_failed_at: Date;
      strikes: number;
      locked_until: Date | null;
      updated_at: Date;
    };
    'identity.two_step': {
      account_id: string;
      customer_id: string;
      sealed: string;
      since: Date | null;
      last_step: string;
      recovery_hashes: string[];
      began_at: Date;
    };
    'identity.sign_in_ticket': {
      token_hash: Buffer;
      account_id: string;
      customer_id: string;
      is_remembered: boolean;
      created_at: Date;
      expires_at: Date;
      provider_id: string | null;
    };
    'identity.known_device': { account_id: string; customer_id: string; device_hash: Buffer; last_at: Date };
    'identity.known_permission': { id: string };
    'identity.captcha': { id: string; answer_hash: Buffer; expires_at: Date };
    'identity.preference': { account_id: string; key: string; value: unknown; updated_at: Date };
    'identity.menu_entry': MenuEntryTable;
    'identity.menu_set': MenuSetTable;
    'identity.menu_set_customer': { customer_id: string; set_id: string; assigned_by: string; assigned_at: Date };
    'identity.sign_in_limits': {
      one: boolean;
      captcha_seconds: number;
      idle_minutes: number;
      session_hours: number;
      remembered_days: number;
      remembered_idle_days: number;
      failures: number;
      lock_minutes: number;
      updated_at: Date;
    };
    'identity.sign_in_rule': {
      customer_id: string;
      is_single_session: boolean;
      idle_minutes: number | null;
      password_days: number | null;
      addresses: string[];
      updated_at: Date;
    };
  }
}
