import { text } from '@cardinal/primitives/text.ts';

/** Said by the list and by the sheet. */
export const tierWords = { free: text('自由金额', 'Free amounts') };
