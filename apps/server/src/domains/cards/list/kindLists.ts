import { type readSilence as endpoint, SILENCE_BANDS } from '@cardinal/contract/api/cards/cardList.ts';
import { CardKind } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { AnyQuery, Dataset } from '../../../framework/dataset.ts';
import { cardDataset } from './cardDataset.ts';
import { cardRollup } from './cardRollup.ts';

const { voice, nb } = CardKind.values;

const ofKind = (kind: CardKind): Dataset => ({
  ...cardDataset,
  from: (ctx) => ctx.db.selectFrom('cards.card as c').where('c.kind', '=', kind) as unknown as AnyQuery,
  rollup: cardRollup(() => [kind]),
});

export const voiceDataset: Dataset = ofKind(voice);
export const nbDataset: Dataset = ofKind(nb);

/** How long the NB cards in use have been silent. */
export async function readSilence(ctx: Ctx): Promise<AnswerOf<typeof endpoint>> {
  const now = ctx.clock.now();
  const at = sql.ref('c.last_session_at');
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const bands = SILENCE_BANDS.map(({ from, to }, place) => {
    const before = from === 0 ? sql`true` : sql`${at} <= ${daysAgo(from)}`;
    const after = to === null ? sql`true` : sql`${at} > ${daysAgo(to + 1)}`;
    return sql<string>`count(${at}) filter (where ${before} and ${after})`.as(`band${place}`);
  });
  const row: Record<string, string> = await ctx.db
    .selectFrom('cards.card as c')
    .select([...bands, sql<string>`count(*) filter (where ${at} is null)`.as('never')])
    .where('c.kind', '=', nb)
    .where('c.lifecycle', '=', 'activated')
    .executeTakeFirstOrThrow();
  return {
    bands: SILENCE_BANDS.map((_, place) => Number(row[`band${place}`])),
    neverOnline: Number(row['never']),
    asOf: now.toISOString(),
  };
}
