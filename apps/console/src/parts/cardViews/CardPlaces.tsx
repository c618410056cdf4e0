import { CountryUsage } from './CountryUsage.tsx';
import { CurrentPlace } from './CurrentPlace.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';
import { useCardPlaces } from './useCardPlaces.ts';

/** Where the card is, as far as its carrier tells; nothing otherwise. */
export function PlaceOfCard({ cardId }: { cardId: string }) {
  const current = useCardPlaces(cardId).data?.current;
  return current ? <CurrentPlace place={current} /> : null;
}

/** Where the card used what within the last days, and its sessions one by one. */
export function PlacesUsed({ cardId, days }: { cardId: string; days: number }) {
  const places = useCardPlaces(cardId, days);
  return (
    <>
      <CountryUsage countries={places.data?.countries} days={days} state={places} isHiddenEmpty />
      <SessionsPanel cardId={cardId} />
    </>
  );
}
