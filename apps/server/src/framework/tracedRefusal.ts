import { type FieldProblem, type Refusal, Refused } from '@cardinal/contract/framework/refusal.ts';
import type { Facts } from '@cardinal/primitives/text.ts';
import type { Ctx } from './context.ts';

/** A refusal that is kept: the change is taken back, and then its trace is written in a transaction of its own. */
export class TracedRefusal extends Refused {
  readonly trace: (ctx: Ctx) => Promise<void>;
  constructor(
    refusal: Refusal,
    facts: Facts,
    trace: (ctx: Ctx) => Promise<void>,
    fields: readonly FieldProblem[] = [],
  ) {
    super(refusal, facts, fields);
    this.trace = trace;
  }
}
