import { LABEL_COLORS, type LabelColor } from '@cardinal/contract/labelColors.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';

const WORDS: Readonly<Record<LabelColor, Text>> = {
  blue: text('蓝', 'Blue'),
  green: text('绿', 'Green'),
  amber: text('琥珀', 'Amber'),
  red: text('红', 'Red'),
  violet: text('紫', 'Violet'),
  teal: text('青', 'Teal'),
  grey: text('灰', 'Grey'),
};

/** The colours a form offers for a tag. */
export const COLOR_CHOICES = LABEL_COLORS.map((value) => ({ value, label: WORDS[value] }));
