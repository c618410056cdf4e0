import { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** Usage that nobody has settled in three days: it is charged to nobody meanwhile. Told once for each. */
export const usageUnclear = domainEvent(
  'usage.unclear',
  z.object({
    /** Unique to what is told. */
    id: z.string(),
    cards: z.number().int(),
    /** Some of them. */
    named: z.array(z.object({ id: idSchema, iccid: z.string(), platform: Platform.schema, kind: CardKind.schema })),
  }),
);
