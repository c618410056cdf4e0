import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import type { Ctx } from '../../../framework/context.ts';
import { type Capabilities, capabilitiesByPlatform } from '../../carriers/face.ts';

const { STOP, LIMIT, OFFLINE, NO_CONTROL } = ControlAction.values;

/** Whether some account can be asked for it; a reminder asks no carrier. */
const NEEDS: Readonly<Record<ControlAction, (account: Capabilities) => boolean>> = {
  [STOP]: ({ operations, statusActions }) => operations.includes('setStatus') && statusActions.includes('stop_card'),
  [LIMIT]: ({ speeds = [] }) => speeds.length > 0,
  [OFFLINE]: ({ operations, services = [] }) => operations.includes('setService') && services.includes('data'),
  [NO_CONTROL]: () => true,
};

const actionsOf = (accounts: readonly Capabilities[]): ControlAction[] =>
  [STOP, LIMIT, OFFLINE].filter((action) => accounts.some(NEEDS[action]));

/** The actions rules of each carrier can have; a carrier that is absent can only remind. */
export async function actionsByPlatform(ctx: Ctx): Promise<ReadonlyMap<Platform, readonly ControlAction[]>> {
  const able = await capabilitiesByPlatform(ctx);
  return new Map([...able].map(([platform, accounts]) => [platform, [...actionsOf(accounts), NO_CONTROL]]));
}

export const ONLY_REMIND: readonly ControlAction[] = [NO_CONTROL];
