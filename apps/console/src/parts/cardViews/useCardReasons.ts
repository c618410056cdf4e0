import { MOST_OFFERED, readCardOffers } from '@cardinal/contract/api/cardViews/cardOffers.ts';
import { useMemo } from 'react';
import { useRead } from '../../kit/useRead.ts';

/** Why none of these cards can take an action, by action. Of more cards than are told together only the preview tells. */
export function useCardReasons(ids: readonly string[]): ReadonlyMap<string, string> {
  const isTold = ids.length > 0 && ids.length <= MOST_OFFERED;
  const { data } = useRead(readCardOffers, isTold && { ids: [...ids] }, { keepsPrevious: true });
  return useMemo(
    () => new Map((isTold && data ? data.offers : []).flatMap(({ action, why }) => (why ? [[action, why]] : []))),
    [isTold, data],
  );
}
