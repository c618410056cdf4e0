import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { PackageUsageState } from '../../enumerations/package.ts';
import { idSchema, read } from '../../framework/endpoint.ts';
import { integerString } from '../../framework/fields.ts';
import { cardNotFound } from '../cards/cardRefusals.ts';
import { readDailyUsage } from '../usage/usage.ts';

const moment = z.iso.datetime({ offset: true });

/** What a card's packages were used for: to the byte, second and message what its days hold. Volumes are bytes. */
export const readConsumption = read({
  name: 'metering.consumption',
  summary: text('套餐消耗', 'Use of packages'),
  permission: readDailyUsage.permission as [string, ...string[]],
  query: { cardId: idSchema },
  answer: z.object({
    /** In use, and those that ended in the last 180 days; those that end first come first. */
    packages: z.array(
      z.object({
        id: idSchema,
        name: z.string(),
        isMain: z.boolean(),
        state: PackageUsageState.schema,
        startsAt: moment,
        endsAt: moment,
        /** Null: without a limit. */
        total: integerString.nullable(),
        /** Null: it had ended before anything was shared out. */
        used: integerString.nullable(),
        /** So much was read next after it began: nobody knows what of it was used before. Null: nothing was read since. */
        margin: integerString.nullable(),
        /** Seconds it gives, and gave so far, counted in its steps. Null: it gives no calls. */
        calls: z.object({ total: integerString, used: integerString, step: z.number().int() }).nullable(),
        /** Null: it gives no messages. */
        messages: z.object({ total: z.number().int(), used: z.number().int() }).nullable(),
      }),
    ),
    /** Of no package, on the days of which something is. */
    overage: z.array(z.object({ day: z.iso.date(), bytes: integerString })),
    /** The same of what a voice card called and sent. */
    callOverage: z.array(z.object({ day: z.iso.date(), seconds: integerString, messages: z.number().int() })),
    asOf: moment,
  }),
  refusals: [cardNotFound],
  example: { query: { cardId: '1' } },
});
