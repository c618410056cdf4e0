import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { text } from '@cardinal/primitives/text.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { lockCards } from '../../cards/face.ts';
import { COVERED, coveredUnjudged, runningLimits } from '../judging/coveredCards.ts';
import { judgeCards } from '../judging/judgeCards.ts';
import { WHY } from '../speedLimitTables.ts';
import { noteAnswer } from './hearCarriers.ts';
import { steerCards } from './steerCards.ts';
import { writeStandings } from './writeStandings.ts';

const { using } = PackageUsageState.values;
const AT_ONCE = 500;

const ofCards = (column: string, cardIds: readonly string[] | undefined) =>
  cardIds ? sql`${sql.ref(column)} = any(${[...cardIds]}::bigint[])` : sql`true`;

/** A fixed speed needs no reading: cards it came to cover since are judged. */
async function beginFixed(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  for (const limit of (await runningLimits(ctx)).filter(({ kbps }) => kbps !== null)) {
    for (let isMore = true; isMore && !signal?.aborted; ) {
      isMore = await ctx.transact(async (inside) => {
        const seen = await coveredUnjudged(inside, limit.id, AT_ONCE);
        if (seen.length === 0) return false;
        const locked = await lockCards(
          inside.beyondScope(WHY),
          seen.map(({ card_id }) => card_id),
        );
        const there = new Set(locked.map(({ id }) => id));
        const judged = await judgeCards(
          inside,
          [limit],
          seen.filter(({ card_id }) => there.has(card_id)),
        );
        await steerCards(inside, await writeStandings(inside, judged));
        const [row] = (await runningLimits(inside)).filter(({ id }) => id === limit.id);
        return seen.length === AT_ONCE && row !== undefined;
      });
    }
  }
}

/** Steps that have ended: their cycle turned, or another main package is in use. The next reading begins anew. */
async function endSteps(ctx: Ctx, cardIds?: readonly string[]): Promise<void> {
  await sql`
    update speed_limits.standing s set period = '', turns_at = null, step = 0, due_kbps = null, passed_step = 0, passed_by = null
    from speed_limits.speed_limit l
    where l.id = s.speed_limit_id and l.kbps is null and s.step > 0 and ${ofCards('s.card_id', cardIds)}
      and ((l.restore = 'cycle' and s.turns_at <= ${ctx.clock.now()})
        or (l.restore = 'package' and exists (select from orders.v_package_usage u where u.card_id = s.card_id
          and u.is_main and u.state = ${using} and u.ends_at > ${ctx.clock.now()} and u.id::text <> s.period)))`.execute(
    ctx.beyondScope(WHY),
  );
}

/** Standings of limits that do not judge any more, or do not cover the card any more. */
async function endStandings(ctx: Ctx, cardIds?: readonly string[]): Promise<void> {
  const today = dayText(ctx.clock.now());
  await sql`
    delete from speed_limits.standing s using speed_limits.speed_limit own
    where own.id = s.speed_limit_id and ${ofCards('s.card_id', cardIds)}
      and (own.state not in ('shadow', 'on') or own.from_day > ${today} or own.to_day < ${today}
        or not exists (select from ${COVERED} where l.id = s.speed_limit_id and c.id = s.card_id))`.execute(
    ctx.beyondScope(WHY),
  );
}

/** Cards whose speed may have to be another than was asked last: something of a limit is due, or stands, and they differ. */
async function unsettled(ctx: Ctx, after: string, cardIds?: readonly string[]): Promise<string[]> {
  const today = dayText(ctx.clock.now());
  const { rows } = await sql<{ card_id: string }>`
    select card_id from (
      select coalesce(d.card_id, k.card_id) as card_id, d.kbps, k.due_kbps, k.state, k.governor
      from (
        select card_id, min(kbps) as kbps from (
          select s.card_id, s.due_kbps as kbps from speed_limits.standing s
            join speed_limits.speed_limit l on l.id = s.speed_limit_id
          where l.state = 'on' and s.due_kbps is not null and s.step > s.passed_step
            and (s.exempt_until is null or s.exempt_until < ${today})
          union all
          select card_id, kbps from speed_limits.demand where not is_passed
        ) each_due group by card_id
      ) d full join speed_limits.card_speed k on k.card_id = d.card_id
    ) e
    where (kbps is distinct from due_kbps or governor = 'exception') and state is distinct from 'waiting'
      and card_id > ${after} and ${ofCards('card_id', cardIds)}
    order by card_id limit ${AT_ONCE}`.execute(ctx.beyondScope(WHY));
  return rows.map(({ card_id }) => card_id);
}

