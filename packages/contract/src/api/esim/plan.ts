import * as z from 'zod';

/** What a change of many would do and what it would leave, told before it is asked. */
export const planSchema = z.object({
  total: z.number().int(),
  /** Those it would be done to. */
  ready: z.number().int(),
  /** Those it would leave as they are, by the reason; the most first, each with a few of their EIDs or ICCIDs. */
  left: z.array(z.object({ code: z.string(), words: z.string(), count: z.number().int(), some: z.array(z.string()) })),
});
export type Plan = z.output<typeof planSchema>;
