import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import type { Ctx } from '../../../framework/context.ts';
import { adapterOfAccount, type Capabilities, isConnected } from '../../carrierAdapters/face.ts';
import { capabilitiesByPlatform } from './accountSpeeds.ts';
import { accountBeyondScope } from './accountStore.ts';

const { STOP, LIMIT, OFFLINE, NO_CONTROL } = ControlAction.values;

/** Whether an account can be asked for it; a reminder asks no carrier. */
const NEEDS: Readonly<Record<ControlAction, (account: Capabilities) => boolean>> = {
  [STOP]: ({ operations, statusActions }) => operations.includes('setStatus') && statusActions.includes('stop_card'),
  [LIMIT]: ({ speeds = [] }) => speeds.length > 0,
  [OFFLINE]: ({ operations, services = [] }) => operations.includes('setService') && services.includes('data'),
  [NO_CONTROL]: () => true,
};

export const ONLY_REMIND: readonly ControlAction[] = [NO_CONTROL];

const actionsOf = (accounts: readonly Capabilities[]): ControlAction[] => [
  ...[STOP, LIMIT, OFFLINE].filter((action) => accounts.some(NEEDS[action])),
  NO_CONTROL,
];

/** What some account of each carrier can be asked for; a carrier that is absent can only remind. */
export async function actionsByPlatform(ctx: Ctx): Promise<ReadonlyMap<Platform, readonly ControlAction[]>> {
  const able = await capabilitiesByPlatform(ctx);
  return new Map([...able].map(([platform, accounts]) => [platform, actionsOf(accounts)]));
}

/** What one account can be asked for; one that is off or not connected can only remind. */
export async function actionsOfAccount(ctx: Ctx, accountId: string): Promise<readonly ControlAction[]> {
  const account = await accountBeyondScope(ctx, accountId);
  if (!account || account.state === 'off' || account.credentials === null) return ONLY_REMIND;
  const adapter = adapterOfAccount(account);
  return isConnected(adapter) ? actionsOf([adapter.capabilities]) : ONLY_REMIND;
}
