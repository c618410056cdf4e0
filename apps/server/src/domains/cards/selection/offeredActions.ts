import type { CardAction } from '@cardinal/contract/api/cards/selection.ts';
import type { StatusAction } from '@cardinal/contract/statuses/statusTable.ts';
import type { Ctx } from '../../../framework/context.ts';
import { type Capabilities, capabilitiesOf } from '../../carriers/face.ts';
import { STATUS_ACTIONS } from './selectionVerdicts.ts';

/** Whether an interface with these capabilities can do it; what concerns us alone needs no carrier. */
export function isOfferedBy(capabilities: Capabilities | undefined, action: CardAction): boolean {
  if (STATUS_ACTIONS.has(action)) return capabilities?.statusActions.includes(action as StatusAction) ?? false;
  if (action === 'sync_card') return capabilities?.operations.includes('getDevice') ?? false;
  return true;
}

/** Whether an action can be asked of cards behind an account at all; a paused account is asked later. */
export const isOffered = async (ctx: Ctx, accountId: string, action: CardAction): Promise<boolean> =>
  isOfferedBy(await capabilitiesOf(ctx, accountId), action);
