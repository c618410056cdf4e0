import { text } from '@cardinal/primitives/text.ts';

/** Why no operation is requested of a chip; the same words before a task and in its results. */
export const NO_FREE = text('没有符合条件的在库码号', 'No matching number in stock');
export const NONE_FITS = text('芯片上没有符合条件的码号', 'No matching number on the chip');
export const NOT_CLEAR = text(
  '芯片上有多个符合条件的码号，请指定其一',
  'Several numbers on the chip match; select one',
);
export const NONE_RUNS = text('没有已启用的码号', 'No number enabled');
