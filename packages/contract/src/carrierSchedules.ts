import * as z from 'zod';

/** Interval in seconds, at most a week; 0: never. */
const secondsSchema = z.number().int().min(0).max(604_800);

/** The reading schedules of a carrier account. */
export const schedulesSchema = z.strictObject({
  status: secondsSchema,
  usage: secondsSchema,
  session: secondsSchema,
  realName: secondsSchema,
  /** Of the account's pools at the carrier, not of cards. */
  pools: secondsSchema,
});
export type Schedules = z.output<typeof schedulesSchema>;
