import type { TableFacts } from '../../../framework/domain.ts';

type PoolTable = {
  id: string;
  account_id: string;
  pool_id: string;
  name: string;
  total_bytes: string | null;
  used_bytes: string | null;
  members: string | null;
  read_at: Date | null;
  seen_at: Date;
  gone_at: Date | null;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'carriers.pool': PoolTable;
    'carriers.v_pool': PoolTable & { customer_id: string };
    'carriers.pool_reading': {
      account_id: string;
      reader: string | null;
      read_until: Date | null;
      began_at: Date | null;
      next_page: number;
      finished_at: Date | null;
      halted_at: Date | null;
      halted_zh: string | null;
      halted_en: string | null;
    };
  }
}

export const poolTables = {
  // Written by the readers alone; read through the view, which is scoped by the account's customer.
  'carriers.pool': { placement: { kind: 'local' }, scope: { kind: 'global' } },
  'carriers.v_pool': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
  // Reached through the account, which is scoped.
  'carriers.pool_reading': { placement: { kind: 'local' }, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;
