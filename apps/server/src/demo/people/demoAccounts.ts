import type { CustomerKind } from '@cardinal/contract/enumerations/customer.ts';
import { PERMISSIONS, subjectOf } from '@cardinal/contract/permissions/catalogue.ts';
import { suitsKind } from '@cardinal/contract/permissions/suitsKind.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { keepSignIn } from '../../domains/customers/face.ts';
import { MAIN_ROLE_NAME } from '../../domains/identity/accounts/addCustomer.ts';
import type { AccountTable, RoleTable } from '../../domains/identity/identityTables.ts';
import { bumpRightsVersion } from '../../domains/identity/rights/rightsStore.ts';
import { ROLE_TEMPLATES } from '../../domains/identity/roles/roleTemplates.ts';
import { fitsPassword, hashPassword } from '../../domains/identity/signIn/passwordHashing.ts';
import type { Ctx } from '../../framework/context.ts';
import type { Database } from '../../framework/tables.ts';
import { personName, phoneNumber } from '../demoPeople.ts';
import { saidIn } from '../demoWords.ts';
import { seedMenuSets } from './demoMenuSets.ts';
import { DEMO_PASSWORD } from './shownAccounts.ts';

const DAY_MS = 86_400_000;

/** Enterprises lack these: they have no children to sell to or stock for. */
const NOT_OF_ENTERPRISES: ReadonlySet<string> = new Set([
  'importCard',
  'cardScope',
  'proDistribute',
  'packageDistribute',
  'SMSPackageDistribute',
  'cardAllocation',
  'menuSet',
]);

/** Also those for adding customers, or allocating cards to them. */
const OF_PARENTS: ReadonlySet<string> = new Set(['user.add', 'batchOperate.allocate', 'batchOperate.recover']);

const grantOf = (kind: CustomerKind): string[] =>
  PERMISSIONS.map(({ id }) => id)
    .filter((id) => suitsKind(id, kind) && !(kind === 'ENTERPRISE' && NOT_OF_ENTERPRISES.has(subjectOf(id))))
    .filter((id) => !(kind === 'ENTERPRISE' && OF_PARENTS.has(id)))
    .sort();

type Staff = { id: string; account: string; name: string; customerId: string; roleIds: string[] };

const ADMINISTRATOR = text('系统管理员', 'Administrator');
const MAIN_ROLE = text(MAIN_ROLE_NAME, 'Customer administrator');
/** The accounts used in demonstrations. Their ids never change. */
const FIXED: readonly (Omit<Staff, 'name'> & { name: Text })[] = [
  { id: '1001', account: 'admin', name: ADMINISTRATOR, customerId: '1', roleIds: ['2001'] },
  {
    id: '1002',
    account: 'operator',
    name: text('平台运营', 'Platform operations'),
    customerId: '1',
    roleIds: ['2005'],
  },
  {
    id: '1003',
    account: 'agent',
    name: text('甲代理管理员', 'Agent A administrator'),
    customerId: '10',
    roleIds: ['3010'],
  },
  {
    id: '1004',
    account: 'subagent',
    name: text('华东分部管理员', 'East branch administrator'),
    customerId: '11',
    roleIds: ['3011'],
  },
  {
    id: '1005',
    account: 'enterprise',
    name: text('安途管理员', 'Antu administrator'),
    customerId: '12',
    roleIds: ['3012'],
  },
  {
    id: '1006',
    account: 'rival',
    name: text('乙代理管理员', 'Agent B administrator'),
    customerId: '20',
    roleIds: ['3020'],
  },
  {
    id: '1007',
    account: 'miniapp',
    name: text('小程序管理员', 'Mini-app administrator'),
    customerId: '3',
    roleIds: ['3003'],
  },
  { id: '1008', account: 'norole', name: text('无角色账号', 'Account without a role'), customerId: '10', roleIds: [] },
  { id: '1009', account: 'finance', name: text('平台财务', 'Platform finance'), customerId: '1', roleIds: ['2003'] },
  {
    id: '1010',
    account: 'warehouse',
    name: text('平台仓库', 'Platform warehouse'),
    customerId: '1',
    roleIds: ['2004'],
  },
  { id: '1011', account: 'kefu', name: text('甲代理客服', 'Agent A service'), customerId: '10', roleIds: ['2102'] },
  { id: '1012', account: 'caiwu', name: text('甲代理财务', 'Agent A finance'), customerId: '10', roleIds: ['2103'] },
  {
    id: '1013',
    account: 'readonly',
    name: text('甲代理只读', 'Agent A read-only'),
    customerId: '10',
    roleIds: ['2106'],
  },
];

/** The id of a customer's main role: 3000 plus the customer's id. */
const mainRoleId = (customerId: string) => String(3_000 + Number(customerId));

