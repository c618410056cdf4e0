import type { MoveEffect } from '@cardinal/contract/enumerations/customer.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { extensionList } from '../../../framework/contributions.ts';

/** A subtree about to stand below another customer. */
export type Move = {
  readonly topId: string;
  /** The customers that move, the top among them. */
  readonly ids: readonly string[];
  /** The customers that stand above it now and will not any more. */
  readonly leftIds: readonly string[];
};

/** What a room sees of a move: so many things that go along, end, or stand in its way. */
export type MoveFinding = { readonly what: Text; readonly count: number; readonly effect: MoveEffect };

export type MoveWitness = {
  readonly look: (ctx: Ctx, move: Move) => Promise<readonly MoveFinding[]>;
  /** The room's own part of the move, in its transaction and before the tree changes. */
  readonly settle?: (ctx: Ctx, move: Move) => Promise<void>;
};

/** A room whose things depend on who stands above whom says what becomes of them. */
export const moveWitnesses = extensionList<MoveWitness>('customers.moveWitnesses');

/** What the rooms find, without what there is none of. */
export async function findingsOf(ctx: Ctx, move: Move): Promise<MoveFinding[]> {
  const found: MoveFinding[] = [];
  for (const witness of ctx.contributed(moveWitnesses)) found.push(...(await witness.look(ctx, move)));
  return found.filter(({ count }) => count > 0);
}

export async function settleMove(ctx: Ctx, move: Move): Promise<void> {
  for (const witness of ctx.contributed(moveWitnesses)) await witness.settle?.(ctx, move);
}
