import { listStrategies } from '@cardinal/contract/api/esimOperations/strategies.ts';
import { useRead } from '../../../kit/useRead.ts';

const MOST = 100;

/** The visible numbering strategies as options. */
export function useStrategyChoices() {
  const { data } = useRead(listStrategies, { pageSize: MOST });
  return (data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }));
}
