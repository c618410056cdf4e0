import type { ChosenCards } from '@cardinal/contract/api/pools/myPool.ts';
import type { Picked } from '../../../kit/bulk/BulkBar.tsx';

/** What was ticked, as a transfer names it. */
export const chosenFrom = (picked: Picked): ChosenCards =>
  picked.kind === 'ids'
    ? { kind: 'ids', ids: [...picked.ids] }
    : { kind: 'filter', query: picked.query as Extract<ChosenCards, { kind: 'filter' }>['query'] };
