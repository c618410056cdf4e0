import type { CardAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import type { Refusal } from '@cardinal/contract/framework/refusal.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { RawBuilder } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { extensionMap } from '../../../framework/contributions.ts';
import type { OperationName } from '../../carriers/face.ts';
import type { Parameters } from '../../tasks/face.ts';
import type { ActionParameters } from './actionParameters.ts';
import type { FactGroup } from './selectionVerdicts.ts';

/** A card of a batch, for whoever keeps something of its own beside the task. */
export type BatchCard = {
  readonly id: string;
  readonly iccid: string;
  readonly platform: number;
  readonly carrier_account_id: string;
};

/** A batch action that a later room brings: what it takes, and which cards it skips. The work itself is a task action. */
export type BatchAction = {
  readonly action: CardAction;
  /** The parameters it takes; anything else is refused. */
  readonly takes: {
    readonly required: readonly (keyof ActionParameters)[];
    readonly optional: readonly (keyof ActionParameters)[];
  };
  /** What the carrier is asked, where it is. Cards whose channel does not offer it are skipped. */
  readonly operation?: OperationName;
  /** Cancelled cards are skipped. */
  readonly needsLine?: boolean;
  /** More cards at once are refused, with `max` as the refusal's fact. */
  readonly most?: { readonly cards: number; readonly refusal: Refusal };
  /** What of our own it judges cards by, as a text of each (alias `c`). */
  readonly about?: (parameters: Parameters) => RawBuilder<string>;
  /** Why it skips cards of a group; `about` of the group is that text. */
  readonly judge?: (
    ctx: Ctx,
    parameters: ActionParameters,
    groups: readonly FactGroup[],
  ) => Promise<(group: FactGroup) => { key: string; words: Text } | undefined>;
  /** What is kept beside the started task, in its transaction. */
  readonly started?: (
    ctx: Ctx,
    task: { readonly id: string; readonly parameters: Parameters },
    cards: readonly BatchCard[],
  ) => Promise<void>;
};

export const batchActions = extensionMap<CardAction, BatchAction>('cardBatches.batchActions', ({ action }) => action);

/** The action as a later room brings it; undefined for those of this room and the ones before it. */
export const broughtAction = (ctx: Ctx, action: CardAction): BatchAction | undefined =>
  ctx.contributed(batchActions).get(action);
