import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import type { StatusAction } from '@cardinal/contract/statuses/statusTable.ts';
import { filled, type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { STATUS_ACTIONS } from '../../cardCommands/face.ts';
import { actionText } from '../../cards/face.ts';
import { type Capabilities, capabilitiesOf, carrierAccount } from '../../carriers/face.ts';
import { batchAction } from './batchAction.ts';

export const NOT_CONNECTED = text('接口未接入', 'Interface not connected');
export const NOT_OFFERED = text('该通道不支持{action}', 'This carrier account does not support {action}');

/** What can be requested through a carrier account; nothing if its interface is not connected. */
export type Channel = { readonly isConnected: boolean; readonly capabilities: Capabilities | undefined };

export async function channelOf(ctx: Ctx, accountId: string): Promise<Channel> {
  const [account, capabilities] = await Promise.all([carrierAccount(ctx, accountId), capabilitiesOf(ctx, accountId)]);
  return { isConnected: account?.isConnected ?? false, capabilities };
}

/** Whether a carrier is asked for it: for a change of status, or for something else. */
export const asksCarrier = (ctx: Ctx, action: CardAction): boolean =>
  STATUS_ACTIONS.has(action) || batchAction(ctx, action).operation !== undefined;

/**
 * Why an action cannot be requested through an account at all. A paused account only delays it; a local action needs no
 * account.
 */
export function notOfferedBy(ctx: Ctx, { isConnected, capabilities }: Channel, action: CardAction): Text | undefined {
  if (!asksCarrier(ctx, action)) return undefined;
  if (!isConnected) return NOT_CONNECTED;
  const { operation } = batchAction(ctx, action);
  const isOffered = operation
    ? capabilities?.operations.includes(operation)
    : capabilities?.statusActions.includes(action as StatusAction);
  return isOffered ? undefined : filled(NOT_OFFERED, { action: actionText(action) });
}
