import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { DEFAULT_ZONE } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { packageVersions } from '../../packages/face.ts';
import { callDaysOf } from '../../usage/face.ts';
import { type CallAllowance, type CallMark, consumeCalls } from './callRules.ts';
import { beginningOf, type Moved, OVERAGE, ofCarriers } from './recordUse.ts';

const { unused, unsubscribed } = PackageUsageState.values;

/**
 * Shares what voice cards called and sent out over their packages again, from the first day that moved on, in the caller's transaction,
 * which has locked the cards. The same days give the same shares, however often and in whatever order they came.
 */
export async function rateCalls(ctx: Ctx, moved: readonly Moved[]): Promise<void> {
  if (moved.length === 0) return;
  const days = await callDaysOf(ctx, moved);
  await forget(ctx, moved);
  const calling = moved.filter(({ cardId }) => days.has(cardId));
  if (calling.length === 0) return;
  const [records, marks] = [await recordsOf(ctx, calling), await marksOf(ctx, calling)];
  await keep(
    ctx,
    calling.flatMap(({ cardId }) => {
      const own = days.get(cardId) ?? [];
      const packages = records.get(cardId) ?? [];
      const zone = packages[0]?.zone ?? DEFAULT_ZONE;
      const owners = new Map(own.map(({ day, customerId }) => [day, customerId]));
      const called = own.map(({ day, seconds, messages }) => ({
        day,
        beginsAt: beginningOf(day, zone),
        seconds,
        messages: BigInt(messages),
      }));
      return consumeCalls(called, marks.get(cardId) ?? [], packages).map((share) => ({
        ...share,
        cardId,
        customerId: owners.get(share.day) ?? '0',
      }));
    }),
  );
}

async function forget(ctx: Ctx, moved: readonly Moved[]): Promise<void> {
  await sql`
    delete from metering.call_consumption c
    using unnest(${moved.map(({ cardId }) => cardId)}::bigint[], ${moved.map(({ fromDay }) => fromDay)}::date[]) as g (card_id, day)
    where c.card_id = g.card_id and c.day >= g.day and c.day >= ${firstOf(moved)}::date`.execute(ofCarriers(ctx));
}

/** Known before any row is read, so that partitions before are not opened. */
const firstOf = (moved: readonly Moved[]): string =>
  moved.map(({ fromDay }) => fromDay).reduce((a, b) => (a < b ? a : b));

type Zoned = CallAllowance & { readonly zone: string };

/** Packages that hold on or after the days that moved, with what is left of them after the days before. */
async function recordsOf(ctx: Ctx, moved: readonly Moved[]): Promise<Map<string, Zoned[]>> {
  const { rows } = await sql<{
    id: string;
    card_id: string;
    is_main: boolean;
    zone: string;
    starts_at: Date;
    ends_at: Date;
    package_version_id: string;
    voice_seconds: string | null;
    sms_count: number | null;
  }>`
    select u.id, u.card_id, u.is_main, u.zone, u.starts_at, u.package_version_id, u.voice_seconds, u.sms_count,
      case when u.state = ${unsubscribed} then u.state_at else u.ends_at end as ends_at
    from unnest(${moved.map(({ cardId }) => cardId)}::bigint[], ${moved.map(({ fromDay }) => fromDay)}::date[]) as g (card_id, day)
    join orders.v_package_usage u on u.card_id = g.card_id
    where u.state <> ${unused} and u.starts_at < ${ctx.clock.now()} and (u.voice_seconds is not null or u.sms_count is not null)
      and case when u.state = ${unsubscribed} then u.state_at else u.ends_at end >= g.day - 1`.execute(ofCarriers(ctx));
  const versions = await packageVersions(
    ctx,
    rows.map(({ package_version_id }) => package_version_id),
  );
  const given = await callsGiven(
    ctx,
    rows.map(({ id, card_id, starts_at }) => ({ usageId: id, cardId: card_id, startsAt: starts_at })),
  );
  const left = (whole: string | number | null, used: bigint | undefined): bigint | null =>
    whole === null ? null : BigInt(whole) - (used ?? 0n);
  return Map.groupBy(
    rows.map((row) => ({
      cardId: row.card_id,
      id: row.id,
      isMain: row.is_main,
      zone: row.zone,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      step: BigInt(versions.get(row.package_version_id)?.voice_step ?? 1),
      seconds: left(row.voice_seconds, given.get(row.id)?.counted),
      messages: left(row.sms_count, given.get(row.id)?.messages),
    })),
    ({ cardId }) => cardId,
  );
}

/** What packages on voice cards have given so far, in seconds counted and messages; one that is absent gave nothing. */
export async function callsGiven(
  ctx: Ctx,
  records: readonly { readonly usageId: string; readonly cardId: string; readonly startsAt: Date }[],
): Promise<ReadonlyMap<string, { readonly counted: bigint; readonly messages: bigint }>> {
  if (records.length === 0) return new Map();
  const since = new Date(Math.min(...records.map(({ startsAt }) => startsAt.getTime())));
  const { rows } = await sql<{ usage_id: string; counted: string; messages: string }>`
    select c.usage_id, sum(c.counted)::text as counted, sum(c.messages)::text as messages
    from unnest(
      ${records.map(({ cardId }) => cardId)}::bigint[], ${records.map(({ usageId }) => usageId)}::bigint[]) as g (card_id, usage_id)
    join metering.call_consumption c on c.card_id = g.card_id and c.usage_id = g.usage_id
    where c.day >= ${since}::timestamptz::date - 1 group by c.usage_id`.execute(ofCarriers(ctx));
  return new Map(
    rows.map(({ usage_id, counted, messages }) => [usage_id, { counted: BigInt(counted), messages: BigInt(messages) }]),
  );
}

async function marksOf(ctx: Ctx, moved: readonly Moved[]): Promise<Map<string, CallMark[]>> {
  const { rows } = await sql<{ card_id: string; at: Date; day: string; seconds: string; messages: number }>`
    select m.card_id, m.at, m.day, m.seconds, m.messages
    from unnest(${moved.map(({ cardId }) => cardId)}::bigint[], ${moved.map(({ fromDay }) => fromDay)}::date[]) as g (card_id, day)
    join metering.mark m on m.card_id = g.card_id and m.day >= g.day`.execute(ofCarriers(ctx));
  return Map.groupBy(
    rows.map((row) => ({
      cardId: row.card_id,
      at: row.at,
      day: row.day,
      seconds: BigInt(row.seconds),
      messages: BigInt(row.messages),
    })),
    ({ cardId }) => cardId,
  );
}

type Row = ReturnType<typeof consumeCalls>[number] & { readonly cardId: string; readonly customerId: string };

async function keep(ctx: Ctx, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const column = <T>(pick: (row: Row) => T) => rows.map(pick);
  await sql`
    insert into metering.call_consumption (card_id, day, usage_id, seconds, counted, messages, customer_id)
    select * from unnest(
      ${column(({ cardId }) => cardId)}::bigint[], ${column(({ day }) => day)}::date[],
      ${column(({ allowance }) => allowance ?? OVERAGE)}::bigint[], ${column(({ seconds }) => String(seconds))}::bigint[],
      ${column(({ counted }) => String(counted))}::bigint[], ${column(({ messages }) => Number(messages))}::integer[],
      ${column(({ customerId }) => customerId)}::bigint[])`.execute(ofCarriers(ctx));
}