/** Cards whose confirmed speed is another than a limit holds: somebody changed it. */
async function changedByOthers(ctx: Ctx): Promise<string[]> {
  const { rows } = await sql<{ card_id: string }>`
    select k.card_id from speed_limits.card_speed k join cards.v_card c on c.id = k.card_id
    where k.state <> 'waiting' and ((k.held_kbps is not null and k.held_kbps is distinct from c.speed_kbps)
      or (k.held_kbps is null and k.due_kbps is not null and k.manual_kbps is distinct from c.speed_kbps))
    order by k.card_id limit ${AT_ONCE}`.execute(ctx.beyondScope(WHY));
  return rows.map(({ card_id }) => card_id);
}

/** Cards that do not belong to the carrier account any more, or do not exist: nobody is asked for them. */
async function forgetMoved(ctx: Ctx): Promise<void> {
  await sql`
    delete from speed_limits.card_speed k where not exists (
      select from cards.v_card c where c.id = k.card_id and c.carrier_account_id = k.carrier_account_id
        and c.lifecycle <> 'cancelled')`.execute(ctx.beyondScope(WHY));
}

type Undone = {
  readonly card_id: string;
  readonly asked_kbps: number | null;
  readonly manual_kbps: number | null;
  readonly speed_kbps: number | null;
  readonly words_zh: string | null;
  readonly words_en: string | null;
};

/** What was left undone without an answer: skipped, cancelled, expired. */
async function noteUndone(ctx: Ctx): Promise<void> {
  const { rows } = await sql<Undone>`
    select k.card_id, k.asked_kbps, k.manual_kbps, c.speed_kbps, u.words_zh, u.words_en
    from speed_limits.card_speed k
      join tasks.v_undone_item u on u.task_id = k.task_id and u.target_id = k.card_id
      join cards.v_card c on c.id = k.card_id
    where k.state = 'waiting' order by k.card_id limit ${AT_ONCE}`.execute(ctx.beyondScope(WHY));
  for (const row of rows) {
    const isConfirmed = row.asked_kbps === (row.speed_kbps ?? 0);
    const words = row.words_zh === null ? null : text(row.words_zh, row.words_en ?? row.words_zh);
    await ctx.transact(async (inside) => {
      await lockCards(inside.beyondScope(WHY), [row.card_id]);
      await noteAnswer(inside, row, { isConfirmed, words });
      await steerCards(inside, [row.card_id]);
    });
  }
}

/** Ends what is over, and asks carriers for what is due since. */
export async function settleSpeeds(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  await forgetMoved(ctx);
  await endStandings(ctx);
  await endSteps(ctx);
  await noteUndone(ctx);
  await beginFixed(ctx, signal);
  const others = await changedByOthers(ctx);
  if (others.length > 0) await ctx.transact((inside) => steerCards(inside, others));
  for (let after = '0'; !signal?.aborted; ) {
    const ids = await unsettled(ctx, after);
    const last = ids.at(-1);
    if (last === undefined) return;
    await ctx.transact((inside) => steerCards(inside, ids));
    after = last;
  }
}

/** The same for single cards: their packages began or ended, or their carrier answered. */
export async function settleCards(ctx: Ctx, cardIds: readonly string[]): Promise<void> {
  await ctx.transact(async (inside) => {
    await lockCards(inside.beyondScope(WHY), cardIds);
    await endSteps(inside, cardIds);
    await steerCards(inside, cardIds);
  });
}
