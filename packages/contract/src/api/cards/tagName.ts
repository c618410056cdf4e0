import { stringSchema } from '@cardinal/primitives/string.ts';

/** Two to thirty Chinese characters, letters or digits. */
export const tagNameSchema = stringSchema({ min: 2, max: 30, sets: ['noSign'] });
