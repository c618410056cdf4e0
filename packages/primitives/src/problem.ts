import type { z } from 'zod';
import { type Facts, type Text, text } from './text.ts';

/** What is wrong with one value, sayable in both languages. */
export type Problem = { readonly text: Text; readonly facts?: Facts };

/** A rule looks at a value and answers what is wrong with it, or nothing. */
export type Rule<T> = (value: T) => Problem | undefined;

export const problem = (zh: string, en: string, facts?: Facts): Problem =>
  facts ? { text: text(zh, en), facts } : { text: text(zh, en) };

/** Puts a rule into a zod schema: `z.string().check(ruled(iccidRule))`. The problem travels in the issue's `params`. */
export const ruled = <T>(rule: Rule<T>) => ruledAt([], rule);

/** A rule about several fields of an object; what is wrong is said at the one of this path. */
export function ruledAt<T>(path: readonly string[], rule: Rule<T>) {
  return (payload: z.core.ParsePayload<T>) => {
    const found = rule(payload.value);
    if (found) {
      payload.issues.push({
        code: 'custom',
        input: payload.value,
        path: [...path],
        message: found.text.en,
        params: { problem: found },
        continue: true,
      } as z.core.$ZodRawIssue);
    }
  };
}

/** The problem a rule left in an issue, if a rule made it. */
export function problemOf(issue: { code?: string | undefined; params?: unknown }): Problem | undefined {
  return (issue.params as { problem?: Problem } | undefined)?.problem;
}
