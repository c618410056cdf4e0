import { listAdapters } from '@cardinal/contract/api/carriers/carriers.ts';
import { useRead } from '../../../kit/useRead.ts';

/** The interfaces that can be connected, and what each asks for. */
export const useAdapters = () => useRead(listAdapters, {}, { staleTime: 10 * 60_000 });