/** Roles, accounts and sign-ins of the demo's customers. One password for all, hashed once. */
export async function seedDemo(ctx: Ctx): Promise<void> {
  const random = seededRandom('demo identity');
  const now = ctx.clock.now();
  const customers = await ctx.db.selectFrom('customers.v_customer').selectAll().orderBy('id').execute();
  const role = (id: string, customerId: string, kind: RoleTable['kind'], name: string, permissions: string[]) => {
    const changedDaysAgo = random.int(300);
    const createdAt = new Date(now.getTime() - 400 * DAY_MS);
    return {
      id,
      customer_id: customerId,
      kind,
      name,
      description: '',
      permissions,
      created_at: createdAt,
      // The initial roles of a customer are unchanged.
      updated_at: kind === 'custom' ? new Date(now.getTime() - changedDaysAgo * DAY_MS) : createdAt,
      version: 1,
    };
  };
  const kindOf = new Map(customers.map((customer) => [customer.id, customer.kind]));
  const made = (base: number, customerId: string): RoleTable[] =>
    ROLE_TEMPLATES.map(({ title, permissions }, at) =>
      role(
        String(base + at),
        customerId,
        'custom',
        say(title, ctx.language),
        permissions.filter((id) => suitsKind(id, kindOf.get(customerId) ?? 'AGENT')),
      ),
    );
  const roles: RoleTable[] = [
    role('2001', '1', 'admin', say(ADMINISTRATOR, ctx.language), []),
    ...made(2_002, '1'),
    ...made(2_102, '10'),
    ...customers
      .filter((customer) => customer.kind !== 'PLATFORM')
      .map((customer) =>
        role(mainRoleId(customer.id), customer.id, 'main', say(MAIN_ROLE, ctx.language), grantOf(customer.kind)),
      ),
  ];
  const staff: Staff[] = [
    ...saidIn(ctx.language, FIXED),
    ...customers
      .filter((customer) => Number(customer.id) >= 100)
      .map((customer) => ({
        id: String(10_000 + Number(customer.id)),
        account: customer.code.toLowerCase(),
        name: personName(random, ctx.language),
        customerId: customer.id,
        roleIds: [mainRoleId(customer.id)],
      })),
  ];
  const hash = await hashPassword(DEMO_PASSWORD);
  const accounts = staff.map((person, at): AccountTable => {
    const createdAt = new Date(now.getTime() - (400 - at) * DAY_MS);
    const hasSignedIn = person.account !== 'norole' && random.int(8) > 0;
    return {
      id: person.id,
      account: person.account,
      customer_id: person.customerId,
      name: person.name,
      phone: phoneNumber(random),
      email: `${person.account}@example.com`,
      phone_verified_at: createdAt,
      email_verified_at: createdAt,
      status: 1,
      password_hash: hash,
      password_changed_at: new Date(now.getTime() - (5 + random.int(80)) * DAY_MS),
      must_change_password: false,
      data_scope: 'subtree',
      data_scope_customer_ids: [],
      last_login_at: hasSignedIn ? new Date(now.getTime() - random.int(20 * 24 * 60) * 60_000) : null,
      last_login_address: hasSignedIn ? `10.20.${random.int(30)}.${1 + random.int(250)}` : null,
      created_by: at === 0 ? null : 'admin',
      created_at: createdAt,
      updated_at: createdAt,
      deleted_at: null,
      version: 1,
    };
  });
  await ctx.db.insertInto('identity.role').values(roles).execute();
  await ctx.db.insertInto('identity.account').values(accounts).execute();
  await ctx.db
    .insertInto('identity.account_role')
    .values(
      staff.flatMap((person) =>
        person.roleIds.map((roleId) => ({ account_id: person.id, role_id: roleId, customer_id: person.customerId })),
      ),
    )
    .execute();
  for (const customer of customers) {
    const signIns = accounts.flatMap((each) =>
      each.customer_id === customer.id && each.last_login_at ? [each.last_login_at.getTime()] : [],
    );
    if (signIns.length > 0) await keepSignIn(ctx.db, customer.id, new Date(Math.max(...signIns)));
  }
  const attempts = accounts.flatMap((account) => {
    if (!account.last_login_at) return [];
    const last = account.last_login_at.getTime();
    return Array.from({ length: 1 + random.int(4) }, (_, at) => ({
      id: ctx.ids.next(),
      account_key: account.account,
      account_id: account.id,
      customer_id: account.customer_id,
      address: account.last_login_address ?? '',
      result: at > 0 && random.int(6) === 0 ? ('wrong' as const) : ('success' as const),
      at: new Date(last - at * (DAY_MS + random.int(DAY_MS))),
    }));
  });
  await ctx.db.insertInto('identity.login_attempt').values(attempts).execute();
  await seedMenuSets(ctx);
  await bumpRightsVersion(ctx.db);
}

/**
 * The enabled accounts that still have the demo's password. Hashing is slow, so only those are tried that can have it: with a
 * name of the demo, or with a hash that several accounts share, which no other way of setting a password leaves behind.
 */
export async function demoPasswordHolders(db: Database): Promise<string[]> {
  const { rows } = await sql<{ account: string; password_hash: string }>`
    select min(account) as account, password_hash from identity.account where deleted_at is null and status = 1
    group by password_hash having count(*) > 1 or bool_or(lower(account) = any(${FIXED.map(({ account }) => account)}))
    order by 1`.execute(db);
  const found: string[] = [];
  for (const { account, password_hash } of rows)
    if (await fitsPassword(password_hash, DEMO_PASSWORD)) found.push(account);
  return found;
}
