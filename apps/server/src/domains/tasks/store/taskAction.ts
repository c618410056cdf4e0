import { type ActionCode, TaskType } from '@cardinal/contract/tasks/taskCatalogue.ts';
import type { Language, Text } from '@cardinal/primitives/text.ts';
import type { Expression } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { extensionMap } from '../../../framework/contributions.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type Parameters = { readonly [key: string]: Json };

/** Something a task is to be done to. */
export type NewItem = {
  /** What a person knows it by: an ICCID, an EID, a row number. Once per task. */
  readonly target: string;
  /** Its row in the room that owns it. */
  readonly targetId?: string | undefined;
  /** What goes on or stands still together, such as the cards of one carrier account. */
  readonly lane?: string | undefined;
  /** What the action needs to know of this one beside the task's parameters. */
  readonly details?: Json | undefined;
};

/**
 * A query built on the starter's own scoped handle and read straight into the items, in its order: for 100,000 and more.
 * Its columns are `target`, `target_id`, `lane` and `details` (jsonb or null).
 */
export type SelectedItems = {
  readonly select: Expression<{ target: string; target_id: string | null; lane: string; details: unknown }>;
};
export type Items = Iterable<NewItem> | AsyncIterable<NewItem> | SelectedItems;

/** How it ended for one item, or where it stands. */
export type Outcome =
  /** `amount` in minor units is what it cost. */
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
  /** Asked of the carrier; `settleItems` says later what became of it. */
  | { readonly kind: 'confirming'; readonly reference?: string | undefined }
  /** Nothing was done and nothing is lost: it waits for another turn and no attempt is counted. */
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
};

export type TurnItem = {
  readonly seq: number;
  readonly target: string;
  readonly targetId: string | null;
  readonly details: Json;
  /** Turns in which it was begun before this one and not settled. */
  readonly attempts: number;
  readonly reference: string | null;
};

/** A few items of one lane of one task, held by this worker alone. */
export type Turn = {
  readonly task: RunningTask;
  readonly lane: string;
  readonly items: readonly TurnItem[];
  /** Since when nothing of the lane could be asked; null where the last turn got through. */
  readonly heldSince: Date | null;
  /** Fires when the task is paused or cancelled, the lease is lost or the program stops: begin no further item. */
  readonly signal: AbortSignal;
  /** Notes an outcome; written in bulk within half a second. For effects outside our database. */
  readonly settle: (item: TurnItem, outcome: Outcome) => void;
  /** Writes outcomes in the caller's transaction: effect and outcome together or not at all. Throws `LeaseLost`. */
  readonly settleIn: (ctx: Ctx, outcomes: readonly (readonly [TurnItem, Outcome])[]) => Promise<void>;
  /** Nothing of this lane can go on before `until`: a carrier is down or paused. Items not settled wait, no attempt counted. */
  readonly holdLane: (until: Date, reason: Text) => void;
};

/**
 * How a finished task is taken back: by a task of one of these actions, or why never. Its items then say `before` and
 * `after`, each what the way back needs to know.
 */
export type WayBack = { readonly by: readonly [ActionCode, ...ActionCode[]] } | { readonly never: Text };

type Declared = {
  readonly action: ActionCode;
  /** Any of these lets a person start, retry or copy it; empty: nobody but the system and its own screen. */
  readonly permissions: readonly string[];
  /** What would help with failures of this code, for the list of failures. */
  readonly advice?: (code: string) => Text | undefined;
  /** Called once, in the transaction in which the last open item is settled; also after a cancel. */
  readonly finished?: (ctx: Ctx, task: RunningTask) => Promise<void>;
  /** Left out: there is nothing to take back. */
  readonly undo?: WayBack;
};

/**
 * An action done to items one by one. `ctx` sees what the task's customer sees today, with all permissions: what the
 * starter may do was decided when the task was started.
 */
export type ItemAction = Declared & {
  readonly mode: 'items';
  /** How many items one turn takes: what can be done within about five seconds. */
  readonly chunkSize: number;
  /** Turns of one named lane at the same time, over all tasks. */
  readonly turnsPerLane: number;
  /** Done here alone, without a carrier: items go through several lanes at once, whatever lanes they name. */
  readonly isLocal?: true;
  /** Says what the items are when the starter left that to the action; may run again after a kill, all or nothing. */
  readonly load?: (ctx: Ctx, task: RunningTask) => Promise<Items>;
  readonly run: (ctx: Ctx, turn: Turn) => Promise<void>;
  /**
   * The worker that had begun these items died: find out what became of each and settle it, with `again` where nothing
   * was done. Left out, every item is taken as not done, which is right only for effects written with `settleIn`.
   */
  readonly recover?: (ctx: Ctx, turn: Turn) => Promise<void>;
  /** Items a second the lane can take at most, for the estimate of the end. */
  readonly pace?: (ctx: Ctx, lane: string) => Promise<number | undefined>;
};

/** The work of an action that keeps its own account of what is done, such as an import or an export. */
export type WholeWork = {
  readonly task: RunningTask;
  readonly signal: AbortSignal;
  /** What the last `advance` kept, or null at the first run. */
  readonly checkpoint: Json;
  /** Says how much there is to do, once it is known. */
  readonly expect: (ctx: Ctx, total: number) => Promise<void>;
  /** Adds to the counters and keeps the checkpoint in the caller's transaction. Throws `LeaseLost`. */
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
  spec: Omit<ItemAction, 'mode' | 'chunkSize' | 'turnsPerLane'> &
    Partial<Pick<ItemAction, 'chunkSize' | 'turnsPerLane'>>,
): ItemAction => ({ mode: 'items', chunkSize: 20, turnsPerLane: 2, ...spec });

export const wholeAction = (spec: Omit<WholeAction, 'mode' | 'atOnce'> & { atOnce?: number }): WholeAction => ({
  mode: 'whole',
  atOnce: 2,
  ...spec,
});

/** A room contributes the actions it carries out; tasks themselves know none. */
export const taskActions = extensionMap('tasks.taskActions', ({ action }: TaskAction) => action);

/** The action behind a code; a task of an action nobody carries out could never end. */
export function actionOf(ctx: Ctx, code: ActionCode): TaskAction {
  const found = findAction(ctx, code);
  if (!found) throw new Error(`No room carries out ${code} (${TaskType.labelOf(TaskType.values[code]).en})`);
  return found;
}

export const findAction = (ctx: Ctx, code: string): TaskAction | undefined =>
  ctx.contributed(taskActions).get(code as ActionCode);
