import * as z from 'zod';

/** Every so many seconds, a week at most; 0 never. */
const secondsSchema = z.number().int().min(0).max(604_800);

/** How often a carrier account reads what. */
export const schedulesSchema = z.strictObject({
  status: secondsSchema,
  usage: secondsSchema,
  session: secondsSchema,
  realName: secondsSchema,
  /** Of the account's pools at the carrier, not of cards. */
  pools: secondsSchema,
});
export type Schedules = z.output<typeof schedulesSchema>;
