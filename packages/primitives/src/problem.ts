import type { z } from 'zod';
import { type Facts, type Text, text } from './text.ts';

/** An error of one value, with messages in both languages. */
export type Problem = { readonly text: Text; readonly facts?: Facts };

/** A rule checks a value and returns its error, or undefined. */
export type Rule<T> = (value: T) => Problem | undefined;

export const problem = (zh: string, en: string, facts?: Facts): Problem =>
  facts ? { text: text(zh, en), facts } : { text: text(zh, en) };

/** Uses a rule in a zod schema: `z.string().check(ruled(iccidRule))`. The problem is in the issue's `params`. */
export const ruled = <T>(rule: Rule<T>) => ruledAt([], rule);

/** A rule across several fields of an object; its error is reported at this path. */
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
