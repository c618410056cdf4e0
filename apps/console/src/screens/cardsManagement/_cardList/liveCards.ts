import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { CARD_CHANGED, cardChangedSchema } from '@cardinal/contract/api/cards/live.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onLive } from '../../../shell/liveEvents.ts';

type Page = { readonly list: readonly { readonly id: string }[] };

/** Several batches within this time cause one reading of the list, for its figures. */
const CALM_MS = 2_000;

/** Redraws the chips of the rows on the screen as confirmations arrive, and reads the figures again when it calms down. */
export function useLiveCards(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onLive(CARD_CHANGED, (data) => {
      const parsed = cardChangedSchema.safeParse(data);
      const changed = new Map(parsed.success && parsed.data ? parsed.data.cards.map((card) => [card.id, card]) : []);
      if (changed.size > 0) {
        queries.setQueriesData<Page>({ queryKey: ['list', listCards.name] }, (page) =>
          page ? { ...page, list: page.list.map((row) => ({ ...row, ...changed.get(row.id) })) } : page,
        );
      }
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: ['list', listCards.name] });
      }, CALM_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [queries]);
}
