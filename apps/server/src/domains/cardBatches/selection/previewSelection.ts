import { CARD_ACTIONS, type CardAction, type SelectionSource } from '@cardinal/contract/api/cardBatches/selection.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid, noPermission } from '@cardinal/contract/framework/standardRefusals.ts';
import { guardOfAction } from '@cardinal/contract/permissions/batchActions.ts';
import { missing } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { isChangeAction, judgeChange, judgeLifting, namedReason, wishOf } from '../../cardCommands/face.ts';
import { isAllocating, judgeAllocation } from '../allocation/giving.ts';
import { judgeProduct } from '../editing/productVerdicts.ts';
import { type ActionParameters, checkParameters } from './actionParameters.ts';
import { broughtAction } from './batchAction.ts';
import { freezePreview } from './freezePreview.ts';
import { channelOf, notOfferedBy, operationOf } from './offeredActions.ts';
import { resolveSource } from './selectionSource.ts';
import { aboutOf } from './selectionStore.ts';
import type { Bounds, FactGroup } from './selectionVerdicts.ts';

export type PreviewInput = { action: CardAction; source: SelectionSource; parameters: ActionParameters };

/** Any identifier of the action opens it; which kinds of card it then reaches follows from the list's own permissions. */
export function admitAction(ctx: Ctx, action: CardAction): void {
  if (!CARD_ACTIONS[action].some((permission) => holds(ctx.actor, permission))) throw new Refused(noPermission);
}

/** What of an action the actor's permissions and the carriers' interfaces leave. */
export async function boundsOf(ctx: Ctx, action: CardAction, groups: readonly FactGroup[]): Promise<Bounds> {
  const ids = [...new Set(groups.map((group) => group.carrierAccountId))];
  const channels = await Promise.all(ids.map(async (id) => [id, await channelOf(ctx, id)] as const));
  const refused = new Map(channels.map(([id, channel]) => [id, notOfferedBy(ctx, channel, action)]));
  return {
    mayTouch: (kind) => guardOfAction(action, kind).some((permission) => holds(ctx.actor, permission)),
    notOffered: (id) => refused.get(id),
    isAsking: operationOf(ctx, action) !== undefined,
    needsLine: action === 'edit_service_period' || (broughtAction(ctx, action)?.needsLine ?? false),
  };
}

/** What the source was, for whoever reads the task later; a long pasted list keeps its beginning. */
const remembered = (source: SelectionSource): SelectionSource =>
  source.kind === 'list' ? { ...source, text: source.text.slice(0, 200) } : source;

/** How an action that is about something of our own judges cards by it. */
export async function judgeOf(
  ctx: Ctx,
  action: CardAction,
  parameters: ActionParameters,
  groups: readonly FactGroup[],
) {
  if (isAllocating(action)) {
    const { customerId } = accountOf(ctx);
    return judgeAllocation(ctx, { action, parameters, customerId }, groups);
  }
  if (action === 'change_product') return judgeProduct(ctx, String(parameters.productCode), groups);
  if (action === 'lift_forced_stop') return judgeLifting;
  if (isChangeAction(action)) return judgeChange(ctx, wishOf(action, parameters), groups);
  return broughtAction(ctx, action)?.judge?.(ctx, parameters, groups);
}

/** Freezes «which cards» for an action, as the asker names them. */
export async function previewSelection(ctx: Ctx, { action, source, parameters }: PreviewInput) {
  admitAction(ctx, action);
  await checkParameters(ctx, action, parameters);
  if (action === 'edit_remark' && parameters.remark === undefined && source.kind !== 'file') {
    throw new Refused(invalid, {}, [{ field: 'parameters.remark', text: missing.text }]);
  }
  const preview = await freezePreview(ctx, {
    action,
    parameters,
    source: remembered(source),
    ...(await resolveSource(ctx, source)),
    about: aboutOf(ctx, action, parameters),
    boundsOf: async (groups) => ({
      ...(await boundsOf(ctx, action, groups)),
      judge: await judgeOf(ctx, action, parameters, groups),
      stopReason: namedReason(action, parameters.stopReason),
    }),
  });
  if (parameters.imei && preview.willTouch > 1) {
    const words = text('一个 IMEI 只能绑定一张卡', 'An IMEI can be bound to one card only');
    throw new Refused(invalid, {}, [{ field: 'parameters.imei', text: words }]);
  }
  const most = broughtAction(ctx, action)?.most;
  if (most && preview.willTouch > most.cards) throw new Refused(most.refusal, { max: most.cards });
  return preview;
}
