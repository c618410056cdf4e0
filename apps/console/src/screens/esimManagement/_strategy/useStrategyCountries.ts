import { strategyOptions } from '@cardinal/contract/api/esimOperations/strategies.ts';
import { useRead } from '../../../kit/useRead.ts';

/** Countries of the numbers there are and those chips are in. */
export function useStrategyCountries(): readonly string[] {
  const { data } = useRead(strategyOptions);
  return data?.countries ?? [];
}
