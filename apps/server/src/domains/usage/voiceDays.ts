import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { type readVoiceDays as endpoint, USAGE_DAYS } from '@cardinal/contract/api/usage/usage.ts';
import { CardKind } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { noPermission } from '@cardinal/contract/framework/standardRefusals.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { maySeeUsage } from '../cardViews/face.ts';
import { lastDaysOf } from './dailyUsage.ts';

declare module '../../framework/tables.ts' {
  interface Tables {
    'usage.voice_day': {
      card_id: string;
      day: string;
      customer_id: string;
      cycle: string;
      from_seconds: string;
      to_seconds: string;
      from_messages: number;
      to_messages: number;
    };
  }
}

/** A carrier's figures for a card's running cycle, and the card's owner. */
export type VoiceReading = {
  readonly cardId: string;
  readonly customerId: string;
  readonly seconds: string | null;
  readonly messages: number | null;
};

type Now = { readonly cycle: string; readonly firstDay: string; readonly day: string; readonly isJustTurned: boolean };

/**
 * Converts a cycle's minutes and messages of voice cards into days, in the caller's transaction. A day starts from the end of
 * the cycle's previous day. The very first figure says nothing about its day, unless that day begins the cycle. Right after the
 * start of a cycle, a figure that has not dropped is still the old cycle's and is skipped.
 */
export async function recordVoiceDays(ctx: Ctx, readings: readonly VoiceReading[], now: Now): Promise<void> {
  const told = readings.filter(({ seconds, messages }) => seconds !== null || messages !== null);
  if (told.length === 0) return;
  const column = <T>(pick: (reading: VoiceReading) => T) => told.map(pick);
  const base = (name: 'seconds' | 'messages') => sql`case
    when last.cycle = ${now.cycle} then last.${sql.ref(`to_${name}`)}
    when last.cycle is not null or ${now.day} = ${now.firstDay} then 0
    else g.${sql.ref(name)} end`;
  await sql`
    insert into usage.voice_day as v
      (card_id, day, customer_id, cycle, from_seconds, to_seconds, from_messages, to_messages)
    select g.card_id, ${now.day}::date, g.customer_id, ${now.cycle}, least(${base('seconds')}, g.seconds), g.seconds,
      least(${base('messages')}, g.messages), g.messages
    from (
      select card_id, customer_id, coalesce(seconds, 0) as seconds, coalesce(messages, 0) as messages
      from unnest(${column((each) => each.cardId)}::bigint[], ${column((each) => each.customerId)}::bigint[],
        ${column((each) => each.seconds)}::bigint[], ${column((each) => each.messages)}::integer[])
        as told (card_id, customer_id, seconds, messages)
    ) g
    join cards.v_card k on k.id = g.card_id and k.kind = ${CardKind.values.voice}
    left join lateral (
      select * from usage.voice_day d where d.card_id = g.card_id and d.day < ${now.day}::date order by d.day desc limit 1
    ) last on true
    where not (${now.isJustTurned} and last.cycle < ${now.cycle} and last.to_seconds > 0 and g.seconds >= last.to_seconds)
    order by g.card_id
    on conflict (card_id, day) do update set to_seconds = greatest(excluded.to_seconds, v.from_seconds),
      to_messages = greatest(excluded.to_messages, v.from_messages)
    where v.cycle = excluded.cycle`.execute(
    ctx.beyondScope('readings are of everybody’s cards; each row names its customer'),
  );
}

/** A card's minutes and messages by day, within the caller's scope. */
export async function readVoiceDays(ctx: Ctx, query: QueryOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const card = await ctx.db
    .selectFrom('cards.v_card')
    .select(['id', 'kind', 'usage_at'])
    .where('id', '=', query.cardId)
    .executeTakeFirst();
  if (!card) throw new Refused(cardNotFound);
  if (!(await maySeeUsage(ctx, card.kind))) throw new Refused(noPermission);
  const now = ctx.clock.now();
  const wanted = lastDaysOf(dayText(now), query.days ?? USAGE_DAYS.initial);
  const rows = await ctx.db
    .selectFrom('usage.voice_day')
    .select('day')
    .select(sql<string>`to_seconds - from_seconds`.as('seconds'))
    .select(sql<number>`to_messages - from_messages`.as('messages'))
    .where('card_id', '=', card.id)
    .where('day', '>=', wanted[0] as string)
    .where('day', '<=', wanted.at(-1) as string)
    .execute();
  const found = new Map(rows.map((row) => [row.day, row]));
  const days = wanted.map((day) => ({
    day,
    seconds: found.get(day)?.seconds ?? null,
    messages: found.get(day)?.messages ?? null,
  }));
  return { days, asOf: (card.usage_at ?? now).toISOString() };
}
