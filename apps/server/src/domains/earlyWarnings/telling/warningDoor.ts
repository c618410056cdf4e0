import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { extensionPoint } from '../../../framework/contributions.ts';

export type ToldAccount = { readonly id: string; readonly customer_id: string };
/** What accounts are to read; of one source nobody reads twice. */
export type Warned = {
  readonly source: string;
  readonly accounts: readonly ToldAccount[];
  readonly title: Text;
  readonly summary: Text;
  readonly link: string;
};

/** Whoever keeps the inboxes puts it there, in the transaction that asks for it, and answers into how many. */
export const warningDoor = extensionPoint<(ctx: Ctx, warned: Warned) => Promise<number>>('earlyWarnings.warningDoor');
