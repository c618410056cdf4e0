import { listStrategies } from '@cardinal/contract/api/esim/strategies.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../http/call.ts';

const MOST = 100;

/** The numbering strategies one sees, to choose from. */
export function useStrategyChoices() {
  const { data } = useQuery({
    queryKey: [listStrategies.name, 'toBind'],
    queryFn: ({ signal }) => call(listStrategies, { query: { pageSize: MOST } }, { signal, isSilent: true }),
  });
  return (data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }));
}
