import { readGrantable } from '@cardinal/contract/api/identity/roles.ts';
import { useRead } from '../../../kit/useRead.ts';

/** What the caller may grant to roles of a customer; of the caller's own by default. */
export const useGrantable = (customerId: string | undefined) =>
  useRead(readGrantable, customerId ? { customerId } : {}, { staleTime: 60_000 });
