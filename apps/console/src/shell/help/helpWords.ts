import { text } from '@cardinal/primitives/text.ts';

/** The id of the button, which the tour ends at. */
export const HELP_BUTTON = 'help-button';
export const HELP = text('本页说明', 'About this page');
