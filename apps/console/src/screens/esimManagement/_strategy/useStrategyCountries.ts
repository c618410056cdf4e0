import { strategyOptions } from '@cardinal/contract/api/esim/strategies.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../http/call.ts';

/** Countries of the numbers there are and those chips are in. */
export function useStrategyCountries(): readonly string[] {
  const { data } = useQuery({
    queryKey: [strategyOptions.name],
    queryFn: ({ signal }) => call(strategyOptions, {}, { signal, isSilent: true }),
  });
  return data?.countries ?? [];
}
