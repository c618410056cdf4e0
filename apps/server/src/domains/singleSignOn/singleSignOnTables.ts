export type ProviderTable = {
  id: string;
  customer_id: string;
  name: string;
  issuer: string;
  client_id: string;
  client_secret: string | null;
  scopes: string;
  account_claim: string;
  groups_claim: string | null;
  role_map: { group: string; roleId: string }[];
  domains: string[];
  creates_accounts: boolean;
  console_origin: string;
  is_enabled: boolean;
  created_at: Date;
  updated_at: Date;
  version: number;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'single_sign_on.provider': ProviderTable;
    'single_sign_on.link': {
      provider_id: string;
      subject: string;
      account_id: string;
      customer_id: string;
      given_role_ids: string[];
      linked_at: Date;
      last_used_at: Date;
    };
    'single_sign_on.flow': { key_hash: Buffer; provider_id: string; expires_at: Date };
    'single_sign_on.local_sign_in': {
      customer_id: string;
      is_closed: boolean;
      account_ids: string[];
      updated_at: Date;
    };
  }
}
