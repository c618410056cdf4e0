import { type ActionCode, TaskType } from '@cardinal/contract/tasks/taskCatalogue.ts';
import type { Language, Text } from '@cardinal/primitives/text.ts';
import type { Expression } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { extensionMap } from '../../../framework/contributions.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type Parameters = { readonly [key: string]: Json };

/** A target of a task. */
export type NewItem = {
  /** Its readable identifier: an ICCID, an EID, a row number. Unique within the task. */
  readonly target: string;
  /** Its row in the room that owns it. */
  readonly targetId?: string | undefined;
  /** What runs or pauses together, such as the cards of one carrier account. */
  readonly lane?: string | undefined;
  /** What the action needs to know about this item besides the task's parameters. */
  readonly details?: Json | undefined;
};

/**
 * A query on the starter's own scoped handle, inserted directly into the items in its order: for 100,000 rows and more. Its
 * columns are `target`, `target_id`, `lane` and `details` (jsonb or null).
 */
export type SelectedItems = {
  readonly select: Expression<{ target: string; target_id: string | null; lane: string; details: unknown }>;
};
export type Items = Iterable<NewItem> | AsyncIterable<NewItem> | SelectedItems;

/** The result of an item, or its present state. */
export type Outcome =
  /** `amount` is its cost in minor units. */
  | {
      readonly kind: 'done';
      readonly reference?: string | undefined;
      readonly words?: Text | undefined;
      readonly before?: Json | undefined;
      readonly after?: Json | undefined;
      readonly amount?: string | undefined;
    }
  | { readonly kind: 'failed'; readonly code: string; readonly words: Text; readonly reference?: string | undefined }
  | { readonly kind: 'skipped'; readonly code: string; readonly words: Text }
  /** Requested from the carrier; `settleItems` reports the result later. */
  | { readonly kind: 'confirming'; readonly reference?: string | undefined }
  /** Nothing was done: it waits for another batch, and no attempt is counted. */
  | { readonly kind: 'again' };

export type RunningTask = {
  readonly id: string;
  readonly taskNo: string;
  readonly action: ActionCode;
  readonly title: Text;
  readonly customerId: string;
  readonly accountId: string | null;
  readonly accountName: string;
  readonly language: Language;
  readonly parameters: Parameters;
  readonly parentTaskId: string | null;
  /** The task it undoes. */
  readonly undoesTaskId: string | null;
};

export type LeasedItem = {
  readonly seq: number;
  readonly target: string;
  readonly targetId: string | null;
  readonly details: Json;
  /** How often it was started before without a result. */
  readonly attempts: number;
  readonly reference: string | null;
};

/** A leased batch: a few items of one lane of one task, held by this worker alone. */
export type LeasedBatch = {
  readonly task: RunningTask;
  readonly lane: string;
  readonly items: readonly LeasedItem[];
  /** Since when the lane has been blocked; null if the last batch got through. */
  readonly heldSince: Date | null;
  /** Fires if the task is paused or cancelled, the lease is lost or the program stops: start no further item. */
  readonly signal: AbortSignal;
  /** Records an outcome; written in bulk within half a second. For effects outside our database. */
  readonly settle: (item: LeasedItem, outcome: Outcome) => void;
  /** Writes outcomes in the caller's transaction: effect and outcome together or not at all. Throws `LeaseLost`. */
  readonly settleIn: (ctx: Ctx, outcomes: readonly (readonly [LeasedItem, Outcome])[]) => Promise<void>;
  /** Holds the lane until `until`, because a carrier is down or paused. Unfinished items wait, no attempt is counted. */
  readonly holdLane: (until: Date, reason: Text) => void;
};

/**
 * How a finished task is undone: by a task of one of these actions, or why never. Its items then record `before` and `after`
 * with what the undo needs.
 */
export type WayBack = { readonly by: readonly [ActionCode, ...ActionCode[]] } | { readonly never: Text };

