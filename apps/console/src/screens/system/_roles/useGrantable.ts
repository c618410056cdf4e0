import { readGrantable } from '@cardinal/contract/api/identity/roles.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../http/call.ts';

/** What I may grant to roles of a customer, of my own where none is named. */
export const useGrantable = (customerId: string | undefined) =>
  useQuery({
    queryKey: [readGrantable.name, customerId ?? ''],
    queryFn: ({ signal }) =>
      call(readGrantable, { query: customerId ? { customerId } : {} }, { signal, isSilent: true }),
    staleTime: 60_000,
  });
