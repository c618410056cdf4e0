import { eidSchema } from '@cardinal/primitives/eid.ts';
import { identifierListRule } from '@cardinal/primitives/identifierList.ts';
import { NUMBER_LIST_MAX } from '@cardinal/primitives/list.ts';
import { ruled } from '@cardinal/primitives/problem.ts';
import * as z from 'zod';
import type { IdentifierType } from '../../enumerations/card.ts';
import { idSchema } from '../../framework/endpoint.ts';
import { listQuerySchema } from '../cardBatches/selection.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('esim');

/** The maximum of chips or numbers of one change selected by their list's filters. */
export const FILTERED_MAX = 50_000;

/** The list's filters and the count it showed: the change applies exactly to what was shown, or is refused. */
const filteredSchema = z.strictObject({
  filter: listQuerySchema,
  count: z.number().int().min(1).max(FILTERED_MAX),
});
export type Filtered = z.output<typeof filteredSchema>;

/** A filter that takes a pasted list of one kind of number. */
export const pastedNumbers = (kind: IdentifierType) =>
  z
    .string()
    .max(34_000)
    .check(ruled(identifierListRule(kind)));

/** Which chips: one by one, or all a filter finds. */
export const chipsSchema = z.union([z.array(eidSchema).min(1).max(NUMBER_LIST_MAX), filteredSchema]);
export type NamedChips = z.output<typeof chipsSchema>;

/** Which code numbers, likewise. */
export const numbersSchema = z.union([z.array(idSchema).min(1).max(NUMBER_LIST_MAX), filteredSchema]);
export type NamedNumbers = z.output<typeof numbersSchema>;

export const filterFindsOthers = refusal.conflict(
  1429,
  'filterFindsOthers',
  '筛选结果已变为 {n} 条，请重新选择',
  'The filter now finds {n}; select again',
);
