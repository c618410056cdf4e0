import type { TableFacts } from '../../../framework/domain.ts';

declare module '../../../framework/tables.ts' {
  interface Tables {
    /** What was done to each target of a task; `before` and `after` as the action noted them. */
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
    /** What each task was to be done to, whatever became of it. */
    'tasks.v_target': { task_id: string; seq: number; target: string; target_id: string | null; customer_id: string };
    /** What failed of tasks that are over, with what the action knew of each and what it said. */
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
  }
}

export const doneItemView = {
  'tasks.v_done_item': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
  'tasks.v_failed_item': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
  'tasks.v_target': { placement: { kind: 'local' }, scope: { kind: 'tree', column: 'customer_id' } },
} as const satisfies Record<string, TableFacts>;
