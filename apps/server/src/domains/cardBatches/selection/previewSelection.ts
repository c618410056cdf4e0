import type { ActionParameters } from '@cardinal/contract/api/cardBatches/actionParameters.ts';
import { CARD_ACTIONS, type CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import type { SelectionSource } from '@cardinal/contract/api/cardBatches/selection.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid, noPermission } from '@cardinal/contract/framework/standardRefusals.ts';
import { missing } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import { type Ctx, holds } from '../../../framework/context.ts';
import { checkParameters } from './actionParameters.ts';
import { batchAction } from './batchAction.ts';
import { freezePreview } from './freezePreview.ts';
import { resolveSource } from './selectionSource.ts';
import type { NamedSource } from './sourceText.ts';

export type PreviewInput = {
  action: CardAction;
  source: SelectionSource | NamedSource;
  parameters: ActionParameters;
};

/** Any permission of the action admits it; which kinds of card it reaches follows from the list's own permissions. */
export function assertMayStart(ctx: Ctx, action: CardAction): void {
  if (!CARD_ACTIONS[action].some((permission) => holds(ctx.actor, permission))) throw new Refused(noPermission);
}

/** The source as readers of the task see it; a long list is cut. */
function remembered(source: PreviewInput['source']): PreviewInput['source'] {
  if (source.kind === 'list') return { ...source, text: source.text.slice(0, 200) };
  return source.kind === 'named' ? { ...source, iccids: source.iccids.slice(0, 10) } : source;
}

/** Freezes the selection the caller describes for an action. */
export async function previewSelection(ctx: Ctx, { action, source, parameters }: PreviewInput) {
  assertMayStart(ctx, action);
  await checkParameters(ctx, action, parameters);
  if (action === 'edit_remark' && parameters.remark === undefined && source.kind !== 'file') {
    throw new Refused(invalid, {}, [{ field: 'parameters.remark', text: missing.text }]);
  }
  const preview = await freezePreview(ctx, {
    action,
    parameters,
    source: remembered(source),
    ...(await resolveSource(ctx, action, source)),
  });
  if (parameters.imei && preview.willTouch > 1) {
    const words = text('一个 IMEI 只能绑定一张卡', 'An IMEI can be bound to one card only');
    throw new Refused(invalid, {}, [{ field: 'parameters.imei', text: words }]);
  }
  const { most } = batchAction(ctx, action);
  // Of a list no more are frozen, so that what is skipped counts too.
  const cards = preview.willTouch + (source.kind === 'listed' ? preview.willSkip : 0);
  if (most && cards > most.cards) throw new Refused(most.refusal, { max: most.cards });
  return preview;
}
