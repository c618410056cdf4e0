import { type Text, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import { saidIn } from '../../../demo/demoWords.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { PlanTable } from './planTables.ts';

const BLANK = { rate_plan: null, services: [], apns: [], rats: [], countries: ['CN'], remark: null } as const;
/** 9301 is named in an example of the API documentation. The carrier counts no cards for a plan that is gone. */
const PLANS: readonly (Partial<Omit<PlanTable, 'name' | 'remark'>> &
  Pick<PlanTable, 'id' | 'carrier_account_id' | 'carrier_name'> & { readonly name: Text; readonly remark?: Text })[] = [
  {
    id: '9301',
    carrier_account_id: '101',
    carrier_name: 'DEMO-DATA',
    name: text('数据', 'Data'),
    rate_plan: 'DEMO-100MB',
    services: ['data'],
    apns: ['unim2m.njm2mapn'],
    rats: ['4G'],
  },
  {
    id: '9302',
    carrier_account_id: '101',
    carrier_name: 'DEMO-DATA-SMS',
    name: text('数据与短信', 'Data and SMS'),
    services: ['data', 'sms'],
    apns: ['unim2m.njm2mapn'],
    rats: ['3G', '4G'],
  },
  {
    id: '9303',
    carrier_account_id: '101',
    carrier_name: 'DEMO-3G',
    name: text('3G 数据', '3G data'),
    rats: ['3G'],
    gone_at: new Date(0),
  },
  {
    id: '9304',
    carrier_account_id: '103',
    carrier_name: 'CMP-DATA',
    name: text('CMP 数据', 'CMP data'),
    services: ['data'],
    apns: ['scuiot'],
    is_by_hand: true,
    remark: text('接口不提供计划清单，按合同维护', 'The interface lists no plans; kept by contract'),
  },
  {
    id: '9305',
    carrier_account_id: '105',
    carrier_name: 'CMIOT',
    name: text('移动物联网', 'Mobile IoT'),
    services: ['data', 'sms'],
    apns: ['cmiot', 'cmmtm'],
    rats: ['4G', 'NB'],
    is_by_hand: true,
  },
];
const PULLED_DAYS_AGO = 1;

/** Plans of three accounts after yesterday's pull: equal counts, one difference, one gone plan. */
export async function seedPlanDemo(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const at = new Date(now.getTime() - PULLED_DAYS_AGO * DAY_MS);
  const accounts = await ctx.db.selectFrom('carriers.v_account').select(['id', 'customer_id']).execute();
  for (const { gone_at, ...plan } of saidIn(ctx.language, PLANS)) {
    const account = accounts.find(({ id }) => id === plan.carrier_account_id);
    if (!account) continue;
    const own = plan.is_by_hand ? null : await ownCards(ctx, plan);
    await ctx.db
      .insertInto('card_commands.plan')
      .values({
        ...BLANK,
        services: [],
        apns: [],
        rats: [],
        countries: ['CN'],
        is_by_hand: false,
        ...plan,
        customer_id: account.customer_id,
        state: 'on',
        gone_at: gone_at ? at : null,
        // Three cards were moved at the carrier's own portal.
        carrier_cards: own === null || gone_at ? null : plan.carrier_name === 'DEMO-DATA-SMS' ? own + 3 : own,
        own_cards: own,
        counted_at: own === null ? null : at,
        version: 1,
        created_at: new Date(now.getTime() - 200 * DAY_MS),
        updated_at: at,
      })
      .execute();
  }
  await ctx.db
    .insertInto('card_commands.plan_pull')
    .values({
      carrier_account_id: '101',
      state: 'finished',
      seen: 2_950,
      words: null,
      began_at: at,
      finished_at: new Date(at.getTime() + 60_000),
    })
    .execute();
}

async function ownCards(ctx: Ctx, plan: Pick<PlanTable, 'carrier_account_id' | 'carrier_name'>): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from cards.v_card
    where carrier_account_id = ${plan.carrier_account_id}::bigint and communication_plan = ${plan.carrier_name}`.execute(
    ctx.db,
  );
  return Number(rows[0]?.n ?? 0);
}
