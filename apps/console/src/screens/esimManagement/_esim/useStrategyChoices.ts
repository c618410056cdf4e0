import { listStrategies } from '@cardinal/contract/api/esimOperations/strategies.ts';
import { useRead } from '../../../kit/useRead.ts';

const MOST = 100;

/** The numbering strategies one sees, to choose from. */
export function useStrategyChoices() {
  const { data } = useRead(listStrategies, { pageSize: MOST });
  return (data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }));
}
