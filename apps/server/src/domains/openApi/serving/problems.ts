import { STATUS_CODES } from 'node:http';
import type { Refused } from '@cardinal/contract/framework/refusal.ts';
import { type Language, say } from '@cardinal/primitives/text.ts';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** A refusal as problem details of RFC 9457. */
export type Problem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: string;
  readonly requestId: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
};

/**
 * Codes begin with the HTTP status of their family; a business refusal, 200 in the console's API, becomes a conflict or similar
 * here.
 */
export const statusOfRefusal = ({ refusal }: Pick<Refused, 'refusal'>): number =>
  refusal.status === 200 ? Number(refusal.code.slice(0, 3)) : refusal.status;

export function problemOf(
  refused: Refused,
  at: { readonly path: string; readonly requestId: string; readonly language: Language },
): Problem {
  const { refusal, facts, fields } = refused;
  const status = statusOfRefusal(refused);
  const errors = fields.map((each) => ({ field: each.field, message: say(each.text, at.language, each.facts) }));
  return {
    type: `urn:cardinal:problem:${refusal.name}`,
    title: STATUS_CODES[status] ?? 'Refused',
    status,
    detail: say(refusal.text, at.language, facts),
    instance: at.path,
    code: refusal.code,
    requestId: at.requestId,
    ...(errors.length > 0 ? { errors } : {}),
  };
}
