import { ruled } from '@cardinal/primitives/problem.ts';
import * as z from 'zod';
import { identifiersOfAction } from '../../permissions/batchActions.ts';
import type { PermissionId } from '../../permissions/permission.ts';
import { ACTION_OUTSIDE_KIND } from '../../tasks/taskCatalogue.ts';
import { commandActions } from '../cardCommands/batchActions.ts';
import { lookupActions } from '../cardLookups/batchActions.ts';
import { syncActions } from '../carrierSync/batchActions.ts';
import { localActions } from './batchActions.ts';
import { allActions, type CardActionDeclarations, type ParametersIn } from './declareActions.ts';

/** Every action on one or many cards, from the module of the room that does it: a room adds its own here. */
const DECLARED = allActions(commandActions, localActions, lookupActions, syncActions);

type Declared = typeof DECLARED;
export type CardAction = keyof Declared;
const CODES = Object.keys(DECLARED) as CardAction[];
export const cardActionSchema = z.enum(CODES);

/** An action that cannot be started on cards is refused as an unknown kind. */
export const askedActionSchema = z
  .string()
  .check(ruled((action: string) => (Object.hasOwn(DECLARED, action) ? undefined : { text: ACTION_OUTSIDE_KIND })))
  .meta({ enum: CODES })
  .pipe(cardActionSchema);

type Parameters = ParametersIn<Declared>;
export type ParameterName = keyof Parameters;

/** The names of the parameters an action requires, and of the others it takes. */
export function takenBy(action: CardAction) {
  const { required = {}, optional = {} } = (DECLARED as CardActionDeclarations)[action] ?? {};
  return { required: Object.keys(required), optional: Object.keys(optional) } as {
    readonly required: readonly ParameterName[];
    readonly optional: readonly ParameterName[];
  };
}

const SHAPE = Object.fromEntries(
  Object.values(DECLARED as CardActionDeclarations).flatMap(({ required, optional }) =>
    Object.entries({ ...required, ...optional }).map(([name, schema]) => [name, schema.optional()]),
  ),
) as { readonly [N in ParameterName]: z.ZodOptional<Parameters[N]> };

/** The parameters of all actions; each action refuses those of others. */
export const actionParametersSchema = z.strictObject(SHAPE);

/** The permissions any of which allows an action, in bulk and on one card; each names the kinds of card it covers. */
export const CARD_ACTIONS = Object.fromEntries(
  CODES.map((action) => [action, identifiersOfAction(action)]),
) as unknown as Readonly<Record<CardAction, readonly [PermissionId, ...PermissionId[]]>>;
