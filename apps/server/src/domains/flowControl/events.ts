import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

const strategy = { strategyId: idSchema, customerId: idSchema, name: z.string() };

/** Rules that only remind fired on cards. */
export const flowReminds = domainEvent(
  'flowControl.reminds',
  z.object({ ...strategy, day: z.iso.date(), cards: z.number().int(), iccids: z.array(z.string()) }),
);

/** A strategy reached its brake: nothing more happens until a person releases it. */
export const flowPaused = domainEvent(
  'flowControl.paused',
  z.object({ ...strategy, at: z.iso.datetime(), brake: z.number().int() }),
);
