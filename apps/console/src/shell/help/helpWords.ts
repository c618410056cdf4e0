import { text } from '@cardinal/primitives/text.ts';

export const HELP = text('本页说明', 'About this page');
