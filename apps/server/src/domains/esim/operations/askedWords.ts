import { text } from '@cardinal/primitives/text.ts';

/** Why nothing is asked of a chip that could be asked: the same words before a task and in its results. */
export const NO_FREE = text('没有符合条件的在库码号', 'There is no free number of this kind');
export const NONE_FITS = text('芯片上没有符合条件的码号', 'No number on the chip fits');
export const NOT_CLEAR = text(
  '芯片上有多个符合条件的码号，请指定其一',
  'Several numbers on the chip fit; say which is meant',
);
export const NONE_RUNS = text('没有已启用的码号', 'No number is enabled');
