import type { exemptFromSpeed } from '@cardinal/contract/api/speedLimits/limitedCards.ts';
import { noSuchCards, speedLimitNotFound } from '@cardinal/contract/api/speedLimits/refusals.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { problem } from '@cardinal/primitives/problem.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { lockCards } from '../../cards/face.ts';
import { COVERED } from '../judging/coveredCards.ts';
import { type SpeedLimitRow, WHY } from '../speedLimitTables.ts';
import { steerCards } from '../steering/steerCards.ts';

const past = problem('不能早于今天', 'Must not be in the past');

type Asked = { readonly id: string; readonly cardIds: readonly string[] };
const among = (ids: readonly string[]) => sql<boolean>`card_id = any(${[...ids]}::bigint[])`;

/** A limit that the caller sees, and of the cards named those it covers, which are its owner’s or of somebody below, locked. */
async function reached(ctx: Ctx, { id, cardIds }: Asked): Promise<{ limit: SpeedLimitRow; ids: string[] }> {
  const limit = await ctx.db.selectFrom('speed_limits.speed_limit').selectAll().where('id', '=', id).executeTakeFirst();
  if (!limit) throw new Refused(speedLimitNotFound);
  const { rows } = await sql<{ id: string }>`
    select c.id from ${COVERED} where l.id = ${id} and c.id = any(${[...new Set(cardIds)]}::bigint[])`.execute(
    ctx.beyondScope(WHY),
  );
  const locked = await lockCards(
    ctx.beyondScope(WHY),
    rows.map((row) => row.id),
  );
  return { limit, ids: locked.map((card) => card.id) };
}

async function done(ctx: Ctx, limit: SpeedLimitRow, ids: readonly string[], what: object): Promise<{ cards: number }> {
  if (ids.length === 0) throw new Refused(noSuchCards);
  await steerCards(ctx, ids);
  ctx.note({
    objectKind: 'speedLimit',
    objectId: limit.id,
    summary: limit.name,
    customerId: limit.customer_id,
    after: { ...what, cards: ids.length },
  });
  return { cards: ids.length };
}

/** Asks once more for what carriers did not confirm. */
export async function retryCards(ctx: Ctx, asked: Asked): Promise<{ cards: number }> {
  const { limit, ids } = await reached(ctx, asked);
  const rows = await ctx
    .beyondScope(WHY)
    .updateTable('speed_limits.card_speed')
    .set((row) => ({
      state: sql<'idle' | 'confirmed'>`case when ${row.ref('held_kbps')} is null then 'idle' else 'confirmed' end`,
      asked_kbps: null,
    }))
    .where(among(ids))
    .where('state', '=', 'refused')
    .where('speed_limit_id', '=', limit.id)
    .returning('card_id')
    .execute();
  return done(
    ctx,
    limit,
    rows.map(({ card_id }) => card_id),
    { did: 'retry' },
  );
}

/** What the limit asked of these cards is lifted; the steps they have reached limit them no more in this period. */
export async function liftCards(ctx: Ctx, asked: Asked): Promise<{ cards: number }> {
  const { limit, ids } = await reached(ctx, asked);
  const rows = await ctx
    .beyondScope(WHY)
    .updateTable('speed_limits.standing')
    .set((row) => ({ passed_step: row.ref('step'), passed_by: accountOf(ctx).account }))
    .where(among(ids))
    .where('speed_limit_id', '=', limit.id)
    .where('due_kbps', 'is not', null)
    .whereRef('step', '>', 'passed_step')
    .returning('card_id')
    .execute();
  return done(
    ctx,
    limit,
    rows.map(({ card_id }) => card_id),
    { did: 'lift' },
  );
}

/** The limit does not act on these cards up to a day, that day included; null ends it. */
export async function exemptCards(
  ctx: Ctx,
  { until, ...asked }: BodyOf<typeof exemptFromSpeed>,
): Promise<{ cards: number }> {
  const now = ctx.clock.now();
  if (until !== null && until < dayText(now))
    throw new Refused(invalid, {}, [{ field: 'until', text: past.text, facts: {} }]);
  const { limit, ids } = await reached(ctx, asked);
  if (ids.length > 0)
    await sql`
      insert into speed_limits.standing (speed_limit_id, card_id, customer_id, period, used_bytes, step, exempt_until, judged_at)
      select l.id, c.id, c.customer_id, '', 0, 0, ${until}::date, ${now} from ${COVERED}
      where l.id = ${limit.id} and c.id = any(${ids}::bigint[])
      on conflict (speed_limit_id, card_id) do update set exempt_until = excluded.exempt_until`.execute(
      ctx.beyondScope(WHY),
    );
  return done(ctx, limit, ids, { did: 'exempt', until });
}
