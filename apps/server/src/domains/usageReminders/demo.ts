import type { RemindKind, RemindState, RemindWay } from '@cardinal/contract/enumerations/reminder.ts';
import { SendResult } from '@cardinal/contract/enumerations/sending.ts';
import { cycleOf } from '@cardinal/primitives/cycle.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE, startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { customerNames, subtreeIds } from '../customers/face.ts';
import type { Subject } from './judging/cardUses.ts';
import { percentOf, reachedOf } from './judging/remindRules.ts';
import { type MessageRow, type RuleRow, WHY } from './reminderTables.ts';
import { saidOf } from './saying/remindWords.ts';

const [AGENT, ENTERPRISE] = ['10', '12'];
const SHOWN = 16;

type Demo = {
  readonly name: Text;
  readonly owner: string;
  readonly by: string;
  readonly kind: RemindKind;
  readonly thresholds: readonly number[];
  readonly receivers: RuleRow['receivers'];
  readonly ways: readonly RemindWay[];
  readonly said: Text;
  readonly state: RemindState;
};

const RULES: readonly Demo[] = [
  {
    name: text('流量用到 50%、80%、95%', 'At 50%, 80% and 95%'),
    owner: AGENT,
    by: 'agent',
    kind: 'flowPercent',
    thresholds: [50, 80, 95],
    receivers: ['owner', 'holder'],
    ways: ['notice'],
    said: text('卡 {iccid} 已用 {percent}，剩余 {left}', 'Card {iccid}: {percent} used, {left} left'),
    state: 'on',
  },
  {
    name: text('到期前 3 天', 'Three days before the end'),
    owner: AGENT,
    by: 'agent',
    kind: 'packageEnd',
    thresholds: [1, 3],
    receivers: ['holder'],
    ways: ['notice', 'webhook'],
    said: text(
      '卡 {iccid} 的「{package}」{endsOn} 到期，请续费',
      'Card {iccid}: “{package}” ends on {endsOn}; renew it',
    ),
    state: 'off',
  },
  {
    name: text('共享池用到 90%', 'A pool at 90%'),
    owner: AGENT,
    by: 'agent',
    kind: 'poolPercent',
    thresholds: [90, 100],
    receivers: ['owner'],
    ways: ['notice'],
    said: text('池 {pool} 已用 {percent}', 'Pool {pool} is {percent} used'),
    state: 'on',
  },
  {
    name: text('剩余不足 500 MB', 'Less than 500 MB left'),
    owner: ENTERPRISE,
    by: 'enterprise',
    kind: 'flowLeft',
    thresholds: [100, 500],
    receivers: ['owner'],
    ways: ['notice'],
    said: text('{iccid} 只剩 {left}', '{iccid}: only {left} left'),
    state: 'draft',
  },
];
const idOf = (at: number) => String(72_051 + at);

type Used = {
  usage_id: string;
  card_id: string;
  iccid: string;
  customer_id: string;
  package_name: string;
  flow_used: string;
  flow_total: string;
  ends_at: Date;
  cycle_day: number;
  zone: string;
};

/** Cards of a customer and those below that have used half of their package and more, by what their carriers said. */
async function usedCards(ctx: Ctx, ownerId: string): Promise<Used[]> {
  const { rows } = await sql<Used>`
    select u.id::text as usage_id, c.id::text as card_id, c.iccid, c.customer_id::text, u.package_name, c.flow_used, c.flow_total,
      u.ends_at, u.cycle_day, u.zone
    from cards.v_card c join orders.v_package_usage u on u.card_id = c.id and u.is_main and u.state = 1
    where c.customer_id = any(${await subtreeIds(ctx.beyondScope(WHY), ownerId)}::bigint[]) and c.lifecycle <> 'cancelled'
      and not exists (select from pools.v_card_in_pool i where i.card_id = c.id) and c.flow_total > 0 and c.flow_used between c.flow_total * 0.5 and c.flow_total * 1.5
    order by c.id limit ${SHOWN}`.execute(ctx.beyondScope(WHY));
  return rows;
}

