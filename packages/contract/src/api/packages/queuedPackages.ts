import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Currency } from '../../enumerations/money.ts';
import { idSchema, read } from '../../framework/endpoint.ts';
import { queryList } from '../../framework/paging.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { refusalsOf } from '../refusalCodes.ts';

export const MOST_SHELVED = 100;

export const queuedChanged = refusalsOf('packages').conflict(
  1749,
  'queuedChanged',
  '排队的套餐现为 {n} 个，请重新确认',
  'Packages waiting are {n} now; review them and confirm again',
);

/**
 * What is bought of packages of the caller and begins later, before they are taken off the shelf: packages waiting on cards, and
 * what comes back to who paid if they are stopped.
 */
export const readQueuedPackages = read({
  name: 'packages.queued',
  summary: text('排队中的套餐', 'Packages waiting on cards'),
  permission: ['systemPackage.shelf', 'packageVirtual.shelf', 'customPackage.shelf', 'flowPoolPackage.shelf'],
  query: { ids: queryList(idSchema, MOST_SHELVED) },
  answer: z.object({
    records: z.int(),
    cards: z.int(),
    /** Who paid for them. */
    customers: z.int(),
    amounts: z.array(z.object({ currency: Currency.schema, amount: z.string() })),
    /** Cards of orders that are still being carried out: they get theirs. */
    underWay: z.int(),
    /** Null: the caller may stop them. */
    whyNotStop: z.string().nullable(),
  }),
  refusals: [notFound],
  example: { query: { ids: ['8001'] } },
});
