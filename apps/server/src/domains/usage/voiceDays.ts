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
import { daysShown } from './dailyUsage.ts';
import { callHearers } from './usageHearers.ts';
import { dayFrom } from './usualRules.ts';

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

const WHY = 'readings are of everybody’s cards; each row names its customer';
const NEAR_DAYS = 31;

type Now = { readonly cycle: string; readonly firstDay: string; readonly day: string; readonly isJustTurned: boolean };

/**
 * Converts a cycle's minutes and messages of voice cards into days, in the caller's transaction. A day starts from the end of
 * the cycle's previous day. The very first figure says nothing about its day, unless that day begins the cycle. Right after the
 * start of a cycle, a figure that has not dropped is still the old cycle's and is skipped. Later rooms hear which days changed.
 */
export async function recordVoiceDays(ctx: Ctx, readings: readonly VoiceReading[], now: Now): Promise<void> {
  const voice = await voiceCards(
    ctx,
    readings.filter(({ seconds, messages }) => seconds !== null || messages !== null),
  );
  if (voice.length === 0) return;
  const last = await lastDays(ctx, voice, now);
  const told = voice.flatMap(({ cardId, customerId, seconds, messages }) => {
    const before = last.get(cardId);
    const to = { seconds: BigInt(seconds ?? 0), messages: messages ?? 0 };
    const isOldCycles =
      now.isJustTurned && before && before.cycle < now.cycle && before.seconds > 0n && to.seconds >= before.seconds;
    if (isOldCycles) return [];
    const from = before?.cycle === now.cycle ? before : before || now.day === now.firstDay ? NOTHING : to;
    return [{ cardId, customerId, from: least(from, to), to }];
  });
  const column = <T>(pick: (day: (typeof told)[number]) => T) => told.map(pick);
  const { rows } = await sql<{ card_id: string; day: string }>`
    insert into usage.voice_day as v
      (card_id, day, customer_id, cycle, from_seconds, to_seconds, from_messages, to_messages)
    select card_id, ${now.day}::date, customer_id, ${now.cycle}, from_seconds, to_seconds, from_messages, to_messages
    from unnest(
      ${column((each) => each.cardId)}::bigint[], ${column((each) => each.customerId)}::bigint[],
      ${column((each) => String(each.from.seconds))}::bigint[], ${column((each) => String(each.to.seconds))}::bigint[],
      ${column((each) => each.from.messages)}::integer[], ${column((each) => each.to.messages)}::integer[]
    ) as g (card_id, customer_id, from_seconds, to_seconds, from_messages, to_messages)
    order by card_id
    on conflict (card_id, day) do update set to_seconds = greatest(excluded.to_seconds, v.from_seconds),
      to_messages = greatest(excluded.to_messages, v.from_messages)
    where v.cycle = excluded.cycle
      and (v.to_seconds, v.to_messages) is distinct from
        (greatest(excluded.to_seconds, v.from_seconds), greatest(excluded.to_messages, v.from_messages))
    returning card_id, day`.execute(ctx.beyondScope(WHY));
  if (rows.length === 0) return;
  const changed = rows.map(({ card_id, day }) => ({ cardId: card_id, fromDay: day }));
  for (const hear of ctx.contributed(callHearers)) await hear(ctx, changed);
}

type Figures = { readonly seconds: bigint; readonly messages: number };
const NOTHING: Figures = { seconds: 0n, messages: 0 };
const least = (a: Figures, b: Figures): Figures => ({
  seconds: a.seconds < b.seconds ? a.seconds : b.seconds,
  messages: Math.min(a.messages, b.messages),
});

async function voiceCards(ctx: Ctx, told: readonly VoiceReading[]): Promise<VoiceReading[]> {
  if (told.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from cards.v_card
    where id = any(${told.map(({ cardId }) => cardId)}::bigint[]) and kind = ${CardKind.values.voice}`.execute(
    ctx.beyondScope(WHY),
  );
  const voice = new Set(rows.map(({ id }) => id));
  return told.filter(({ cardId }) => voice.has(cardId));
}

/** Where each card's figures stood at the end of its last day before this one, and in which cycle. */
async function lastDays(ctx: Ctx, told: readonly VoiceReading[], now: Now) {
  const find = async (cardIds: readonly string[], from: string) => {
    const { rows } = await sql<{ card_id: string; cycle: string; seconds: string; messages: number }>`
      select distinct on (card_id) card_id, cycle, to_seconds as seconds, to_messages as messages from usage.voice_day
      where card_id = any(${[...cardIds]}::bigint[]) and day >= ${from}::date and day < ${now.day}::date
      order by card_id, day desc`.execute(ctx.beyondScope(WHY));
    return rows.map((row) => [row.card_id, { ...row, seconds: BigInt(row.seconds) }] as const);
  };
  const ids = told.map(({ cardId }) => cardId);
  // Nearly always it is a day of this month or the last: two partitions of many.
  const near = new Map(await find(ids, dayFrom(now.day, -NEAR_DAYS)));
  const others = ids.filter((id) => !near.has(id));
  return others.length === 0 ? near : new Map([...near, ...(await find(others, '-infinity'))]);
}

/** A card's minutes and messages by day, within the caller's scope. */
export async function readVoiceDays(ctx: Ctx, query: QueryOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const card = await ctx.db
    .selectFrom('cards.v_card')
    .select(['id', 'customer_id', 'product_code', 'kind', 'usage_at'])
    .where('id', '=', query.cardId)
    .executeTakeFirst();
  if (!card) throw new Refused(cardNotFound);
  if (!(await maySeeUsage(ctx, card.kind))) throw new Refused(noPermission);
  const now = ctx.clock.now();
  const wanted = await daysShown(ctx, card, { today: dayText(now), days: query.days ?? USAGE_DAYS.initial });
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
