import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import type { RemindKind } from '../../enumerations/reminder.ts';

/** What a text may say: each is filled in with a fact of the card or pool at the moment. */
const OF_CARD = ['iccid', 'customer', 'package', 'threshold'] as const;
const OF_USAGE = [...OF_CARD, 'percent', 'used', 'left', 'total'] as const;
export const VARIABLES = {
  flowPercent: OF_USAGE,
  flowLeft: OF_USAGE,
  packageEnd: [...OF_CARD, 'days', 'endsOn'],
  poolPercent: ['pool', 'customer', 'threshold', 'percent'],
} as const satisfies Record<RemindKind, readonly string[]>;

const VARIABLE = /\{([^{}]*)\}?|\}/g;

const unknownVariable = problem(
  '未知变量“{variable}”；可用：{known}',
  'Unknown variable “{variable}”; there are {known}',
);

export const variablesOf = (kind: RemindKind): readonly string[] => VARIABLES[kind];
const written = (name: string): string => `{${name}}`;

/** The first variable of a text that its kind does not know; a brace that is left open is one too. */
export function templateProblem(kind: RemindKind, template: string): Problem | undefined {
  const known = variablesOf(kind);
  const unknown = [...template.matchAll(VARIABLE)].find(([all]) => !known.map(written).includes(all));
  if (!unknown) return undefined;
  // By name: a sentence with braces reads like one that was not filled in.
  const [all, name] = unknown;
  return { ...unknownVariable, facts: { variable: name || all, known: known.join(' ') } };
}

/** A text with its variables filled in, once: what is filled in is not read again. */
export const filledTemplate = (template: string, facts: Readonly<Record<string, string>>): string =>
  template.replace(VARIABLE, (all, name: string | undefined) => facts[name ?? ''] ?? all);
