import { text } from '@cardinal/primitives/text.ts';

export const TAKE_TOUR = text('新手导览', 'Take the tour');
