import * as z from 'zod';
import { idSchema } from '../../framework/endpoint.ts';
import { pendingSchema } from './cardFields.ts';

/** What open consoles hear when cards change: enough to redraw the chips of rows they show. */
export const CARD_CHANGED = 'card.changed';

/** Null where there was too much to tell at once: ask for the list again. */
export const cardChangedSchema = z
  .object({
    cards: z.array(
      z.object({
        id: idSchema,
        iccid: z.string(),
        carrierStatus: z.string(),
        lifecycle: z.string(),
        stopReasons: z.array(z.number().int()),
        pending: pendingSchema.nullable(),
      }),
    ),
  })
  .nullable();
export type CardChanged = z.output<typeof cardChangedSchema>;
