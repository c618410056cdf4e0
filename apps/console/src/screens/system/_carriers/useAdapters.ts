import { listAdapters } from '@cardinal/contract/api/carriers/carriers.ts';
import { useRead } from '../../../kit/useRead.ts';

/** The available interfaces and their fields. */
export const useAdapters = () => useRead(listAdapters, {}, { staleTime: 10 * 60_000 });
