import { text } from '@cardinal/primitives/text.ts';

/** Of customers that a strategy or rule names. */
export const BELOW_TOO = text('含其全部下级', 'With all below them');
