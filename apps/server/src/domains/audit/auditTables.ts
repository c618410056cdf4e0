import type { ColumnType } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

type Json = ColumnType<unknown, string | null, string | null>;

declare module '../../framework/tables.ts' {
  interface Tables {
    'audit.operation_log': {
      id: string;
      at: Date;
      customer_id: string;
      actor_customer_id: string | null;
      actor_account_id: string | null;
      actor_name: string;
      operation_type: number;
      endpoint: string;
      permission: string;
      object_kind: string | null;
      object_id: string | null;
      summary: string | null;
      summary_en: string | null;
      before_value: Json;
      after_value: Json;
      address: string;
      user_agent: string;
      request_id: string;
      task_id: string | null;
      result: string;
      code: string;
      acting_for_customer_id: string | null;
    };
    'audit.seal': { seq: string; log_id: string; log_at: Date; previous: string; hash: string; sealed_at: Date };
    'audit.seal_key': { id: number; sealed: string; made_at: Date };
    'audit.error_hour': { entry_id: string; hour: Date; occurrences: number };
    'audit.error_account': { entry_id: string; account_id: string };
    'audit.error_entry': {
      id: string;
      fingerprint: string;
      source: string;
      place: string;
      message: string;
      version: string;
      state: string;
      note: string | null;
      occurrences: number;
      accounts: number;
      first_seen: Date;
      last_seen: Date;
      handled_by: string | null;
      handled_at: Date | null;
    };
    'audit.error_sample': {
      id: string;
      entry_id: string;
      at: Date;
      request_id: string;
      account_id: string | null;
      customer_id: string | null;
      stack: string | null;
      crumbs: Json;
    };
  }
}

const local = { kind: 'local' } as const;

export const auditTables = {
  'audit.operation_log': { placement: local, scope: { kind: 'tree', column: 'customer_id' } },
  'audit.seal': { placement: local, scope: { kind: 'global' } },
  'audit.seal_key': { placement: local, scope: { kind: 'global' } },
  'audit.error_hour': { placement: local, scope: { kind: 'global' } },
  'audit.error_account': { placement: local, scope: { kind: 'global' } },
  'audit.error_entry': { placement: local, scope: { kind: 'global' } },
  'audit.error_sample': { placement: local, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;
