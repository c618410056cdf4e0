import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import type * as api from '@cardinal/contract/api/openApi/interfaces.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { Ctx } from '../../framework/context.ts';
import { previewSelection, startAction } from '../cardBatches/face.ts';

type Preview = Awaited<ReturnType<typeof previewSelection>>;

/**
 * Starts an action on individually named cards as the console does: freezes the selection, then starts a task, unless `refuse` does.
 */
export async function startOn(
  ctx: Ctx,
  action: CardAction,
  iccids: readonly string[],
  parameters: Parameters<typeof previewSelection>[1]['parameters'],
  refuse?: (preview: Preview) => void,
): Promise<{ accepted: AnswerOf<typeof api.openStop>; money: Preview['money'] }> {
  const preview = await previewSelection(ctx, { action, source: { kind: 'named', iccids }, parameters });
  refuse?.(preview);
  // Naming every card implies the count, so no confirmation is needed.
  const { taskId, taskNo, total } = await startAction(ctx, {
    previewId: preview.previewId,
    typedCount: preview.willTouch,
  });
  return { accepted: { taskId, taskNo, total, skipped: preview.skipped }, money: preview.money };
}
