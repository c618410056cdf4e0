import { CARD_ACTIONS, type CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import type { readAsked as endpoint } from '@cardinal/contract/api/cardBatches/selection.ts';
import { taskNotCopied } from '@cardinal/contract/api/tasks/tasks.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { Ctx } from '../../../framework/context.ts';
import { type Json, taskToCopy } from '../../tasks/face.ts';
import { parametersIn, parametersTaken } from './actionParameters.ts';
import { assertMayStart } from './previewSelection.ts';
import type { StoredSource } from './sourceText.ts';

type Asked = AnswerOf<typeof endpoint>;

const ASKED_ANEW: readonly StoredSource['kind'][] = ['filter', 'listed', 'segment', 'set'];

/** The source as a task stores it: only if it can be queried again. */
export const askableAgain = (source: StoredSource): Json | undefined =>
  ASKED_ANEW.includes(source.kind) ? (source as Json) : undefined;

/** The query behind a task: its action, parameters and cards. Refused without permission for the action. */
export async function readAsked(ctx: Ctx, { taskId }: QueryOf<typeof endpoint>): Promise<Asked> {
  const task = await taskToCopy(ctx, taskId);
  if (!Object.hasOwn(CARD_ACTIONS, task.action)) throw new Refused(taskNotCopied);
  const action = task.action as CardAction;
  assertMayStart(ctx, action);
  return {
    action,
    source: (task.source as Asked['source'] | null) ?? { kind: 'task', taskId: task.id },
    parameters: parametersTaken(action, parametersIn(ctx.language, task.parameters)),
    total: task.total,
  };
}
