import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { ofCarriers } from './unclearSteps.ts';

/** What a voice card called and sent on a day. */
export type CallDay = {
  readonly day: string;
  readonly customerId: string;
  readonly seconds: bigint;
  readonly messages: number;
};

/** The days of voice cards, each from a day on, in order; in the transaction that moved them they stand as moved. */
export async function callDaysOf(
  ctx: Ctx,
  cards: readonly { readonly cardId: string; readonly fromDay: string }[],
): Promise<Map<string, CallDay[]>> {
  if (cards.length === 0) return new Map();
  // Known before any row is read, so that partitions before are not opened.
  const first = cards.map(({ fromDay }) => fromDay).reduce((a, b) => (a < b ? a : b));
  const { rows } = await sql<{
    card_id: string;
    day: string;
    customer_id: string;
    seconds: string;
    messages: number;
  }>`
    select d.card_id, d.day, d.customer_id, (d.to_seconds - d.from_seconds)::text as seconds, d.to_messages - d.from_messages as messages
    from unnest(
      ${cards.map(({ cardId }) => cardId)}::bigint[], ${cards.map(({ fromDay }) => fromDay)}::date[]) as g (card_id, day)
    join usage.voice_day d on d.card_id = g.card_id and d.day >= g.day
    where d.day >= ${first}::date order by d.card_id, d.day`.execute(ofCarriers(ctx));
  return new Map(
    [...Map.groupBy(rows, ({ card_id }) => card_id)].map(([id, own]) => [
      id,
      own.map(({ day, customer_id, seconds, messages }) => ({
        day,
        customerId: customer_id,
        seconds: BigInt(seconds),
        messages,
      })),
    ]),
  );
}

/** What voice cards have called and sent on one day each, as far as it was read; in the order asked. */
export async function callsOn(
  ctx: Ctx,
  asked: readonly { readonly cardId: string; readonly day: string }[],
): Promise<{ readonly seconds: bigint; readonly messages: number }[]> {
  if (asked.length === 0) return [];
  // Known before any row is read, so that partitions beyond are not opened.
  const days = asked.map(({ day }) => day).sort();
  const { rows } = await sql<{ n: number; seconds: string; messages: number }>`
    select g.n::int as n, (d.to_seconds - d.from_seconds)::text as seconds, d.to_messages - d.from_messages as messages
    from unnest(
      ${asked.map(({ cardId }) => cardId)}::bigint[], ${asked.map(({ day }) => day)}::date[]) with ordinality as g (card_id, day, n)
    join usage.voice_day d on d.card_id = g.card_id and d.day = g.day
    where d.day between ${days[0]}::date and ${days.at(-1)}::date`.execute(ofCarriers(ctx));
  const found = new Map(rows.map((row) => [row.n, row]));
  return asked.map((_each, at) => ({
    seconds: BigInt(found.get(at + 1)?.seconds ?? 0),
    messages: found.get(at + 1)?.messages ?? 0,
  }));
}

/** The next voice cards of which there are days, in the order of their ids. */
export async function callingCards(ctx: Ctx, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ card_id: string }>`
    select distinct card_id from usage.voice_day where card_id > ${after}::bigint order by card_id limit ${limit}`.execute(
    ofCarriers(ctx),
  );
  return rows.map(({ card_id }) => card_id);
}
