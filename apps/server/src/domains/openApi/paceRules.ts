/** Each class of duration ends a tenth above the previous one, so that a percentile is at most that much off. */
const STEP = 1.1;
const MOST_CLASS = 150;

/** The class of a duration in milliseconds. */
export const paceClass = (milliseconds: number): number =>
  Math.min(MOST_CLASS, Math.max(0, Math.ceil(Math.log(Math.max(1, milliseconds)) / Math.log(STEP))));

/** The upper end of a class, in whole milliseconds. */
export const paceOfClass = (ofClass: number): number => Math.round(STEP ** ofClass);
