import * as z from 'zod';
import { idSchema } from '../../framework/endpoint.ts';
import { pendingSchema } from './cardFields.ts';

/** The event for open consoles when cards change: enough to update the status of visible rows. */
export const CARD_CHANGED = 'card.changed';

/** Null if there were too many changes: refetch the list. */
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
