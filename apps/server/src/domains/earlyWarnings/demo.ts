import type { WarningOrigin } from '@cardinal/contract/api/earlyWarnings/definition.ts';
import type { WarningLevel, WarningMetric } from '@cardinal/contract/enumerations/warning.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { limitOf } from './judging/limitOf.ts';
import { warningMetrics } from './judging/metrics.ts';
import { type EventRow, type RuleRow, type Sample, WHY } from './warningTables.ts';

const [PLATFORM, AGENT, ENTERPRISE] = ['1', '10', '12'];
const HOUR_MS = 3_600_000;

type Demo = {
  readonly name: Text;
  readonly owner: string;
  readonly by: string;
  readonly origin: WarningOrigin;
  readonly metric: WarningMetric;
  readonly limit: string;
  readonly level: WarningLevel;
  readonly hold: number;
  /** What it found in the past: how many days ago, for how many hours, and the values. */
  readonly found?: readonly { readonly days: number; readonly hours: number; readonly values: readonly number[] }[];
};

const staff = { owner: PLATFORM, by: 'operator', origin: 'fleet' } as const;
const RULES: readonly Demo[] = [
  {
    ...staff,
    name: text('运营商接口失败过多', 'Carrier interface failing'),
    metric: 'carrierFailing',
    limit: '20',
    level: 'critical',
    hold: 2,
    found: [
      { days: 9, hours: 0.6, values: [24, 41, 58, 52, 33, 21, 12] },
      { days: 3, hours: 1.2, values: [22, 30, 37, 35, 26, 19, 9] },
    ],
  },
  {
    ...staff,
    name: text('同步落后 2 小时', 'Two hours behind'),
    metric: 'syncLag',
    limit: '120',
    level: 'warn',
    hold: 5,
  },
  {
    ...staff,
    name: text('指令 30 分钟未确认', 'Commands unconfirmed for 30 minutes'),
    metric: 'commandsUnconfirmed',
    limit: '30',
    level: 'warn',
    hold: 0,
  },
  {
    ...{ owner: AGENT, by: 'agent', origin: 'fleet' },
    name: text('流量池剩余不足 10%', 'Less than 10% left in a pool'),
    metric: 'poolRemaining',
    limit: '10',
    level: 'warn',
    hold: 0,
  },
  {
    ...{ owner: AGENT, by: 'agent', origin: 'own' },
    name: text('余额只够 7 天', 'Seven days of spend left'),
    metric: 'spendableDays',
    limit: '7',
    level: 'warn',
    hold: 0,
  },
  {
    ...{ owner: ENTERPRISE, by: 'enterprise', origin: 'own' },
    name: text('余额不足 100 元', 'Balance below 100'),
    metric: 'balance',
    limit: '100.00',
    level: 'info',
    hold: 0,
    found: [{ days: 16, hours: 20, values: [9_400, 8_150, 6_020, 4_975, 4_975, 54_975] }],
  },
];

/** What a rule found in the past and was over by itself. */
async function writeEvents(ctx: Ctx, rule: RuleRow, at: number, found: NonNullable<Demo['found']>): Promise<void> {
  const figures = await ctx
    .contributed(warningMetrics)
    .get(rule.metric)
    ?.read(ctx, { customerIds: [rule.customer_id], windowMinutes: 15 });
  const object = figures?.[0];
  if (!object) return;
  for (const [place, { days, hours, values }] of found.entries()) {
    const opened = new Date(+ctx.clock.now() - days * DAY_MS);
    const step = (hours * HOUR_MS) / values.length;
    const samples: Sample[] = values.map((value, n) => [Math.floor((+opened + n * step) / 1_000), value]);
    const worst = rule.metric === 'balance' ? Math.min(...values) : Math.max(...values);
    const resolved = new Date(+opened + hours * HOUR_MS);
    const { samples: _, ...row }: EventRow = {
      id: String(72_300 + at * 10 + place),
      rule_id: rule.id,
      customer_id: rule.customer_id,
      origin: rule.origin,
      rule_name: rule.name,
      metric: rule.metric,
      level: rule.level,
      object_id: object.objectId,
      object_name: object.name,
      object_customer_id: object.customerId,
      link: object.link,
      value: String(values.at(-1) ?? 0),
      worst: String(worst),
      limit_value: String(limitOf(rule, object.currency)),
      currency: object.currency,
      samples,
      state: 'resolved',
      opened_at: opened,
      told_at: opened,
      told: 1,
      acknowledged_at: null,
      handled_by: null,
      note: null,
      resolved_at: resolved,
      ended_by: 'recovered',
    };
    await ctx
      .beyondScope(WHY)
      .insertInto('early_warnings.event')
      .values({ ...row, samples: JSON.stringify(samples) })
      .execute();
  }
}

/** Rules that are on, and what two of them found. */
export async function seedDemo(ctx: Ctx): Promise<void> {
  const since = new Date(+ctx.clock.now() - 20 * DAY_MS);
  for (const [at, demo] of RULES.entries()) {
    const { rows } = await sql<{ id: string }>`
      select id from identity.v_account where account = ${demo.by} limit 1`.execute(ctx.beyondScope(WHY));
    const receiver = rows[0]?.id;
    if (receiver === undefined) continue;
    const row = {
      id: String(72_200 + at),
      customer_id: demo.owner,
      origin: demo.origin,
      name: say(demo.name, ctx.language),
      metric: demo.metric,
      limit_text: demo.limit,
      window_minutes: demo.metric === 'carrierFailing' ? 15 : null,
      hold_minutes: demo.hold,
      level: demo.level,
      receivers: [receiver],
      repeat_hours: demo.level === 'critical' ? 2 : 0,
      customer_ids: [],
      state: 'on',
      silenced_until: null,
      last_fired_at: demo.found?.[0] ? new Date(+ctx.clock.now() - (demo.found.at(-1)?.days ?? 0) * DAY_MS) : null,
      version: 1,
      created_by: demo.by,
      created_at: since,
      updated_at: since,
    } satisfies RuleRow;
    await ctx.beyondScope(WHY).insertInto('early_warnings.rule').values(row).execute();
    if (demo.found) await writeEvents(ctx, row, at, demo.found);
  }
}
