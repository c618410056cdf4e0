import type { ActionParameters } from '@cardinal/contract/api/cardBatches/actionParameters.ts';
import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import type { Refusal } from '@cardinal/contract/framework/refusal.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { RawBuilder } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { extensionMap } from '../../../framework/contributions.ts';
import type { Dataset } from '../../../framework/dataset.ts';
import type { CardRow } from '../../cards/face.ts';
import type { OperationName } from '../../carriers/face.ts';
import type { Parameters } from '../../tasks/face.ts';
import { type CardGroup, type FrozenMoney, freezeMoney, type MoneyPlan } from './moneyPlan.ts';
import type { FactGroup, Judge } from './selectionVerdicts.ts';

/** A card of a batch, for a domain that keeps data of its own beside the task. */
export type BatchCard = {
  readonly id: string;
  readonly iccid: string;
  readonly platform: number;
  readonly carrier_account_id: string;
};

/** The task whose failed cards a batch repeats, or the one it undoes. */
export type Origin = { readonly repeats?: string | undefined; readonly undoes?: string | undefined };

/** The task of a batch, with the plan it was started at if it costs something. */
export type StartedBatch = {
  readonly id: string;
  /** Whose task it is. */
  readonly customerId: string;
  readonly parameters: Parameters;
  readonly money: FrozenMoney | null;
  /** The task whose failed cards it repeats. */
  readonly repeats?: string | undefined;
  /** The task it undoes. */
  readonly undoes?: string | undefined;
  /** Cards it was started without, for a reason whose key is this or begins so. */
  readonly skipped: (key: string) => Promise<readonly BatchCard[]>;
};

/** What selected cards can be asked or given: which cards are skipped, and what it costs. The work is a task action. */
export type BatchAction = {
  readonly action: CardAction;
  /** Refuses parameters that break no rule of their own but name what there is not. */
  readonly check?: (ctx: Ctx, parameters: ActionParameters) => Promise<void>;
  /** What the carrier is asked, where it is something else than a status. */
  readonly operation?: OperationName;
  /** A second person lets it pass, however few its cards are. */
  readonly needsCheck?: boolean;
  /** Cancelled cards are skipped. */
  readonly needsLine?: boolean;
  /** More cards at once are refused; `max` is part of the refusal. */
  readonly most?: { readonly cards: number; readonly refusal: Refusal };
  /** The list of cards it is started from; a selection of kind `listed` is a query of it. */
  readonly list?: { readonly endpoint: ListEndpoint; readonly rows: Dataset };
  /** The platform's own facts it judges cards by, as one text per card (alias `c`). */
  readonly about?: (ctx: Ctx, parameters: Parameters) => RawBuilder<string>;
  /**
   * Why it skips cards of a group; `about` of the group is that text. Its judge says where in its order a channel that does
   * not offer the action comes (`unasked`); without a judge this alone decides.
   */
  readonly judge?: (
    ctx: Ctx,
    parameters: ActionParameters,
    groups: readonly FactGroup[],
    unasked: Judge,
  ) => Judge | Promise<Judge>;
  /** What alone keeps a card from it, whatever its parameters; its judge then skips the card too. */
  readonly hinders?: (ctx: Ctx, card: CardRow) => Text | undefined;
  /**
   * What it costs the payer to do it to these cards, `about` telling them apart; the same groups give the same plan in the same
   * order. The preview freezes it, the start asks again and refuses where it has changed. `origin` names the task
   * it repeats or undoes.
   */
  readonly moneyPlan?: (
    ctx: Ctx,
    parameters: ActionParameters,
    groups: readonly CardGroup[],
    origin?: Origin,
  ) => Promise<MoneyPlan | null>;
  /** Refuses to undo a finished task of it, beyond what its cards say. */
  readonly checkUndo?: (ctx: Ctx, taskId: string) => Promise<void>;
  /** Writes its own data in the transaction that starts the task; with a money plan, it holds the total. */
  readonly started?: (ctx: Ctx, task: StartedBatch, cards: readonly BatchCard[]) => Promise<void>;
};

/** Every batch action, from the room that does it. */
export const batchActions = extensionMap<CardAction, BatchAction>('cardBatches.batchActions', ({ action }) => action);

export const batchAction = (ctx: Ctx, action: CardAction): BatchAction =>
  ctx.contributed(batchActions).get(action) ?? { action };

/** What an action costs at this moment, if it costs anything. */
export async function moneyNow(
  ctx: Ctx,
  action: CardAction,
  parameters: Parameters,
  groups: readonly CardGroup[],
  origin: Origin,
): Promise<FrozenMoney | null> {
  const plan = await batchAction(ctx, action).moneyPlan?.(ctx, parameters as ActionParameters, groups, origin);
  return plan ? freezeMoney(plan) : null;
}
