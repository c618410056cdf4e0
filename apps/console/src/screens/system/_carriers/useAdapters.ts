import { listAdapters } from '@cardinal/contract/api/carriers/carriers.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../http/call.ts';

/** The interfaces that can be connected, and what each asks for. */
export const useAdapters = () =>
  useQuery({
    queryKey: [listAdapters.name],
    queryFn: ({ signal }) => call(listAdapters, {}, { signal, isSilent: true }),
    staleTime: 10 * 60_000,
  });
