import type { PermissionKey } from '@cardinal/contract/permissions/catalogue.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { extensionPoint } from '../../../framework/contributions.ts';

/** What accounts of a customer are to read; of one source nobody reads twice. */
export type Told = {
  readonly source: string;
  readonly customerId: string;
  /** Only accounts that hold it are told. */
  readonly permission: PermissionKey;
  readonly title: Text;
  readonly summary: Text;
  readonly link: string;
};

/** Whoever keeps the inboxes puts it there, in the transaction that asks for it, and answers into how many. */
export const noticeDoor = extensionPoint<(ctx: Ctx, told: Told) => Promise<number>>('usageReminders.noticeDoor');
