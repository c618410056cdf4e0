/** Each class of duration ends a tenth above the one before it, so that a percentile is never more than that off. */
const STEP = 1.1;
const MOST_CLASS = 150;

/** The class a call of so many milliseconds counts in. */
export const paceClass = (milliseconds: number): number =>
  Math.min(MOST_CLASS, Math.max(0, Math.ceil(Math.log(Math.max(1, milliseconds)) / Math.log(STEP))));

/** The longest of a class, in whole milliseconds. */
export const paceOfClass = (ofClass: number): number => Math.round(STEP ** ofClass);
