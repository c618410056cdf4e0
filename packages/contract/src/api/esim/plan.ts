import * as z from 'zod';

/** The preview of a bulk change: what it would change and what it would skip. */
export const planSchema = z.object({
  total: z.number().int(),
  /** Those it would change. */
  ready: z.number().int(),
  /** Those it would skip, by reason, most frequent first, each with a few EIDs or ICCIDs. */
  left: z.array(z.object({ code: z.string(), words: z.string(), count: z.number().int(), some: z.array(z.string()) })),
});
export type Plan = z.output<typeof planSchema>;
