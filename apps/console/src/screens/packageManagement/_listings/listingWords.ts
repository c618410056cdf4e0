import { text } from '@cardinal/primitives/text.ts';

/** Said by the list and by what opens on it. */
export const listingWords = {
  list: text('上架套餐', 'List a package'),
  preview: text('按 ICCID 预览', 'Preview for a card'),
  sortHelp: text('小的在前', 'The smallest comes first'),
};
