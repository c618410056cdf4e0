import { sql } from 'kysely';
import type { BatchAction } from '../selection/batchAction.ts';
import { NOT_LOCKED } from './imeiRules.ts';

export const informationBatchActions: readonly BatchAction[] = [
  { action: 'bind_imei', takes: { optional: ['imei'] } },
  {
    action: 'unbind_imei',
    about: () => sql<string>`(c.bound_imei is null)::text`,
    judge: () => (group) => (group.about === 'true' ? { key: 'already', words: NOT_LOCKED } : undefined),
    hinders: (_ctx, card) => (card.bound_imei === null ? NOT_LOCKED : undefined),
  },
  { action: 'edit_service_period', takes: { required: ['servicePeriodEnd'] }, needsLine: true },
];
