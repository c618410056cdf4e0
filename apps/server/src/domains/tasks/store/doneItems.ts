import type { TableFacts } from '../../../framework/domain.ts';

declare module '../../../framework/tables.ts' {
  interface Tables {
    /** What was done to each target of a task; `before` and `after` as the action recorded them. */
    'tasks.v_done_item': {
      task_id: string;
      seq: number;
      target: string;
      target_id: string | null;
      before: unknown;
      after: unknown;
      settled_at: Date;
      customer_id: string;
    };
    /** The targets of each task, whatever their results. */
    'tasks.v_target': { task_id: string; seq: number; target: string; target_id: string | null; customer_id: string };
    /** Failed items of finished tasks, with the action's details and the reason. */
    'tasks.v_failed_item': {
      task_id: string;
      seq: number;
      target: string;
      target_id: string | null;
      details: unknown;
      words_zh: string | null;
      words_en: string | null;
      customer_id: string;
    };
    /** Items that ended without being done. */
    'tasks.v_undone_item': {
      task_id: string;
      target_id: string | null;
      state: string;
      code: string | null;
      words_zh: string | null;
      words_en: string | null;
      customer_id: string;
    };
  }
}

export const doneItemView = {
  'tasks.v_done_item': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
  'tasks.v_failed_item': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
  'tasks.v_undone_item': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
  'tasks.v_target': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
} as const satisfies Record<string, TableFacts>;
