/** What was asked last for the data of a card, and how that stands. */
export type CutOff = {
  readonly to_on: boolean;
  readonly state: 'waiting' | 'standing' | 'refused';
  readonly state_at: Date;
};

/** Data that is to be on again is asked for again so long after a refusal: a rule that has ended keeps nobody offline. */
export const AGAIN_AFTER_MS = 3_600_000;

/** What is asked for the data of a card next; `hold`: it is still off and stays so; `forget`: nothing of ours stands. */
export type NextCutOff = 'switchOff' | 'switchOn' | 'hold' | 'forget' | 'keep';

/**
 * Off while a rule holds it off, on again afterwards. What was off before a rule came stays whoever's it was, and a change of somebody's is
 * waited for.
 */
export function nextCutOff(of: {
  readonly isHeld: boolean;
  readonly dataOn: boolean | null;
  readonly isOpen: boolean;
  readonly row: CutOff | undefined;
  readonly now: Date;
}): NextCutOff {
  const { isHeld, dataOn, isOpen, row, now } = of;
  if (isOpen || row?.state === 'waiting') return 'keep';
  if (isHeld) {
    if (row && !row.to_on) return 'keep';
    if (dataOn === false) return row ? 'hold' : 'keep';
    return 'switchOff';
  }
  if (!row) return 'keep';
  if (dataOn !== false) return 'forget';
  const isRefused = row.state === 'refused' && row.to_on;
  return isRefused && +now - +row.state_at < AGAIN_AFTER_MS ? 'keep' : 'switchOn';
}
