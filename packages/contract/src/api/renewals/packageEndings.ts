import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { integerString } from '../../framework/fields.ts';
import { queryList } from '../../framework/paging.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { cardNotFound } from '../cards/cardRefusals.ts';

/** So many days ahead are shown. */
export const ENDING_DAYS = 60;

/** How many cards lose their package on which day, with nothing waiting behind it, and what their packages were sold for. */
export const readPackageEndings = read({
  name: 'packageEndings.days',
  summary: text('未来到期的套餐', 'Packages about to end'),
  permission: 'packageEndTips.view',
  /** As the list beside it asks. */
  query: { underCustomerId: idSchema.optional(), customerId: queryList(idSchema).optional() },
  answer: z.object({
    /** Every day from today on, in China. */
    days: z.array(z.object({ day: z.iso.date(), cards: z.number().int() })),
    /** What the caller’s customer was paid for these packages, or paid itself; empty without the permission for amounts. */
    worth: z.array(z.object({ currency: z.string(), cards: z.number().int(), amount: integerString })),
    /** Of so many cards only the first are worth something here. */
    isPartial: z.boolean(),
    asOf: z.iso.datetime({ offset: true }),
  }),
});

/** Takes cards out of the list until a day, for the caller’s customer only; null puts them back. */
export const ignorePackageEndings = change({
  name: 'packageEndings.ignore',
  summary: text('忽略套餐到期提醒', 'Ignore packages about to end'),
  permission: 'packageEndTips.ignore',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({
    cardIds: z.array(idSchema).min(1).max(1_000),
    until: z.iso.date().nullable(),
  }),
  answer: z.object({ cards: z.number().int() }),
  refusals: [cardNotFound],
  example: { body: { cardIds: ['1'], until: '2026-12-31' } },
});
