import type { revealPositions as revealEndpoint } from '@cardinal/contract/api/cardLookups/positioning.ts';
import { listPositions } from '@cardinal/contract/api/cardLookups/positioning.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { normalIccid, spellingsOf } from '@cardinal/primitives/iccid.ts';
import { say } from '@cardinal/primitives/text.ts';
import { DEFAULT_ZONE, startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import type { Tables } from '../../../framework/tables.ts';
import { type CardRow, sightsOfCards } from '../../cards/face.ts';
import { consenting } from './consents.ts';
import { openPosition } from './sealedPosition.ts';

/** The first of the month, in local time. */
function monthBegan(ctx: Ctx): Date {
  const { year, month } = wallTimeIn(DEFAULT_ZONE, ctx.clock.now());
  return startOfDay(DEFAULT_ZONE, { year, month, day: 1 });
}

/** Who of the caller's scope asked for which card's position, and why. */
export const positionDataset = dataset(listPositions, {
  from: (ctx) => ctx.db.selectFrom('card_lookups.position_query as p'),
  table: 'p',
  select: (query) => query.selectAll('p'),
  present: async (rows, ctx, forFile) => {
    const open = forFile ? new Set(await placesSeen(ctx, rows)) : new Set();
    return rows.map((row) => ({
      ...(row.sealed && open.has(row)
        ? openPosition(ctx, row.id, row.sealed)
        : { latitude: null, longitude: null, district: null }),
      words: row.words ? say(row.words, ctx.language) : null,
    }));
  },
  counts: (ctx) => ({
    found: { where: sql<SqlBool>`p.is_found` },
    missing: { where: sql<SqlBool>`p.state = 'done' and not p.is_found` },
    open: { where: sql<SqlBool>`p.state <> 'done'` },
    thisMonth: { where: sql<SqlBool>`p.created_at >= ${monthBegan(ctx)}` },
  }),
});

const MOST_SHOWN = 500;

/** The positions of one query or, by its number, the track of one card, newest first. */
export async function revealPositions(
  ctx: Ctx,
  body: BodyOf<typeof revealEndpoint>,
): Promise<AnswerOf<typeof revealEndpoint>> {
  const asked = ctx.db.selectFrom('card_lookups.position_query').selectAll().where('is_found', '=', true);
  const rows = await ('taskId' in body
    ? asked.where('task_id', '=', body.taskId)
    : asked.where('iccid', 'in', spellingsOf(normalIccid(body.iccid)))
  )
    .orderBy('located_at', (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute();
  if (rows.length === 0) throw new Refused(notFound);
  ctx.note({
    objectKind: 'card',
    summary: 'taskId' in body ? `${rows.length}` : (rows[0]?.iccid ?? ''),
    after: { cards: rows.length, ...body },
  });
  return { positions: (await placesSeen(ctx, rows)).flatMap((row) => shown(ctx, row)) };
}

/** Those of cards whose place is not hidden from the caller by those above. */
export async function placesSeen<R extends { readonly card_id: string }>(ctx: Ctx, rows: readonly R[]): Promise<R[]> {
  const sights = await sightsOfCards(
    ctx,
    rows.map(({ card_id }) => card_id),
  );
  return rows.filter(({ card_id }) => !sights.get(card_id)?.hides.has('location'));
}

type QueryRow = Selectable<Tables['card_lookups.position_query']>;

/** A row with its position decrypted; empty if it has none. */
export function shown(ctx: Ctx, row: QueryRow): AnswerOf<typeof revealEndpoint>['positions'] {
  if (!row.sealed || !row.source) return [];
  return [
    {
      id: row.id,
      iccid: row.iccid,
      source: row.source,
      accuracyMetres: row.accuracy_metres,
      accountName: row.account_name,
      purpose: row.purpose,
      ...openPosition(ctx, row.id, row.sealed),
      at: row.located_at?.toISOString() ?? null,
    },
  ];
}

/** Where a card was found last, of one's own or of a customer that lets its cards be located. Nothing is asked. */
export async function lastPlaceOf(ctx: Ctx, card: Pick<CardRow, 'id' | 'customer_id'>) {
  const isOwn = card.customer_id === accountOf(ctx).customerId;
  if (!isOwn && !(await consenting(ctx, [card.customer_id])).has(card.customer_id)) return null;
  const row = await ctx.db
    .selectFrom('card_lookups.position_query')
    .selectAll()
    .where('card_id', '=', card.id)
    .where('is_found', '=', true)
    .orderBy('located_at', (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const [place] = (row ? await placesSeen(ctx, [row]) : []).flatMap((each) => shown(ctx, each));
  if (!place) return null;
  const { id: _id, iccid: _iccid, ...location } = place;
  return location;
}
