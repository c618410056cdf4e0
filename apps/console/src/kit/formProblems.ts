import type { FieldError } from '@cardinal/contract/framework/envelope.ts';
import { problemOfIssue } from '@cardinal/contract/framework/issues.ts';
import { missing, unchosen } from '@cardinal/primitives/string.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Say } from '@cardinal/ui/language.tsx';
import type * as z from 'zod';

/** The warning shown with the field errors of an invalid form. */
export const FORM_ERROR = text('表单填写有误，请检查后再提交', 'The form has errors; check it and submit again');

/** Field name → error message that says how to correct it. */
export type FieldProblems = Readonly<Record<string, string>>;

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((found, key) => (found as Record<PropertyKey, unknown> | null | undefined)?.[key], value);

/**
 * Validates the typed values with a shared schema; returns nothing if they pass. `labels` name the fields in the messages;
 * fields with choices get «choose» instead of «enter».
 */
export function problemsOf(
  schema: z.ZodType,
  value: unknown,
  say: Say,
  labels: Readonly<Record<string, Text>> = {},
  isChosen: (field: string) => boolean = () => false,
): FieldProblems | undefined {
  const parsed = schema.safeParse(value);
  if (parsed.success) return undefined;
  const problems: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const field = issue.path.join('.');
    if (problems[field] !== undefined) continue;
    const found = problemOfIssue(issue);
    const label = labels[field] ?? labels[String(issue.path[0] ?? '')];
    const isMissing =
      found.text === missing.text ||
      (issue.code === 'invalid_type' && issue.input === undefined) ||
      (issue.code === 'too_small' && issue.origin === 'string' && Number(issue.minimum) === 1) ||
      (issue.code !== 'custom' && isNothing(valueAt(value, issue.path)));
    const asked = isChosen(field) ? unchosen : missing;
    problems[field] = isMissing && label ? say(asked.text, { name: label }) : say(found.text, found.facts);
  }
  return problems;
}

/** The server's field errors, by field. */
export const problemsFrom = (errors: readonly FieldError[]): FieldProblems | undefined =>
  errors.length === 0 ? undefined : Object.fromEntries(errors.map(({ field, message }) => [field, message]));
