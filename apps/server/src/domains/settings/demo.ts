import { DEMO_SITE_SETTINGS } from '@cardinal/contract/siteSettings.ts';
import type { Ctx } from '../../framework/context.ts';
import { seedRegions } from './countries/demoRegions.ts';
import { seedGuides } from './guides/demoGuides.ts';

const OF_ALL = { customer_id: '1', name: 'language', is_bound: false, set_by: 'admin' } as const;

/** The demo's hosts, stored so that they can be edited, its language, and customers with settings of their own. */
export async function seedDemo(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  await seedRegions(ctx);
  await seedGuides(ctx);
  const body = JSON.stringify(DEMO_SITE_SETTINGS);
  await ctx.db.insertInto('settings.platform').values({ one: true, body, version: 1, updated_at: now }).execute();
  await ctx.db
    .insertInto('settings.customer_setting')
    .values([
      // Chinese is the default.
      ...(ctx.language === 'en' ? [{ ...OF_ALL, value: JSON.stringify(ctx.language), updated_at: now }] : []),
      {
        customer_id: '10',
        name: 'approvalFromCards',
        value: JSON.stringify(8_000),
        is_bound: true,
        set_by: 'agent',
        updated_at: now,
      },
      {
        customer_id: '12',
        name: 'passwordDays',
        value: JSON.stringify(365),
        is_bound: false,
        set_by: 'enterprise',
        updated_at: now,
      },
    ])
    .execute();
}
