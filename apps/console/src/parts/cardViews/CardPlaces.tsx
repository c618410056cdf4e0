import { CountryUsage } from './CountryUsage.tsx';
import { CurrentPlace } from './CurrentPlace.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';
import { useCardPlaces } from './useCardPlaces.ts';

/** Where the card is, if its carrier reports it; otherwise nothing. */
export function PlaceOfCard({ cardId }: { cardId: string }) {
  const current = useCardPlaces(cardId).data?.current;
  return current ? <CurrentPlace place={current} /> : null;
}

/** Where the card used data within the last days, and its single sessions. */
export function PlacesUsed({ cardId, days }: { cardId: string; days: number }) {
  const places = useCardPlaces(cardId, days);
  return (
    <>
      <CountryUsage countries={places.data?.countries} days={days} state={places} isHiddenEmpty />
      <SessionsPanel cardId={cardId} />
    </>
  );
}
