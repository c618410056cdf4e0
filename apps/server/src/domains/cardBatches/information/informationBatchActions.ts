import { sql } from 'kysely';
import type { BatchAction } from '../selection/batchAction.ts';
import { isLocked, NOT_LOCKED } from './imeiRules.ts';

export const informationBatchActions: readonly BatchAction[] = [
  {
    action: 'unbind_imei',
    about: () => sql<string>`case when c.bound_imei is null then '' else 'bound' end`,
    judge: () => (group) =>
      isLocked({ bound_imei: group.about || null, stop_reasons: group.stopReasons })
        ? undefined
        : { key: 'already', words: NOT_LOCKED },
    hinders: (_ctx, card) => (isLocked(card) ? undefined : NOT_LOCKED),
  },
  { action: 'edit_service_period', needsLine: true },
];
