import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import { productNameSchema, stringSchema } from '@cardinal/primitives/string.ts';
import * as z from 'zod';
import { SalesChannel } from '../../enumerations/package.ts';
import { RenewalLimit } from '../../enumerations/renewal.ts';
import { idSchema } from '../../framework/endpoint.ts';
import type { FieldProblem } from '../../framework/refusal.ts';
import { sentAmountSchema } from '../customerAccounts/amounts.ts';

export const MOST_NAMED = 100;
export const MOST_MONTHS = 60;
export const MOST_DAYS_AHEAD = 3_650;

const ids = z.array(idSchema).max(MOST_NAMED).default([]);
const message = stringSchema({ min: 2, max: 255 });

/** What a version of a rule says. */
export const definitionShape = {
  name: productNameSchema,
  /** Empty: every package. What is ordered; of a limit to the same or to listed packages, what the card has. */
  packageIds: ids,
  /** Of the cards; empty: every product. */
  productCodes: z.array(z.string().min(1).max(50)).max(MOST_NAMED).default([]),
  /** Each with those below it; empty: all of the owner's. */
  customerIds: ids,
  channels: z.array(SalesChannel.schema).min(1).max(SalesChannel.options.length),
  limits: z.array(RenewalLimit.schema).min(1).max(RenewalLimit.options.length),
  /** To what may be renewed. */
  listedIds: ids,
  /** What waits on a card behind the package in use is never more, with the order. */
  months: z.int().min(1).max(MOST_MONTHS).nullable().optional(),
  /** A card is renewed within so many days of its end. */
  daysAhead: z.int().min(0).max(MOST_DAYS_AHEAD).nullable().optional(),
  /** Of one, in the main unit of the owner's currency. */
  minPrice: sentAmountSchema('smallest').nullable().optional(),
  /** China's days, both included. */
  fromDay: z.iso.date().nullable().optional(),
  toDay: z.iso.date().nullable().optional(),
  /** What may be ordered instead. */
  replacementId: idSchema.nullable().optional(),
  /** What whoever orders is told. */
  messageZh: message,
  messageEn: message,
};
const definitionSchema = z.object(definitionShape);
export type Definition = z.output<typeof definitionSchema>;

const noScope = problem('请至少限定套餐或产品中的一项', 'Limit it by at least one of packages and products');
const forbidAlone = problem('已禁止续费，其他限制无意义', 'Nothing else limits what is forbidden');
const noList = problem('请选择可续的套餐', 'Choose the packages that may be renewed');
const noMonths = problem('请填写月数', 'Enter the months');
const noDays = problem('请填写天数', 'Enter the days');
const noPrice = problem('请填写最低价', 'Enter the minimum price');
const endsFirst = problem('结束日期不能早于开始日期', 'It cannot end before it begins');

/** What of a definition is missing beside its fields' own rules. */
export function definitionProblems(given: Definition): FieldProblem[] {
  const found: FieldProblem[] = [];
  const at = (field: keyof Definition, { text, facts = {} }: Problem) => found.push({ field, text, facts });
  const has = (limit: RenewalLimit) => given.limits.includes(limit);
  if (given.packageIds.length === 0 && given.productCodes.length === 0) at('packageIds', noScope);
  if (has('forbid') && given.limits.length > 1) at('limits', forbidAlone);
  if (has('listed') && given.listedIds.length === 0) at('listedIds', noList);
  if (has('months') && !given.months) at('months', noMonths);
  if (has('daysAhead') && (given.daysAhead ?? null) === null) at('daysAhead', noDays);
  if (has('minPrice') && !given.minPrice) at('minPrice', noPrice);
  if (given.fromDay && given.toDay && given.toDay < given.fromDay) at('toDay', endsFirst);
  return found;
}
