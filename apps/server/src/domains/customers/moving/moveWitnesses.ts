import type { MoveEffect } from '@cardinal/contract/enumerations/customer.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { extensionList } from '../../../framework/contributions.ts';

/** A subtree about to be moved under another customer. */
export type Move = {
  readonly topId: string;
  /** The customers that move, including the top. */
  readonly ids: readonly string[];
  /** The ancestors it loses by the move. */
  readonly leftIds: readonly string[];
};

/** A room's finding about a move: how many things move along, end, or prevent it. */
export type MoveFinding = { readonly what: Text; readonly count: number; readonly effect: MoveEffect };

export type MoveWitness = {
  readonly look: (ctx: Ctx, move: Move) => Promise<readonly MoveFinding[]>;
  /** The room's own part of the move, in its transaction and before the tree changes. */
  readonly settle?: (ctx: Ctx, move: Move) => Promise<void>;
};

/** Rooms whose data depends on the customer tree report what a move does to it. */
export const moveWitnesses = extensionList<MoveWitness>('customers.moveWitnesses');

/** The findings of all rooms, without empty ones. */
export async function findingsOf(ctx: Ctx, move: Move): Promise<MoveFinding[]> {
  const found: MoveFinding[] = [];
  for (const witness of ctx.contributed(moveWitnesses)) found.push(...(await witness.look(ctx, move)));
  return found.filter(({ count }) => count > 0);
}

export async function settleMove(ctx: Ctx, move: Move): Promise<void> {
  for (const witness of ctx.contributed(moveWitnesses)) await witness.settle?.(ctx, move);
}