const subjectOf = (card: Used, now: Date): Subject => ({
  id: card.usage_id,
  card: { id: card.card_id, iccid: card.iccid, platform: 1, productCode: null },
  poolCode: null,
  packageName: card.package_name,
  holderId: card.customer_id,
  holderPath: '',
  endsAt: card.ends_at,
  uses: {
    usedBytes: BigInt(card.flow_used),
    allowanceBytes: BigInt(card.flow_total),
    poolPercent: null,
    daysLeft: null,
  },
  period: cycleOf(now, { day: card.cycle_day, zone: card.zone }).key,
});

/** What the first rule told of cards that have used most of their packages: by day at once, by night in the morning. */
async function writeMessages(ctx: Ctx, rule: RuleRow): Promise<void> {
  const now = ctx.clock.now();
  const cards = await usedCards(ctx, rule.customer_id);
  const names = await customerNames(
    ctx.beyondScope(WHY),
    cards.map(({ customer_id }) => customer_id),
  );
  const today = startOfDay(DEFAULT_ZONE, wallTimeIn(DEFAULT_ZONE, now));
  for (const [at, card] of cards.entries()) {
    const subject = subjectOf(card, now);
    const threshold = reachedOf(rule.kind, rule.thresholds, subject.uses).at(-1);
    if (threshold === undefined || percentOf(subject.uses) === null) continue;
    const isByNight = at % 4 === 3;
    const reached = new Date(+today - at * DAY_MS * 0.4 - DAY_MS + (isByNight ? 23.3 : 15.2) * 3_600_000);
    const night = wallTimeIn(DEFAULT_ZONE, reached);
    const isHeld = night.hour >= 22 || night.hour < 8;
    const due = isHeld
      ? new Date(+startOfDay(DEFAULT_ZONE, { ...night, day: night.day + (night.hour >= 22 ? 1 : 0) }) + 8 * 3_600_000)
      : reached;
    const firing = { rule_id: rule.id, kind: rule.kind, threshold };
    await ctx
      .beyondScope(WHY)
      .insertInto('usage_reminders.firing')
      .values({
        id: String(72_101 + at),
        ...firing,
        subject_id: subject.id,
        period: subject.period,
        fired_at: reached,
      })
      .execute();
    const said = saidOf(rule, subject, threshold, names.get(card.customer_id) ?? '');
    const row = (of: number, customerId: string): MessageRow => ({
      id: String(72_151 + at * 2 + of),
      firing_id: String(72_101 + at),
      ...firing,
      customer_id: customerId,
      owner_id: rule.customer_id,
      holder_id: card.customer_id,
      is_for_holder: of === 1,
      card_id: card.card_id,
      iccid: card.iccid,
      pool_code: null,
      way: 'notice',
      result: SendResult.values.success,
      failure: null,
      text_zh: said.zh,
      text_en: said.en,
      at: reached,
      due_at: due,
      settled_at: new Date(+due + 20_000),
      accounts: of === 1 ? 1 : 2,
      notice_no: null,
    });
    await ctx
      .beyondScope(WHY)
      .insertInto('usage_reminders.message')
      .values([row(0, rule.customer_id), ...(card.customer_id === rule.customer_id ? [] : [row(1, card.customer_id)])])
      .execute();
  }
}

/** Rules that are on, off and drafts, and what one of them told. */
export async function seedDemo(ctx: Ctx): Promise<void> {
  const since = new Date(+ctx.clock.now() - 12 * DAY_MS);
  for (const [at, demo] of RULES.entries()) {
    const isTurned = demo.state !== 'draft';
    const row = {
      id: idOf(at),
      customer_id: demo.owner,
      name: say(demo.name, ctx.language),
      kind: demo.kind,
      thresholds: [...demo.thresholds],
      receivers: [...demo.receivers],
      ways: [...demo.ways],
      quiet_hours: '22:00-08:00',
      customer_ids: [],
      product_codes: [],
      text_zh: demo.said.zh,
      text_en: demo.said.en,
      state: demo.state,
      turned_at: isTurned ? since : null,
      turned_by: isTurned ? demo.by : null,
      swept_day: null,
      version: 1,
      created_by: demo.by,
      created_at: since,
      updated_at: since,
    } satisfies RuleRow;
    await ctx.beyondScope(WHY).insertInto('usage_reminders.rule').values(row).execute();
    if (at === 0) await writeMessages(ctx, row);
  }
}
