import { NO_REASON } from './stoppedTables.ts';

/** Why a card is stopped, or is to be: our reasons, or none of them. Of a cancelled card nobody asks. */
export function standingStops(card: {
  readonly lifecycle: string;
  readonly stop_reasons: readonly number[];
}): number[] {
  if (card.lifecycle === 'cancelled') return [];
  if (card.stop_reasons.length > 0) return [...card.stop_reasons];
  return card.lifecycle === 'stopped' ? [NO_REASON] : [];
}

/** What begins and what ends, from what is kept as standing to what stands. */
export const stopMoves = (kept: readonly number[], now: readonly number[]) => ({
  begin: now.filter((reason) => !kept.includes(reason)),
  end: kept.filter((reason) => !now.includes(reason)),
});
