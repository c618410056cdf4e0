import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { integerString } from '../../framework/fields.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { sentAmountSchema } from '../customerAccounts/amounts.ts';
import { profitShort } from './refusals.ts';

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

/** Moves usable profit onto the own balance, at once and without a fee. */
export const deductProfit = change({
  name: 'profit.deduct',
  summary: text('分润转余额', 'Turn profit into balance'),
  permission: 'overView.deduct',
  operation: OperationType.values.AdjustMoney,
  body: z.strictObject({ currency: z.string().length(3), amount: sentAmountSchema('smallest') }),
  answer: z.object({ profit: integerString, balance: integerString }),
  refusals: [profitShort],
  example: { body: { currency: 'CNY', amount: '100.00' } },
});
