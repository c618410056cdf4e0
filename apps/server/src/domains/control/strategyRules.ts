import { ControlAction } from '@cardinal/contract/enumerations/package.ts';

const { STOP, LIMIT, OFFLINE, NO_CONTROL } = ControlAction.values;
/** Of several actions on a card at once the first of these is taken. */
export const STRICTEST: readonly ControlAction[] = [STOP, OFFLINE, LIMIT, NO_CONTROL];

/** A strategy that fires on a card. */
export type Hit = { readonly action: ControlAction; readonly reason: number | null };

/**
 * Of strategies that fire on one card at once, those that act: all with the strictest action. The others are named and
 * overruled; a reminder overrules nothing and is never left out.
 */
export function acting<H extends Hit>(
  hits: readonly H[],
): { readonly acts: readonly H[]; readonly overruled: readonly H[] } {
  const strictest = STRICTEST.find((action) => hits.some((hit) => hit.action === action));
  const acts = hits.filter(({ action }) => action === strictest || action === NO_CONTROL);
  return { acts, overruled: hits.filter((hit) => !acts.includes(hit)) };
}

/** So many more a strategy may do this hour. */
export const leftOf = (brake: number, firedThisHour: number): number => Math.max(0, brake - firedThisHour);

/** Whether a strategy that was in shadow too shortly needs a second person, by the number of its cards. */
export const MOST_ALONE = 1_000;
export const SHADOW_CYCLE_MS = 24 * 60 * 60 * 1_000;
export const needsSecond = (cards: number, shadowSince: Date | null, now: Date): boolean =>
  cards > MOST_ALONE && (shadowSince === null || +now - +shadowSince < SHADOW_CYCLE_MS);

export type StopState = 'waiting' | 'confirmed' | 'refused' | 'lifted';
/** How a stop stands, by what is known of its card. */
export type StopFacts = {
  readonly hasReason: boolean;
  readonly isRunning: boolean;
  readonly isPending: boolean;
  /** Its carrier refused a stop for this reason since. */
  readonly isRefused: boolean;
};
export function stopState({ hasReason, isRunning, isPending, isRefused }: StopFacts): StopState {
  if (hasReason) return isRunning || isPending ? 'waiting' : 'confirmed';
  return isRefused ? 'refused' : 'lifted';
}