type Declared = {
  readonly action: ActionCode;
  /** Any of these permits a person to start, retry or copy it; empty: only the system and its own screen may. */
  readonly permissions: readonly string[];
  /** Whoever lets such a task pass holds this permission. */
  readonly checkedWith?: string;
  /** The address where that is done; left out: the list of tasks. */
  readonly checkedAt?: string;
  /** Advice for failures with this code, for the list of failures. */
  readonly advice?: (code: string) => Text | undefined;
  /** Called once, in the transaction that finishes the last open item; also after a cancel. */
  readonly finished?: (ctx: Ctx, task: RunningTask) => Promise<void>;
  /** Absent: there is nothing to undo. */
  readonly undo?: WayBack;
};

/**
 * An action applied to items one by one. `ctx` has the present scope of the task's customer and all permissions: the starter's
 * permissions were checked at the start.
 */
export type ItemAction = Declared & {
  readonly mode: 'items';
  /** Items per leased batch: what can be done within about five seconds. */
  readonly chunkSize: number;
  /** Concurrent batches of one named lane, over all tasks. */
  readonly batchesPerLane: number;
  /** Local work without a carrier: items are spread over several lanes, whatever lanes they name. */
  readonly isLocal?: true;
  /** Selects the items if the starter left that to the action; may run again after a kill, all or nothing. */
  readonly load?: (ctx: Ctx, task: RunningTask) => Promise<Items>;
  readonly run: (ctx: Ctx, batch: LeasedBatch) => Promise<void>;
  /**
   * The worker that had started these items died: determine the result of each and settle it, with `again` if nothing was done.
   * Without this function every item counts as not done, which is right only for effects written with `settleIn`.
   */
  readonly recover?: (ctx: Ctx, batch: LeasedBatch) => Promise<void>;
  /** Maximum items per second of the lane, for estimating the end. */
  readonly pace?: (ctx: Ctx, lane: string) => Promise<number | undefined>;
};

/** The work of an action that records its own progress, such as an import or an export. */
export type WholeWork = {
  readonly task: RunningTask;
  readonly signal: AbortSignal;
  /** The checkpoint of the last `advance`, or null on the first run. */
  readonly checkpoint: Json;
  /** Sets the total amount of work, once it is known. */
  readonly expect: (ctx: Ctx, total: number) => Promise<void>;
  /** Adds to the counters and stores the checkpoint in the caller's transaction. Throws `LeaseLost`. */
  readonly advance: (
    ctx: Ctx,
    step: { done?: number; failed?: number; skipped?: number; checkpoint?: Json },
  ) => Promise<void>;
};

/** An action that is one piece of work. It may be run again from its checkpoint; a `Refused` it throws fails the task. */
export type WholeAction = Declared & {
  readonly mode: 'whole';
  /** How many such tasks run at the same time, over all customers. */
  readonly atOnce: number;
  readonly run: (ctx: Ctx, work: WholeWork) => Promise<void>;
};
export type TaskAction = ItemAction | WholeAction;

/** Another worker holds the items now: stop, and write nothing. */
export class LeaseLost extends Error {
  constructor() {
    super('another worker has taken over');
    this.name = 'LeaseLost';
  }
}

export const itemAction = (
  spec: Omit<ItemAction, 'mode' | 'chunkSize' | 'batchesPerLane'> &
    Partial<Pick<ItemAction, 'chunkSize' | 'batchesPerLane'>>,
): ItemAction => ({ mode: 'items', chunkSize: 20, batchesPerLane: 2, ...spec });

export const wholeAction = (spec: Omit<WholeAction, 'mode' | 'atOnce'> & { atOnce?: number }): WholeAction => ({
  mode: 'whole',
  atOnce: 2,
  ...spec,
});

/** Rooms contribute the actions they carry out; tasks itself defines none. */
export const taskActions = extensionMap('tasks.taskActions', ({ action }: TaskAction) => action);

/** The action of a code; a task without an executable action could never end. */
export function actionOf(ctx: Ctx, code: ActionCode): TaskAction {
  const found = findAction(ctx, code);
  if (!found) throw new Error(`No room carries out ${code} (${TaskType.labelOf(TaskType.values[code]).en})`);
  return found;
}

export const findAction = (ctx: Ctx, code: string): TaskAction | undefined =>
  ctx.contributed(taskActions).get(code as ActionCode);
