import * as z from 'zod';
import { type Problem, problem, type Rule, ruled } from './problem.ts';
import { missing, stringRule } from './string.ts';

export const REMARK_LENGTH = { min: 2, max: 255 } as const;

/**
 * `optional` allows an empty remark, `withAt` the @ sign. A remark that is too long is cut (`cutRemark`), not refused.
 */
export type RemarkOptions = { optional?: boolean; withAt?: boolean };

const tooShort: Problem = problem('至少 {min} 个字符', 'At least {min} characters', { min: REMARK_LENGTH.min });
const printable = stringRule({ max: Number.MAX_SAFE_INTEGER });

function refusedSigns(signs: string): Problem {
  return problem('不能包含 {signs}', 'Cannot contain {signs}', { signs: [...signs].join(' ') });
}

/** At least 2 characters, none of ~ ` ! @ # % $ & ^, no space at either end. */
export function remarkRule(options: RemarkOptions = {}): Rule<string> {
  const signs = options.withAt ? '~`!#%$&^' : '~`!@#%$&^';
  const hasSign = options.withAt ? /[~`!#%$&^]/ : /[~`!@#%$&^]/;
  const refused = refusedSigns(signs);
  return (value) => {
    if (value === '') return options.optional ? undefined : missing;
    const found = printable(value);
    if (found) return found;
    if (hasSign.test(value)) return refused;
    return value.length < REMARK_LENGTH.min ? tooShort : undefined;
  };
}

/** The first 255 characters of a typed remark, without splitting a character. */
export function cutRemark(typed: string): string {
  if (typed.length <= REMARK_LENGTH.max) return typed;
  let kept = '';
  let count = 0;
  for (const character of typed) {
    if (count++ === REMARK_LENGTH.max) break;
    kept += character;
  }
  return kept;
}

/** Cut to its maximum length on arrival; a trailing space at the cut is removed. */
export function remarkSchema(options: RemarkOptions = {}) {
  return z
    .string()
    .overwrite((typed) => {
      const cut = cutRemark(typed);
      return cut === typed ? typed : cut.trimEnd();
    })
    .check(ruled(remarkRule(options)))
    .meta({ minLength: options.optional ? 0 : REMARK_LENGTH.min });
}
