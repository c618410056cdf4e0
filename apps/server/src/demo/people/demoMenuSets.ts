import { say, type Text, text } from '@cardinal/primitives/text.ts';
import type { MenuSetTable } from '../../domains/identity/identityTables.ts';
import { BUILT_IN } from '../../domains/identity/rights/menuTree.ts';
import type { Ctx } from '../../framework/context.ts';

const DAY_MS = 86_400_000;
/** How many enterprises get the light set. */
const USERS = 6;

/** Sections of no use to an enterprise that only manages its own devices. */
const BUSINESS: readonly string[] = [
  '/wxAppManagement',
  '/marketingActivities',
  '/shareBenefit',
  '/partner',
  '/esimManagement',
];

const entriesWithout = (sections: readonly string[], titles: Readonly<Record<string, [zh: string, en: string]>> = {}) =>
  [...BUILT_IN.values()]
    .filter(
      ({ kind, key }) => kind !== 'button' && !sections.some((each) => key === each || key.startsWith(`${each}/`)),
    )
    .filter(({ kinds }) => kinds.length === 0 || kinds.some((kind) => kind !== 'PLATFORM'))
    .map(({ key }) => ({ key, zh: titles[key]?.[0] ?? null, en: titles[key]?.[1] ?? null }));

/** Example menu sets; the light one is assigned to some generated enterprises, none to the demonstration accounts. */
export async function seedMenuSets(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const set = (
    id: string,
    customer_id: string,
    name: Text,
    kind: MenuSetTable['kind'],
    entries: object[],
    age: number,
  ) => ({
    id,
    customer_id,
    name: say(name, ctx.language),
    kind,
    edition: null,
    is_default: false,
    home: null as string | null,
    entries: JSON.stringify(entries) as unknown as MenuSetTable['entries'],
    created_at: new Date(now.getTime() - age * DAY_MS),
    updated_at: new Date(now.getTime() - (age / 2) * DAY_MS),
    version: 1,
  });
  const light = entriesWithout(BUSINESS, { '/cardsManagement': ['我的设备', 'My devices'] });
  await ctx.db
    .insertInto('identity.menu_set')
    .values([
      set('4001', '1', text('企业轻量版', 'Enterprise, light'), 'ENTERPRISE', light, 120),
      set('4002', '1', text('标准代理', 'Standard agent'), 'AGENT', entriesWithout(['/wxAppManagement']), 200),
      {
        ...set(
          '4003',
          '10',
          text('车联网客户', 'Connected vehicles'),
          'ENTERPRISE',
          entriesWithout([...BUSINESS, '/invoiceManagement']),
          40,
        ),
        home: '/cardsManagement/flowCardManagement',
      },
    ])
    .execute();
  const enterprises = await ctx.db
    .selectFrom('customers.v_customer')
    .select('id')
    .where('kind', '=', 'ENTERPRISE')
    .where('id', '>=', '100')
    .orderBy('id')
    .limit(USERS)
    .execute();
  if (enterprises.length === 0) return;
  await ctx.db
    .insertInto('identity.menu_set_customer')
    .values(
      enterprises.map(({ id }, at) => ({
        customer_id: id,
        set_id: '4001',
        assigned_by: 'admin',
        assigned_at: new Date(now.getTime() - (10 + at) * DAY_MS),
      })),
    )
    .execute();
}
