import type { FiringTable } from '../firingTable.ts';
import type { Reached } from './governedCards.ts';

/** What a rule fires once by. */
export const ONCE = ['usage_id', 'strategy_id', 'period', 'base', 'threshold', 'action', 'is_shadow'] as const;

export const keyOf = (row: Pick<FiringTable, (typeof ONCE)[number]>): string =>
  ONCE.map((column) => row[column]).join(' ');
export const keyOfReached = ({ record, strategy, rule, period }: Reached): string =>
  keyOf({
    ...rule,
    usage_id: record.usage_id,
    strategy_id: strategy.id,
    period,
    is_shadow: strategy.state === 'shadow',
  });
