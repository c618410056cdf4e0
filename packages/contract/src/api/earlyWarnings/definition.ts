import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import { productNameSchema } from '@cardinal/primitives/string.ts';
import * as z from 'zod';
import { WarningLevel, WarningMetric } from '../../enumerations/warning.ts';
import { idSchema } from '../../framework/endpoint.ts';
import type { FieldProblem } from '../../framework/refusal.ts';

export const MOST_RECEIVERS = 20;
export const MOST_CUSTOMERS = 100;
export const MOST_HOLD_MINUTES = 1_440;

export type WarningUnit = 'money' | 'percent' | 'days' | 'minutes' | 'cards';
/** A free rule of staff over whatever is below it, or a customer's rule about what is its own. */
export type WarningOrigin = 'fleet' | 'own';
export type MetricFacts = {
  readonly unit: WarningUnit;
  /** On which side of the limit the trouble is: below it, or at it and above. */
  readonly side: 'below' | 'above';
  readonly most: number;
  /** Over how many minutes it is measured, where a rule may say it. */
  readonly window?: { readonly least: number; readonly most: number; readonly usual: number };
  /** A customer may watch its own. */
  readonly isOwn: boolean;
  /** Past values are kept, so that a rule can be tried on them. */
  readonly hasHistory: boolean;
};

const MOST_MONEY = 999_999_999;
const MOST_CARDS = 100_000_000;
const DAY_MINUTES = 1_440;

export const METRICS: Readonly<Record<WarningMetric, MetricFacts>> = {
  balance: { unit: 'money', side: 'below', most: MOST_MONEY, isOwn: true, hasHistory: true },
  spendableDays: { unit: 'days', side: 'below', most: 365, isOwn: true, hasHistory: false },
  creditUsed: { unit: 'percent', side: 'above', most: 100, isOwn: true, hasHistory: false },
  poolRemaining: { unit: 'percent', side: 'below', most: 100, isOwn: false, hasHistory: false },
  stock: { unit: 'cards', side: 'below', most: MOST_CARDS, isOwn: false, hasHistory: false },
  silentCards: { unit: 'percent', side: 'above', most: 100, isOwn: false, hasHistory: false },
  carrierFailing: {
    unit: 'percent',
    side: 'above',
    most: 100,
    window: { least: 5, most: DAY_MINUTES, usual: 15 },
    isOwn: false,
    hasHistory: true,
  },
  syncLag: { unit: 'minutes', side: 'above', most: 30 * DAY_MINUTES, isOwn: false, hasHistory: false },
  commandsUnconfirmed: { unit: 'minutes', side: 'above', most: 30 * DAY_MINUTES, isOwn: false, hasHistory: false },
  pushFailing: { unit: 'minutes', side: 'above', most: 30 * DAY_MINUTES, isOwn: true, hasHistory: false },
  sourceBalance: { unit: 'money', side: 'below', most: MOST_MONEY, isOwn: true, hasHistory: false },
};

/** What a rule says, whoever's it is. */
export const ownShape = {
  name: productNameSchema,
  metric: WarningMetric.schema,
  /** In the figure's unit; amounts in the currency of the account that is watched. */
  limit: z
    .string()
    .trim()
    .regex(/^\d{1,9}(\.\d{1,2})?$/),
  level: WarningLevel.schema,
  /** Accounts. */
  receivers: z.array(idSchema).min(1).max(MOST_RECEIVERS),
  /** While it is open and nobody has seen to it: told again after so many hours; 0 is never. */
  repeatHours: z.int().min(0).max(24),
};
export const fleetShape = {
  ...ownShape,
  windowMinutes: z.int().min(1).nullable().default(null),
  /** It must last so long before it is told, and be over so long before it is resolved. */
  holdMinutes: z.int().min(0).max(MOST_HOLD_MINUTES),
  /** Each with those below it; empty: everything of the owner's. */
  customerIds: z.array(idSchema).max(MOST_CUSTOMERS).default([]),
};
const definitionSchema = z.object(fleetShape);
export type WarningDefinition = z.output<typeof definitionSchema>;

const wholeOnly = problem('须为整数', 'A whole number');
const tooMuch = problem('不超过 {most}', 'At most {most}');
const positive = problem('须大于 0', 'More than 0');
const noWindow = problem('该指标没有统计时段', 'This figure has no window');
const badWindow = problem('统计时段须为 {least}-{most} 分钟', 'The window is {least} to {most} minutes');

/** What of a definition is wrong beside its fields' own rules. */
export function warningProblems(given: WarningDefinition): FieldProblem[] {
  const found: FieldProblem[] = [];
  const at = (field: keyof WarningDefinition, { text, facts = {} }: Problem, more = facts) =>
    found.push({ field, text, facts: more });
  const { unit, side, most, window } = METRICS[given.metric];
  const limit = Number(given.limit);
  if (unit !== 'money' && !Number.isInteger(limit)) at('limit', wholeOnly);
  else if (limit > most) at('limit', tooMuch, { most });
  else if (side === 'above' && limit === 0) at('limit', positive);
  if (given.windowMinutes === null) return found;
  if (!window) at('windowMinutes', noWindow);
  else if (given.windowMinutes < window.least || given.windowMinutes > window.most)
    at('windowMinutes', badWindow, { least: window.least, most: window.most });
  return found;
}
