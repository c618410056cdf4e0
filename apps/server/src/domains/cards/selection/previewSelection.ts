import { selectCardFirst } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { CARD_ACTIONS, type CardAction, type SelectionSource } from '@cardinal/contract/api/cards/selection.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid, noPermission } from '@cardinal/contract/framework/standardRefusals.ts';
import { guardOfAction } from '@cardinal/contract/permissions/batchActions.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { limitsOf } from '../../settings/face.ts';
import { judgeProduct } from '../product/productVerdicts.ts';
import { type ActionParameters, checkParameters } from './actionParameters.ts';
import { channelOf, notOfferedBy } from './offeredActions.ts';
import { resolveSource } from './selectionSource.ts';
import { freezeItems, freezeUnknown, groupsOf, readStoredPreview, totalsOf } from './selectionStore.ts';
import { type Bounds, type FactGroup, NOT_FOUND, NOT_FOUND_WORDS, verdictsOf } from './selectionVerdicts.ts';

export type PreviewInput = { action: CardAction; source: SelectionSource; parameters: ActionParameters };

/** Any identifier of the action opens it; which kinds of card it then reaches follows from the list's own permissions. */
export function admitAction(ctx: Ctx, action: CardAction): void {
  if (!CARD_ACTIONS[action].some((permission) => holds(ctx.actor, permission))) throw new Refused(noPermission);
}

/** What of an action the actor's permissions and the carriers' interfaces leave. */
async function boundsOf(ctx: Ctx, { action, parameters }: PreviewInput, groups: readonly FactGroup[]): Promise<Bounds> {
  const ids = [...new Set(groups.map((group) => group.carrierAccountId))];
  const channels = await Promise.all(ids.map(async (id) => [id, await channelOf(ctx, id)] as const));
  const refused = new Map(channels.map(([id, channel]) => [id, notOfferedBy(channel, action)]));
  return {
    mayTouch: (kind) => guardOfAction(action, kind).some((permission) => holds(ctx.actor, permission)),
    notOffered: (id) => refused.get(id),
    judge: action === 'change_product' ? await judgeProduct(ctx, String(parameters.productCode), groups) : undefined,
  };
}

/** A million cards take longer than any question may. */
const MOST_MS = 60_000;

/** What the source was, for whoever reads the task later; a long pasted list keeps its beginning. */
const remembered = (source: SelectionSource) =>
  JSON.stringify(source.kind === 'list' ? { ...source, text: source.text.slice(0, 200) } : source);

/**
 * Freezes «which cards»: every card is written down with its verdict, so that what runs is exactly what was shown. Cards
 * alike get the same verdict, decided once; the rows themselves never leave the database.
 */
export async function previewSelection(ctx: Ctx, input: PreviewInput) {
  admitAction(ctx, input.action);
  const account = accountOf(ctx);
  await checkParameters(ctx, input.action, input.parameters);
  const { cards, asked } = await resolveSource(ctx, input.source);
  const { previewMinutes } = await limitsOf(ctx.db);
  const now = ctx.clock.now();
  const previewId = ctx.ids.next();
  await sql`set local statement_timeout = ${sql.lit(MOST_MS)}`.execute(ctx.db);
  const groups = await groupsOf(cards, now, input.action);
  const verdicts = verdictsOf(input.action, groups, await boundsOf(ctx, input, groups));
  const words = Object.fromEntries([...verdicts.map(({ key, words }) => [key, words]), [NOT_FOUND, NOT_FOUND_WORDS]]);
  await ctx.db
    .insertInto('cards.selection_preview')
    .values({
      id: previewId,
      account_id: account.accountId,
      customer_id: account.customerId,
      action: input.action,
      parameters: JSON.stringify(input.parameters),
      source: remembered(input.source),
      verdicts: JSON.stringify(words),
      created_at: now,
      expires_at: new Date(now.getTime() + previewMinutes * 60_000),
      used_task_id: null,
    })
    .execute();
  const counts = await freezeItems(ctx, previewId, cards, verdicts, input.action);
  const unknown = asked ? await freezeUnknown(ctx, previewId, asked) : 0;
  if (unknown > 0) counts.skipped[NOT_FOUND] = unknown;
  const { willTouch, willSkip } = totalsOf(counts);
  if (willTouch + willSkip === 0) throw new Refused(selectCardFirst);
  if (input.parameters.imei && willTouch > 1) {
    const words = text('一个 IMEI 只能绑定一张卡', 'One IMEI is bound to one card only');
    throw new Refused(invalid, {}, [{ field: 'parameters.imei', text: words }]);
  }
  await ctx.db
    .updateTable('cards.selection_preview')
    .set({ counts: JSON.stringify(counts), will_touch: willTouch, will_skip: willSkip })
    .where('id', '=', previewId)
    .execute();
  return readStoredPreview(ctx, previewId);
}
