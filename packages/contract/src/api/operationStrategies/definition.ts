import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import { productNameSchema } from '@cardinal/primitives/string.ts';
import * as z from 'zod';
import { StopReason } from '../../enumerations/card.ts';
import { OperationTrigger } from '../../enumerations/operationStrategy.ts';
import { ControlAction } from '../../enumerations/package.ts';
import { idSchema } from '../../framework/endpoint.ts';
import type { FieldProblem } from '../../framework/refusal.ts';
import { sentAmountSchema } from '../customerAccounts/amounts.ts';

export const MOST_DAYS = 3_650;
export const MOST_GRACE_HOURS = 8_760;
export const DEFAULT_BRAKE = 5_000;
export const MOST_BRAKE = 100_000;
export const MOST_IN_SCOPE = 100;

/** What a strategy can do; a reminder asks no carrier. */
export const STRATEGY_ACTIONS = [ControlAction.values.STOP, ControlAction.values.NO_CONTROL] as const;

const ids = z.array(idSchema).max(MOST_IN_SCOPE).default([]);
const hours = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)?$/)
  .default('');

/** What a version of a strategy says. */
export const definitionShape = {
  name: productNameSchema,
  trigger: OperationTrigger.schema,
  /** Of a trigger that counts days. */
  days: z.int().min(1).max(MOST_DAYS).nullable().optional(),
  /** Of a balance: in the main unit of its owner's currency. */
  amount: sentAmountSchema('smallest').nullable().optional(),
  /** Each with those below it. */
  customerIds: ids,
  accountIds: ids,
  productCodes: z.array(z.string().min(1).max(50)).max(MOST_IN_SCOPE).default([]),
  packageIds: ids,
  tagIds: ids,
  graceHours: z.int().min(0).max(MOST_GRACE_HOURS).default(0),
  /** `22:00-07:00`, China's time; empty: none. */
  quietHours: hours,
  action: z.union([z.literal(STRATEGY_ACTIONS[0]), z.literal(STRATEGY_ACTIONS[1])]),
  /** Of a stop. */
  reason: StopReason.schema.nullable().optional(),
  restarts: z.boolean().default(true),
  brake: z.int().min(1).max(MOST_BRAKE).default(DEFAULT_BRAKE),
  /** The smaller goes first. */
  priority: z.int().min(1).max(99).default(50),
};
const definitionSchema = z.object(definitionShape);
export type Definition = z.output<typeof definitionSchema>;

export const countsDays = (trigger: unknown): boolean =>
  trigger === 'noPackageDays' || trigger === 'silentDays' || trigger === 'unactivatedDays';
export const hasAmount = (trigger: unknown): boolean => trigger === 'balanceBelow';
/** Lasting conditions hold of cards today; an event is over once it happened. */
export const isLasting = (trigger: OperationTrigger): boolean =>
  trigger === 'packageEnded' || trigger === 'balanceBelow' || countsDays(trigger);
/** Whether the condition ends by itself, so that what was stopped for it can restart. */
export const endsByItself = (trigger: OperationTrigger): boolean =>
  trigger === 'packageEnded' || trigger === 'noPackageDays' || trigger === 'balanceBelow';

const noScope = problem(
  '请至少限定客户、通道、产品、套餐或标签中的一项',
  'Limit it by at least one of customers, carrier accounts, products, packages and tags',
);
const noDays = problem('请填写天数', 'Enter the days');
const noAmount = problem('请填写金额', 'Enter the amount');
const noReason = problem('请选择停机原因', 'Choose a stop reason');
const notRunning = problem(
  '未激活的卡没有可停的服务，只能提醒',
  'An unactivated card has no service to stop; only remind',
);
const sameHours = problem('开始和结束不能相同', 'Start and end must differ');

const SCOPES = ['customerIds', 'accountIds', 'productCodes', 'packageIds', 'tagIds'] as const;

/** What of a definition is missing beside its fields' own rules. */
export function definitionProblems(given: Definition): FieldProblem[] {
  const found: FieldProblem[] = [];
  const at = (field: keyof Definition, { text, facts = {} }: Problem) => found.push({ field, text, facts });
  if (SCOPES.every((each) => given[each].length === 0)) at('customerIds', noScope);
  if (countsDays(given.trigger) && !given.days) at('days', noDays);
  if (hasAmount(given.trigger) && !given.amount) at('amount', noAmount);
  if (given.action === ControlAction.values.STOP && !given.reason) at('reason', noReason);
  if (given.action === ControlAction.values.STOP && given.trigger === 'unactivatedDays') at('action', notRunning);
  const [from, to] = given.quietHours.split('-');
  if (from !== '' && from === to) at('quietHours', sameHours);
  return found;
}
