import { CARD_CHANGED, cardChangedSchema } from '@cardinal/contract/api/cards/live.ts';
import { readCardOffers } from '@cardinal/contract/api/cardViews/cardOffers.ts';
import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLiveList } from '../../kit/list/useLiveList.ts';
import { onLive } from '../../shell/liveEvents.ts';

type Page = { readonly list: readonly { readonly id: string }[] };

/** Updates the status of visible rows as confirmations arrive, and refetches the figures when events pause. */
export function useLiveCards(list: Pick<ListEndpoint, 'name'>): void {
  const queries = useQueryClient();
  const { name } = list;
  useEffect(
    () =>
      onLive(CARD_CHANGED, (data) => {
        const parsed = cardChangedSchema.safeParse(data);
        const changed = new Map(parsed.success && parsed.data ? parsed.data.cards.map((card) => [card.id, card]) : []);
        if (changed.size === 0) return;
        queries.setQueriesData<Page>({ queryKey: [name] }, (page) =>
          page ? { ...page, list: page.list.map((row) => ({ ...row, ...changed.get(row.id) })) } : page,
        );
      }),
    [queries, name],
  );
  useLiveList(list, CARD_CHANGED);
  // A card that has moved can take other actions.
  useLiveList(readCardOffers, CARD_CHANGED);
}
