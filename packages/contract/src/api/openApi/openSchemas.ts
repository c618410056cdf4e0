import * as z from 'zod';
import { idSchema } from '../../framework/endpoint.ts';
import { nothingToDo } from '../cardBatches/refusals.ts';
import { selectCardFirst } from '../cards/cardRefusals.ts';
import { MOST_CARDS } from './scopes.ts';

export const moment = z.iso.datetime({ offset: true });
export const iccid = z.string().regex(/^[0-9A-Z]{19,32}$/);
export const iccids = z.array(iccid).min(1).max(MOST_CARDS);

/** Accepted is not done: the task reports the result of every card. */
export const accepted = z.object({
  taskId: idSchema,
  taskNo: z.string(),
  /** Cards that the task works on, and those left out with the reason. */
  total: z.number().int(),
  skipped: z.array(z.object({ reason: z.string(), words: z.string(), count: z.number().int() })),
});

export const BATCH_REFUSALS = [selectCardFirst, nothingToDo] as const;
/** A card of the simulator, for examples. */
export const SAMPLE_ICCIDS = ['89860600000000000013'];
