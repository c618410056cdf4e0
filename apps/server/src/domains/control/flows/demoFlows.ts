import type { FlowRule } from '@cardinal/contract/api/control/flowRules.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { bytesOf } from '@cardinal/primitives/dataVolume.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { Ctx } from '../../../framework/context.ts';

const PLATFORM_ID = '1';
const AGENT_ID = '10';
const { Lt, Yd, Dx } = Platform.values;
const { STOP, LIMIT, OFFLINE, NO_CONTROL } = ControlAction.values;
/** Of the demo's speed-limit strategies. */
const IN_STEPS = '7601';
const CAMERAS = '7604';

const remind = (threshold: string, notify: FlowRule['notify'] = ['sms']): FlowRule => ({
  base: 'allowance',
  threshold,
  action: NO_CONTROL,
  limitStrategyId: null,
  notify,
  restore: 'cycle',
});
const act = (
  base: FlowRule['base'],
  threshold: string,
  action: FlowRule['action'],
  but: Partial<FlowRule> = {},
): FlowRule => ({ base, threshold, action, limitStrategyId: null, notify: [], restore: 'cycle', ...but });

type Strategy = {
  readonly name: Text;
  readonly platform: Platform;
  readonly rules: readonly FlowRule[];
  readonly customerId?: string;
  readonly isOff?: true;
  /** Codes of the packages it governs. */
  readonly packages?: readonly string[];
};

const STRATEGIES: readonly Strategy[] = [
  {
    name: text('联通满百停机', 'Unicom, stop when used up'),
    platform: Lt,
    rules: [remind('80'), act('allowance', '100', STOP, { notify: ['sms', 'webhook'], restore: 'package' })],
    packages: ['LT-M1G', 'LT-M5G', 'LT-Y1G'],
  },
  {
    name: text('移动先限速后停机', 'Mobile, slow down, then stop'),
    platform: Yd,
    rules: [
      remind('80', ['sms', 'wechat']),
      act('allowance', '100', LIMIT, { limitStrategyId: IN_STEPS, restore: 'package' }),
      act('allowance', '150', STOP, { notify: ['sms'], restore: 'package' }),
    ],
    packages: ['YD-M1G', 'YD-F10G'],
  },
  {
    name: text('移动防盗刷', 'Mobile, against misuse'),
    platform: Yd,
    rules: [act('day', String(bytesOf('2', 'GB')), OFFLINE, { notify: ['webhook'], restore: 'manual' })],
  },
  {
    name: text('电信监控流控', 'Telecom, cameras'),
    platform: Dx,
    rules: [
      remind('90', ['webhook']),
      act('allowance', '100', LIMIT, { limitStrategyId: CAMERAS }),
      act('pool', '95', NO_CONTROL, { notify: ['webhook'] }),
    ],
    customerId: AGENT_ID,
  },
  {
    name: text('联通旧策略', 'Unicom, old'),
    platform: Lt,
    rules: [act('volume', String(bytesOf('10', 'GB')), STOP, { restore: 'manual' })],
    isOff: true,
  },
  {
    name: text('移动不限量限速', 'Mobile, unlimited but slower'),
    platform: Yd,
    rules: [act('volume', String(bytesOf('100', 'GB')), LIMIT, { limitStrategyId: IN_STEPS })],
    packages: ['YD-UNL'],
  },
];

/** Strategies of carriers whose demo accounts can stop and limit, with the packages they govern. */
export async function seedFlows(ctx: Ctx): Promise<void> {
  const made = new Date(ctx.clock.now().getTime() - 45 * DAY_MS);
  const packages = await ctx.db.selectFrom('packages.v_package').select(['id', 'code']).execute();
  const idOf = new Map(packages.map(({ code, id }) => [code, id]));
  const by = ({ customerId }: Strategy) => (customerId ? 'agent' : 'operator');
  await ctx.db
    .insertInto('control.flow_strategy')
    .values(
      STRATEGIES.map((each, at) => ({
        id: String(7_621 + at),
        customer_id: each.customerId ?? PLATFORM_ID,
        name: say(each.name, ctx.language),
        platform: each.platform,
        rules: JSON.stringify(each.rules),
        state: each.isOff ? ('off' as const) : ('shadow' as const),
        shadow_since: each.isOff ? null : made,
        created_by: by(each),
        created_at: made,
        updated_at: new Date(made.getTime() + at * DAY_MS),
      })),
    )
    .execute();
  const governed = STRATEGIES.flatMap((each, at) =>
    (each.packages ?? []).flatMap((code) => {
      const packageId = idOf.get(code);
      return packageId === undefined ? [] : [{ each, strategyId: String(7_621 + at), packageId, code }];
    }),
  );
  if (governed.length === 0) return;
  await ctx.db
    .insertInto('control.flow_strategy_package')
    .values(
      governed.map(({ each, strategyId, packageId, code }, at) => ({
        id: String(7_641 + at),
        customer_id: each.customerId ?? PLATFORM_ID,
        strategy_id: strategyId,
        package_id: packageId,
        limit_strategy_id: code === 'YD-F10G' ? '7602' : null,
        own_tiers: null,
        associated_by: by(each),
        associated_at: new Date(made.getTime() + (5 + at) * DAY_MS),
        updated_at: made,
      })),
    )
    .execute();
  const monthly = governed.findIndex(({ code }) => code === 'YD-M1G');
  if (monthly < 0) return;
  await ctx.db
    .insertInto('control.flow_limit_exception')
    .values({
      flow_package_id: String(7_641 + monthly),
      customer_id: AGENT_ID,
      limit_strategy_id: null,
      ends_on: null,
      set_by: 'operator',
      set_at: new Date(made.getTime() + 12 * DAY_MS),
    })
    .execute();
}
