import type { CustomerSettingName } from '@cardinal/contract/customerSettings.ts';

/** A picture of a host. */
type HostPicture = {
  host: string;
  type: string;
  content: Buffer;
  version: string;
  updated_by: string;
  updated_at: Date;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'settings.platform': { one: boolean; body: unknown; version: number; updated_at: Date };
    'settings.customer_setting': {
      customer_id: string;
      name: CustomerSettingName;
      value: unknown;
      is_bound: boolean;
      set_by: string;
      updated_at: Date;
    };
    'settings.logo': HostPicture;
    'settings.login_background': HostPicture;
    'settings.dashboard_card': { account_id: string; cards: unknown; updated_at: Date };
  }
}
