import type { Ctx } from '../../../framework/context.ts';
import { extensionPoint } from '../../../framework/contributions.ts';

/** Those of these chips that something was ever asked of; undoing an import leaves them. Without a value none was. */
export const chipsUsed =
  extensionPoint<(ctx: Ctx, eids: readonly string[]) => Promise<ReadonlySet<string>>>('esim.chipsUsed');
