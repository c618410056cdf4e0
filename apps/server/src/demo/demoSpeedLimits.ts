import { bytesOf } from '@cardinal/primitives/dataVolume.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import { coveredUnjudged } from '../domains/speedLimits/judging/coveredCards.ts';
import { judgeCards } from '../domains/speedLimits/judging/judgeCards.ts';
import { limitNames, versionText } from '../domains/speedLimits/managing/limitWords.ts';
import type { SpeedLimitRow } from '../domains/speedLimits/speedLimitTables.ts';
import { writeStandings } from '../domains/speedLimits/steering/writeStandings.ts';
import type { Ctx } from '../framework/context.ts';

const AGENT = '10';
/** A connected account that limits speeds. */
const ACCOUNT = '107';
const TELECOM = 3;
const [WATCHED, FIXED] = ['71901', '71902'] as const;
const TEMPLATE = '7606';
const KBPS = 512;
const [MOST_WATCHED, MOST_FIXED] = [40, 4];

const NAMES = {
  template: text('电信日常降速', 'Telecom, everyday'),
  watched: text('高用量降速（观察）', 'Heavy users (watching)'),
  fixed: text('测试卡固定 512', 'Test cards at 512'),
};

async function seedTemplate(ctx: Ctx, made: Date): Promise<void> {
  const tier = (mb: string, kbps: number) => ({ month: null, afterBytes: String(bytesOf(mb, 'MB')), kbps });
  await ctx.db
    .insertInto('control.limit_strategy')
    .values({
      ...{ id: TEMPLATE, customer_id: AGENT, name: say(NAMES.template, ctx.language), platform: TELECOM, type: 1 },
      tiers: JSON.stringify([tier('200', 3000), tier('500', 1000), tier('1024', 512)]),
      ...{ reset: 'cycle', is_enabled: true, created_by: 'agent', created_at: made, updated_at: made },
    })
    .execute();
}

/** Cards of the agent and those below on the account, those read last in front. */
async function cardsOf(ctx: Ctx, most: number, skip: number): Promise<{ id: string; iccid: string }[]> {
  const { rows } = await sql<{ id: string; iccid: string }>`
    select c.id, c.iccid from cards.v_card c join customers.v_customer k on k.id = c.customer_id
      join customers.v_customer o on o.id = ${AGENT}
    where c.carrier_account_id = ${ACCOUNT} and k.path like o.path || '%' and c.lifecycle = 'activated'
      and c.stop_reasons = '{}' and c.usage_at is not null and c.pending_action is null
    order by c.usage_at desc, c.id limit ${most} offset ${skip}`.execute(ctx.db);
  return rows;
}

const rowOf = (but: Partial<SpeedLimitRow>, at: Date): SpeedLimitRow => ({
  ...{ id: '', customer_id: AGENT, name: '', platform: TELECOM, carrier_account_id: ACCOUNT },
  ...{ limit_strategy_id: null, kbps: null, product_codes: [], tag_ids: [], card_ids: [], card_numbers: '' },
  ...{ from_day: null, to_day: null, restore: 'cycle', brake: 5_000, revision: 1, state: 'shadow' },
  ...{ shadow_since: at, turned_at: at, turned_by: 'agent', paused_at: null, brake_from: null },
  ...{ wanted_by_id: null, wanted_by: null, version: 1, created_by: 'agent', created_at: at, updated_at: at },
  ...but,
});

async function insert(ctx: Ctx, row: SpeedLimitRow): Promise<void> {
  await ctx.db.insertInto('speed_limits.speed_limit').values(row).execute();
  const words = versionText(row, await limitNames(ctx, [row]));
  await ctx.db
    .insertInto('speed_limits.speed_limit_version')
    .values({
      ...{ speed_limit_id: row.id, revision: 1, words_zh: words.zh, words_en: words.en },
      ...{ created_at: row.created_at, created_by: row.created_by },
    })
    .execute();
}

/** Cards that were limited some days ago, and whose carrier confirmed. */
async function limitNow(ctx: Ctx, ids: readonly string[], at: Date): Promise<void> {
  await sql`update cards.card set speed_kbps = ${KBPS} where id = any(${[...ids]}::bigint[])`.execute(ctx.db);
  await sql`
    insert into speed_limits.standing (speed_limit_id, card_id, customer_id, period, used_bytes, counted_at, step, due_kbps, judged_at)
    select ${FIXED}, id, customer_id, 'ever', 0, usage_at, 1, ${KBPS}, ${at} from cards.v_card
    where id = any(${[...ids]}::bigint[])`.execute(ctx.db);
  await sql`
    insert into speed_limits.card_speed (card_id, iccid, customer_id, carrier_account_id, speed_limit_id, governor, due_kbps,
      due_since, asked_kbps, held_kbps, state, state_at)
    select id, iccid, customer_id, carrier_account_id, ${FIXED}, 'assignment', ${KBPS}, ${at}, ${KBPS}, ${KBPS}, 'confirmed', ${at}
    from cards.v_card where id = any(${[...ids]}::bigint[])`.execute(ctx.db);
}

/** One that watches in shadow, and one whose cards are limited. */
export async function seedSpeedLimits(ctx: Ctx): Promise<void> {
  const at = new Date(+ctx.clock.now() - 6 * DAY_MS);
  const [fixed, watched] = [await cardsOf(ctx, MOST_FIXED, 0), await cardsOf(ctx, MOST_WATCHED, MOST_FIXED)];
  if (fixed.length === 0 || watched.length === 0) return;
  const chosen = (cards: readonly { id: string; iccid: string }[]) => ({
    card_ids: cards.map(({ id }) => id),
    card_numbers: cards.map(({ iccid }) => iccid).join('\n'),
  });
  await seedTemplate(ctx, at);
  const watching = rowOf(
    { id: WATCHED, name: say(NAMES.watched, ctx.language), limit_strategy_id: TEMPLATE, ...chosen(watched) },
    at,
  );
  await insert(ctx, watching);
  await writeStandings(ctx, await judgeCards(ctx, [watching], await coveredUnjudged(ctx, WATCHED, MOST_WATCHED)));
  const own = { id: FIXED, name: say(NAMES.fixed, ctx.language), kbps: KBPS, restore: 'manual', state: 'on' } as const;
  await insert(ctx, rowOf({ ...own, ...chosen(fixed) }, at));
  await limitNow(
    ctx,
    fixed.map(({ id }) => id),
    at,
  );
}
