import { strategyOptions } from '@cardinal/contract/api/esimOperations/strategies.ts';
import { useRead } from '../../../kit/useRead.ts';

/** The countries of existing numbers and those where chips are. */
export function useStrategyCountries(): readonly string[] {
  const { data } = useRead(strategyOptions);
  return data?.countries ?? [];
}
