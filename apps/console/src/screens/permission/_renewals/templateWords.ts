import { text } from '@cardinal/primitives/text.ts';

/** Said by the list and by the form. */
export const templateWords = { add: text('新增模板', 'Add template') };
