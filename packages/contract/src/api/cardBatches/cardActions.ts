import { ruled } from '@cardinal/primitives/problem.ts';
import * as z from 'zod';
import { identifiersOfAction } from '../../permissions/batchActions.ts';
import type { PermissionId } from '../../permissions/permission.ts';
import { ACTION_OUTSIDE_KIND, type ActionCode } from '../../tasks/taskCatalogue.ts';
import { ALLOCATION_ACTIONS } from '../cardAllocations/batchActions.ts';
import { COMMAND_ACTIONS } from '../cardCommands/batchActions.ts';
import { LOOKUP_ACTIONS } from '../cardLookups/batchActions.ts';
import { SYNC_ACTIONS } from '../carrierSync/batchActions.ts';
import { FLOW_POOL_ACTIONS } from '../flowPools/batchActions.ts';
import { ORDER_ACTIONS, REFUND_ACTIONS, WALLET_ACTIONS } from '../orders/batchActions.ts';
import { POOL_ACTIONS } from '../pools/batchActions.ts';
import { LOCAL_ACTIONS } from './batchActions.ts';

/** The actions on one or many cards, from the module of each room that does some; titles and permissions follow from the code. */
const CODES = [
  ...COMMAND_ACTIONS,
  ...LOCAL_ACTIONS,
  ...ALLOCATION_ACTIONS,
  ...LOOKUP_ACTIONS,
  ...SYNC_ACTIONS,
  ...ORDER_ACTIONS,
  ...REFUND_ACTIONS,
  ...WALLET_ACTIONS,
  ...POOL_ACTIONS,
  ...FLOW_POOL_ACTIONS,
] as const satisfies readonly ActionCode[];
export type CardAction = (typeof CODES)[number];
export const cardActionSchema = z.enum(CODES);

/** The permissions any of which allows an action, in bulk and on one card; each names the kinds of card it covers. */
export const CARD_ACTIONS = Object.fromEntries(
  CODES.map((action) => [action, identifiersOfAction(action)]),
) as unknown as Readonly<Record<CardAction, readonly [PermissionId, ...PermissionId[]]>>;

/** An action that cannot be started on cards is refused as an unknown kind. */
export const askedActionSchema = z
  .string()
  .check(ruled((action: string) => (Object.hasOwn(CARD_ACTIONS, action) ? undefined : { text: ACTION_OUTSIDE_KIND })))
  .meta({ enum: CODES })
  .pipe(cardActionSchema);
