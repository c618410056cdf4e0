import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import { productNameSchema, stringSchema } from '@cardinal/primitives/string.ts';
import * as z from 'zod';
import { RemindKind, RemindReceiver, RemindWay } from '../../enumerations/reminder.ts';
import { idSchema } from '../../framework/endpoint.ts';
import type { FieldProblem } from '../../framework/refusal.ts';
import { templateProblem } from './template.ts';

export const MOST_NAMED = 100;
export const MOST_THRESHOLDS = 5;
export const DEFAULT_QUIET = '22:00-08:00';
/** The greatest threshold of each kind: percent, MB, days. */
export const MOST_OF: Readonly<Record<RemindKind, number>> = {
  flowPercent: 100,
  flowLeft: 1_048_576,
  packageEnd: 30,
  poolPercent: 100,
};

export const remindText = stringSchema({ min: 2, max: 255 });

/** What a rule says. */
export const definitionShape = {
  name: productNameSchema,
  kind: RemindKind.schema,
  /** In percent, MB or days, rising. */
  thresholds: z.array(z.int().min(1)).min(1).max(MOST_THRESHOLDS),
  receivers: z.array(RemindReceiver.schema).min(1).max(RemindReceiver.options.length),
  ways: z.array(RemindWay.schema).min(1).max(RemindWay.options.length),
  /** `22:00-08:00`, China's time; empty: none. Holds notices back until its end. */
  quietHours: z
    .string()
    .regex(/^(([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)?$/)
    .default(DEFAULT_QUIET),
  /** Each with those below it; empty: all of the owner's. */
  customerIds: z.array(idSchema).max(MOST_NAMED).default([]),
  /** Of the cards; empty: every product. */
  productCodes: z.array(z.string().min(1).max(50)).max(MOST_NAMED).default([]),
  textZh: remindText,
  textEn: remindText,
};
const definitionSchema = z.object(definitionShape);
export type Definition = z.output<typeof definitionSchema>;

const notRising = problem('阈值应从小到大、不重复', 'Thresholds rise, each once');
const tooMuch = problem('阈值不超过 {most}', 'Thresholds are at most {most}');
const noProducts = problem('池没有产品，不能按产品限定', 'A pool has no product to limit it by');

/** What of a definition is wrong beside its fields' own rules. */
export function definitionProblems(given: Definition): FieldProblem[] {
  const found: FieldProblem[] = [];
  const at = (field: keyof Definition, { text, facts = {} }: Problem) => found.push({ field, text, facts });
  const { kind, thresholds } = given;
  const most = MOST_OF[kind];
  if (thresholds.some((each) => each > most)) at('thresholds', { ...tooMuch, facts: { most } });
  else if (thresholds.some((each, place) => place > 0 && each <= (thresholds[place - 1] ?? 0)))
    at('thresholds', notRising);
  if (kind === 'poolPercent' && given.productCodes.length > 0) at('productCodes', noProducts);
  for (const field of ['textZh', 'textEn'] as const) {
    const unknown = templateProblem(kind, given[field]);
    if (unknown) at(field, unknown);
  }
  return found;
}
