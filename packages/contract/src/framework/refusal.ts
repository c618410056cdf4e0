import { type Facts, type Text, text } from '@cardinal/primitives/text.ts';

/**
 * An expected refusal, declared where it may occur. `status` 200 is a business refusal (with the envelope's code); anything
 * else is a protocol error and also has `desc`.
 */
export type Refusal = { readonly code: string; readonly name: string; readonly text: Text; readonly status: number };

const known = new Map<string, Refusal>();

/** Declares a refusal once for the whole product; two with one code or name stop the program at import. */
export function refusal(code: string, name: string, zh: string, en: string, status = 200): Refusal {
  for (const other of known.values()) {
    if (other.code === code || other.name === name) throw new Error(`Refusal ${code} ${name} is declared twice`);
  }
  const made: Refusal = { code, name, text: text(zh, en), status };
  known.set(code, made);
  return made;
}

/** An error at one field of a request. */
export type FieldProblem = { readonly field: string; readonly text: Text; readonly facts?: Facts };

/** Thrown by a use case to refuse; the facts fill the message, the fields locate it in the form. */
export class Refused extends Error {
  readonly refusal: Refusal;
  readonly facts: Facts;
  readonly fields: readonly FieldProblem[];
  constructor(refused: Refusal, facts: Facts = {}, fields: readonly FieldProblem[] = []) {
    super(refused.name);
    this.name = 'Refused';
    this.refusal = refused;
    this.facts = facts;
    this.fields = fields;
  }
}

export const allRefusals = (): readonly Refusal[] => [...known.values()];
