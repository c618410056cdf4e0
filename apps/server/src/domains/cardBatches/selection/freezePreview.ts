import type { ActionParameters } from '@cardinal/contract/api/cardBatches/actionParameters.ts';
import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { selectCardFirst } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { guardOfAction } from '@cardinal/contract/permissions/batchActions.ts';
import { type RawBuilder, sql } from 'kysely';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { limitsOf } from '../../settings/face.ts';
import type { Parameters } from '../../tasks/face.ts';
import { batchAction, moneyNow } from './batchAction.ts';
import { channelOf, notOfferedBy } from './offeredActions.ts';
import type { ResolvedSource } from './selectionSource.ts';
import {
  countsOf,
  freezeItems,
  freezeUnknown,
  gatherFacts,
  groupsOf,
  readStoredPreview,
  totalsOf,
} from './selectionStore.ts';
import {
  type Bounds,
  type FactGroup,
  type Judge,
  NOT_FOUND,
  NOT_FOUND_WORDS,
  verdictsOf,
} from './selectionVerdicts.ts';
import { originOf, type StoredSource } from './sourceText.ts';

export type ToFreeze = ResolvedSource & {
  readonly action: CardAction;
  readonly parameters: Parameters;
  /** Where the cards came from; needed by the start and by readers of the task. */
  readonly source: StoredSource;
  /** What of our own the cards are judged by, as a text of each (alias `c`), and how: as the action says, unless given. */
  readonly about?: RawBuilder<string>;
  readonly judge?: (groups: readonly FactGroup[], unasked: Judge) => Promise<Judge>;
};

/** A million cards take longer than the usual statement timeout. */
const MOST_MS = 60_000;

/** How the actor's permissions and the carriers' interfaces limit an action. */
async function boundsOf(
  ctx: Ctx,
  { action, parameters, judge }: ToFreeze,
  groups: readonly FactGroup[],
): Promise<Bounds> {
  const own = batchAction(ctx, action);
  const ids = [...new Set(groups.map((group) => group.carrierAccountId))];
  const channels = await Promise.all(ids.map(async (id) => [id, await channelOf(ctx, id)] as const));
  const refused = new Map(channels.map(([id, channel]) => [id, notOfferedBy(ctx, channel, action)]));
  /** One key per sentence: accounts that are not connected are told apart from those that lack the operation. */
  const unasked: Judge = ({ carrierAccountId }) => {
    const words = refused.get(carrierAccountId);
    return words && { key: `notOffered:${words.en}`, words };
  };
  const judged = judge ? judge(groups, unasked) : own.judge?.(ctx, parameters as ActionParameters, groups, unasked);
  return {
    mayTouch: (kind) => guardOfAction(action, kind).some((permission) => holds(ctx.actor, permission)),
    needsLine: own.needsLine ?? false,
    judge: (await judged) ?? unasked,
  };
}

/**
 * Freezes a selection: every card is stored with its verdict, so that exactly what was shown is what runs. Equal cards share
 * one verdict, decided once; the rows never leave the database.
 */
export async function freezePreview(ctx: Ctx, toFreeze: ToFreeze) {
  const { action, parameters, source, cards, asked } = toFreeze;
  const about = toFreeze.about ?? batchAction(ctx, action).about?.(ctx, parameters) ?? sql<string>`''`;
  const account = accountOf(ctx);
  const { previewMinutes } = await limitsOf(ctx.db);
  const now = ctx.clock.now();
  const previewId = ctx.ids.next();
  await sql`set local statement_timeout = ${sql.lit(MOST_MS)}`.execute(ctx.db);
  const facts = await gatherFacts(ctx, previewId, cards, about);
  const groups = await groupsOf(ctx, facts);
  const verdicts = verdictsOf(groups, await boundsOf(ctx, toFreeze, groups));
  const words = Object.fromEntries([...verdicts.map(({ key, words }) => [key, words]), [NOT_FOUND, NOT_FOUND_WORDS]]);
  await ctx.db
    .insertInto('card_batches.selection_preview')
    .values({
      id: previewId,
      account_id: account.accountId,
      customer_id: account.customerId,
      action,
      parameters: JSON.stringify(parameters),
      source: JSON.stringify(source),
      verdicts: JSON.stringify(words),
      created_at: now,
      expires_at: new Date(now.getTime() + previewMinutes * 60_000),
      used_task_id: null,
      money: null,
    })
    .execute();
  await freezeItems(ctx, previewId, facts, verdicts);
  const counts = countsOf(groups, verdicts);
  const unknown = asked ? await freezeUnknown(ctx, previewId, asked) : 0;
  if (unknown > 0) counts.skipped[NOT_FOUND] = unknown;
  const { willTouch, willSkip } = totalsOf(counts);
  if (willTouch + willSkip === 0) throw new Refused(selectCardFirst);
  const plan = willTouch > 0 ? await moneyNow(ctx, action, parameters, counts.alike, originOf(source)) : null;
  await ctx.db
    .updateTable('card_batches.selection_preview')
    .set({
      counts: JSON.stringify(plan ? counts : { ...counts, alike: [] }),
      will_touch: willTouch,
      will_skip: willSkip,
      money: plan && JSON.stringify(plan),
    })
    .where('id', '=', previewId)
    .execute();
  return readStoredPreview(ctx, previewId);
}
