import { readGrantable } from '@cardinal/contract/api/identity/roles.ts';
import { useRead } from '../../../kit/useRead.ts';

/** What I may grant to roles of a customer, of my own where none is named. */
export const useGrantable = (customerId: string | undefined) =>
  useRead(readGrantable, customerId ? { customerId } : {}, { staleTime: 60_000 });
