import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import { productNameSchema } from '@cardinal/primitives/string.ts';
import * as z from 'zod';
import { FlowRestore } from '../../enumerations/control.ts';
import { idSchema } from '../../framework/endpoint.ts';
import type { FieldProblem } from '../../framework/refusal.ts';

export const DEFAULT_SPEED_BRAKE = 5_000;
export const MOST_SPEED_BRAKE = 100_000;
export const MOST_CHOSEN = 100;
const LONGEST_LIST = 34_000;

/** Which cards of the carrier account: those named, and those that meet every other condition given. */
export const chosenShape = {
  carrierAccountId: idSchema,
  productCodes: z.array(z.string().min(1).max(50)).max(MOST_CHOSEN).default([]),
  tagIds: z.array(idSchema).max(MOST_CHOSEN).default([]),
  /** Numbers of cards as typed or pasted. */
  cardNumbers: z.string().max(LONGEST_LIST).default(''),
};

/** What a version of a speed limit says. */
export const speedLimitShape = {
  name: productNameSchema,
  ...chosenShape,
  /** Tiers of used volume; without, one fixed speed. */
  limitStrategyId: idSchema.nullable().optional(),
  kbps: z.int().min(1).max(100_000_000).nullable().optional(),
  fromDay: z.iso.date().nullable().optional(),
  toDay: z.iso.date().nullable().optional(),
  /** What ends the limit of a step; a fixed speed ends with its last day or when it is switched off. */
  restore: FlowRestore.schema.default('cycle'),
  brake: z.int().min(1).max(MOST_SPEED_BRAKE).default(DEFAULT_SPEED_BRAKE),
};
const definitionSchema = z.object(speedLimitShape);
export type SpeedLimitBody = z.output<typeof definitionSchema>;

const nothingChosen = problem('请至少选择产品、标签或卡号中的一项', 'Choose at least one of products, tags and cards');
const noSpeed = problem('请选择限速策略或固定速率', 'Choose a limit strategy or a fixed speed');
const bothSpeeds = problem('限速策略和固定速率只能选一种', 'Choose either a limit strategy or a fixed speed');
const endsBefore = problem('不能早于开始日期', 'Must not be before the first day');

/** What of a speed limit is missing beside its fields' own rules. */
export function speedLimitProblems(given: SpeedLimitBody): FieldProblem[] {
  const found: FieldProblem[] = [];
  const at = (field: keyof SpeedLimitBody, { text, facts = {} }: Problem) => found.push({ field, text, facts });
  const { productCodes, tagIds, cardNumbers, limitStrategyId, kbps, fromDay, toDay } = given;
  if (productCodes.length + tagIds.length === 0 && cardNumbers.trim() === '') at('productCodes', nothingChosen);
  if (!limitStrategyId && !kbps) at('limitStrategyId', noSpeed);
  if (limitStrategyId && kbps) at('kbps', bothSpeeds);
  if (fromDay && toDay && toDay < fromDay) at('toDay', endsBefore);
  return found;
}
