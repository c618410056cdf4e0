import type { DisplayAudience, DisplayBinding } from '@cardinal/contract/enumerations/control.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Look } from './displayRules.ts';

const PLATFORM_ID = '1';
const AGENT_ID = '10';
const ENTERPRISE_ID = '12';
const RIVAL_ID = '20';

type Strategy = Look & {
  readonly name: Text;
  readonly audience: DisplayAudience;
  readonly customerId?: string;
  readonly isOff?: true;
  readonly bound?: readonly (readonly [DisplayBinding, string])[];
};

const STRATEGIES: readonly Strategy[] = [
  {
    name: text('下级不见 IMEI', 'Children without IMEI'),
    audience: 'child',
    shows: ['status', 'location', 'remaining', 'daily', 'carrier'],
    unit: 'fitting',
    decimals: 2,
    masksNumbers: false,
    historyMonths: 12,
    bound: [['customer', RIVAL_ID]],
  },
  {
    name: text('公众号简明', 'Public account, in short'),
    audience: 'publicAccount',
    shows: ['status', 'remaining'],
    unit: 'GB',
    decimals: 1,
    masksNumbers: true,
    historyMonths: 3,
    bound: [['product', 'LT-JASPER']],
  },
  {
    name: text('接口不含位置', 'API without location'),
    audience: 'api',
    shows: ['status', 'imei', 'remaining', 'daily', 'carrier'],
    unit: 'MB',
    decimals: 0,
    masksNumbers: false,
    historyMonths: 6,
    isOff: true,
  },
  {
    name: text('企业客户视图', 'What enterprises see'),
    audience: 'child',
    shows: ['status', 'remaining', 'daily', 'carrier'],
    unit: 'GB',
    decimals: 2,
    masksNumbers: true,
    historyMonths: 6,
    customerId: AGENT_ID,
    bound: [['customer', ENTERPRISE_ID]],
  },
];

export async function seedDisplays(ctx: Ctx): Promise<void> {
  const made = new Date(ctx.clock.now().getTime() - 30 * DAY_MS);
  const rows = STRATEGIES.map(({ bound: _, isOff, ...each }, at) => ({
    id: String(7_661 + at),
    customer_id: each.customerId ?? PLATFORM_ID,
    name: say(each.name, ctx.language),
    audience: each.audience,
    shows: [...each.shows],
    unit: each.unit,
    decimals: each.decimals,
    masks_numbers: each.masksNumbers,
    history_months: each.historyMonths,
    is_enabled: isOff !== true,
    created_by: each.customerId ? 'agent' : 'operator',
    created_at: made,
    updated_at: new Date(made.getTime() + at * DAY_MS),
  }));
  await ctx.db.insertInto('control.display_strategy').values(rows).execute();
  await ctx.db
    .insertInto('control.display_binding')
    .values(
      STRATEGIES.flatMap(({ bound = [] }, at) =>
        bound.map(([kind, object_id]) => ({
          strategy_id: String(7_661 + at),
          customer_id: rows[at]?.customer_id ?? PLATFORM_ID,
          audience: rows[at]?.audience ?? 'child',
          kind,
          object_id,
          bound_by: rows[at]?.created_by ?? null,
          bound_at: made,
        })),
      ),
    )
    .execute();
}
