import type { BatchAction } from '../selection/batchAction.ts';

export const informationBatchActions: readonly BatchAction[] = [
  { action: 'bind_imei', takes: { optional: ['imei'] } },
  { action: 'unbind_imei' },
  { action: 'edit_service_period', takes: { required: ['servicePeriodEnd'] }, needsLine: true },
];
