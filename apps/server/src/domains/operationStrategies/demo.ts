import type { OperationState, OperationTrigger } from '@cardinal/contract/enumerations/operationStrategy.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { sweepOnce } from './firing/sweepStrategies.ts';
import { versionOf } from './managing/strategyRegister.ts';
import type { StrategyRow } from './strategyTables.ts';

const { STOP, NO_CONTROL } = ControlAction.values;
const [PLATFORM, AGENT, SUBAGENT] = ['1', '10', '11'];

type Demo = {
  readonly name: Text;
  readonly owner: string;
  readonly by: string;
  readonly trigger: OperationTrigger;
  readonly days?: number;
  readonly graceHours?: number;
  readonly of: string;
  readonly reason?: number;
  readonly state: OperationState;
  /** Since when it judges. */
  readonly forDays?: number;
  readonly priority: number;
};

const STRATEGIES: readonly Demo[] = [
  {
    name: text('到期即停（观察）', 'Stop when ended (watching)'),
    owner: AGENT,
    by: 'agent',
    trigger: 'packageEnded',
    of: AGENT,
    reason: 2,
    state: 'shadow',
    forDays: 12,
    priority: 20,
  },
  {
    name: text('换设备提醒', 'Tell of another device'),
    owner: AGENT,
    by: 'agent',
    trigger: 'imeiChanged',
    of: AGENT,
    state: 'on',
    forDays: 12,
    priority: 30,
  },
  {
    name: text('华东到期 3 天后停机', 'East: stop 3 days after the end'),
    owner: AGENT,
    by: 'agent',
    trigger: 'packageEnded',
    graceHours: 72,
    of: SUBAGENT,
    reason: 2,
    state: 'on',
    priority: 10,
  },
  {
    name: text('沉默半年提醒', 'Half a year silent'),
    owner: PLATFORM,
    by: 'operator',
    trigger: 'silentDays',
    days: 180,
    of: AGENT,
    state: 'draft',
    priority: 50,
  },
];
const idOf = (at: number) => String(71_801 + at);

async function write(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  for (const [at, demo] of STRATEGIES.entries()) {
    const since = demo.forDays === undefined ? now : new Date(+now - demo.forDays * DAY_MS);
    const isRunning = demo.state !== 'draft';
    const row = {
      id: idOf(at),
      customer_id: demo.owner,
      name: say(demo.name, ctx.language),
      trigger: demo.trigger,
      days: demo.days ?? null,
      amount: null,
      currency: 'CNY',
      customer_ids: [demo.of],
      account_ids: [],
      product_codes: [],
      package_ids: [],
      tag_ids: [],
      grace_hours: demo.graceHours ?? 0,
      quiet_hours: demo.reason === undefined ? '' : '22:00-07:00',
      action: demo.reason === undefined ? NO_CONTROL : STOP,
      reason: demo.reason ?? null,
      restarts: demo.reason !== undefined,
      brake: 5_000,
      priority: demo.priority,
      revision: 1,
      state: demo.state,
      judged_from: isRunning ? since : null,
      swept_until: isRunning ? since : null,
      shadow_since: isRunning ? since : null,
      turned_at: isRunning ? since : null,
      turned_by: isRunning ? demo.by : null,
      paused_at: null,
      brake_from: null,
      wanted_by_id: null,
      wanted_by: null,
      wants_existing: false,
      version: 1,
      created_by: demo.by,
      created_at: since,
      updated_at: since,
    } satisfies StrategyRow;
    await ctx.db.insertInto('operation_strategies.strategy').values(row).execute();
    await ctx.db
      .insertInto('operation_strategies.strategy_version')
      .values({
        strategy_id: row.id,
        revision: 1,
        definition: JSON.stringify(versionOf(row)),
        created_at: since,
        created_by: demo.by,
      })
      .execute();
  }
}

/** Strategies that have watched for some days: what they judged is written on the days it was due. */
export async function seedDemo(ctx: Ctx): Promise<void> {
  const made = await ctx.db
    .selectFrom('operation_strategies.strategy')
    .select('id')
    .where('id', '=', idOf(0))
    .executeTakeFirst();
  if (!made) await ctx.transact(write);
  while ((await sweepOnce(ctx)) > 0);
  await sql`update operation_strategies.firing f
    set fired_at = f.fact_at + make_interval(hours => s.grace_hours) + interval '40 seconds'
    from operation_strategies.strategy s where s.id = f.strategy_id`.execute(ctx.db);
}
