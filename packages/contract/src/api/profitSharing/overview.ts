import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { idSchema, read } from '../../framework/endpoint.ts';
import { integerString } from '../../framework/fields.ts';
import { notFound } from '../../framework/standardRefusals.ts';

/** Days back and ahead that the overview draws. */
export const PROFIT_DAYS = 30;

const share = z.object({ name: z.string(), amount: integerString });

/** What a customer earned and when it may use it, in each currency; its own, the platform also another's or all of it. */
export const readProfitOverview = read({
  name: 'profit.overview',
  summary: text('分润概览', 'Profit overview'),
  permission: 'overView.view',
  query: { customerId: idSchema.optional() },
  answer: z.object({
    asOf: z.iso.datetime({ offset: true }),
    currencies: z.array(
      z.object({
        currency: z.string(),
        /** As the ledger has it: what may be used now, and what is frozen. */
        profit: integerString,
        frozen: integerString,
        /** Earned less given back; days and months of China. */
        today: integerString,
        yesterday: integerString,
        month: integerString,
        lastMonth: integerString,
        days: z.array(z.object({ day: z.iso.date(), amount: integerString })),
        releases: z.array(z.object({ day: z.iso.date(), amount: integerString })),
        /** Frozen until payers that bought on credit have paid. */
        waiting: integerString,
        /** Of the days drawn, what the details do not list because the site hides its carrier. */
        unlisted: integerString,
        /** Of the days drawn, the ten largest. */
        packages: z.array(share),
        buyers: z.array(share),
      }),
    ),
    /** The caller may turn its profit into balance. */
    offersDeduct: z.boolean(),
  }),
  refusals: [notFound],
});
