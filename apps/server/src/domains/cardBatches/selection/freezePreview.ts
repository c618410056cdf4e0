import type { CardAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { selectCardFirst } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { type RawBuilder, sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { limitsOf } from '../../settings/face.ts';
import type { Parameters } from '../../tasks/face.ts';
import type { ResolvedSource } from './selectionSource.ts';
import { freezeItems, freezeUnknown, groupsOf, readStoredPreview, totalsOf } from './selectionStore.ts';
import { type Bounds, type FactGroup, NOT_FOUND, NOT_FOUND_WORDS, verdictsOf } from './selectionVerdicts.ts';
import type { StoredSource } from './sourceText.ts';

export type ToFreeze = ResolvedSource & {
  readonly action: CardAction;
  readonly parameters: Parameters;
  /** Where the cards came from, for the start and for whoever reads the task later. */
  readonly source: StoredSource;
  /** What of our own the cards are judged by, as a text of each (alias `c`). */
  readonly about: RawBuilder<string>;
  readonly boundsOf: (groups: readonly FactGroup[]) => Promise<Bounds>;
};

/** A million cards take longer than any question may. */
const MOST_MS = 60_000;

/**
 * Freezes «which cards»: every card is written down with its verdict, so that what runs is exactly what was shown. Cards
 * alike get the same verdict, decided once; the rows themselves never leave the database.
 */
export async function freezePreview(ctx: Ctx, { action, parameters, source, cards, asked, about, boundsOf }: ToFreeze) {
  const account = accountOf(ctx);
  const { previewMinutes } = await limitsOf(ctx.db);
  const now = ctx.clock.now();
  const previewId = ctx.ids.next();
  await sql`set local statement_timeout = ${sql.lit(MOST_MS)}`.execute(ctx.db);
  const groups = await groupsOf(cards, now, about);
  const verdicts = verdictsOf(action, groups, await boundsOf(groups));
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
    })
    .execute();
  const counts = await freezeItems(ctx, previewId, cards, verdicts, about);
  const unknown = asked ? await freezeUnknown(ctx, previewId, asked) : 0;
  if (unknown > 0) counts.skipped[NOT_FOUND] = unknown;
  const { willTouch, willSkip } = totalsOf(counts);
  if (willTouch + willSkip === 0) throw new Refused(selectCardFirst);
  await ctx.db
    .updateTable('card_batches.selection_preview')
    .set({ counts: JSON.stringify(counts), will_touch: willTouch, will_skip: willSkip })
    .where('id', '=', previewId)
    .execute();
  return readStoredPreview(ctx, previewId);
}
