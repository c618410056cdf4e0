import { OPEN_INTERFACES } from '@cardinal/contract/api/openApi/interfaces.ts';
import { CALLS_PER_MINUTE, type OpenScope } from '@cardinal/contract/api/openApi/scopes.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { saidIn } from '../../demo/demoWords.ts';
import type { Ctx } from '../../framework/context.ts';
import { paceClass } from './paceRules.ts';
import { keepSecret } from './secrets.ts';

/** The key of the README's example; it exists in the demo only. */
export const DEMO_KEY = { appKey: 'ck_demo_agent', secret: 'cs_demo_agent_for_trying_only' } as const;

const READ: readonly OpenScope[] = ['card.read', 'usage.read', 'order.read', 'task.read'];
const EVERY: readonly OpenScope[] = [...READ, 'card.write', 'status.write', 'order.write'];
/** 8001 and 8101 are named in the examples of the API documentation. */
const SETS = [
  {
    id: '8001',
    customer: '10',
    name: text('只读查询', 'Read only'),
    scopes: READ,
    remark: text('报表与大屏使用', 'For reports and wall displays'),
  },
  { id: '8002', customer: '10', name: text('运维对接', 'Operations'), scopes: EVERY, remark: null },
  { id: '8003', customer: '1', name: text('只读查询', 'Read only'), scopes: READ, remark: null },
] as const;
type Sample = {
  readonly id: string;
  readonly account: string;
  readonly name: Text;
  readonly appKey: string;
  readonly secret?: string;
  readonly set?: string;
  readonly scopes?: readonly OpenScope[];
  readonly addresses?: readonly string[];
  readonly daysOld: number;
  readonly endsInDays?: number;
  readonly isDisabled?: boolean;
  readonly callsADay: number;
  readonly dailyQuota?: number;
  readonly platforms?: readonly number[];
};
const KEYS: readonly Sample[] = [
  {
    id: '8101',
    account: 'agent',
    name: text('运维平台', 'Operations platform'),
    ...DEMO_KEY,
    set: '8002',
    daysOld: 60,
    callsADay: 24,
  },
  {
    id: '8102',
    account: 'agent',
    name: text('数据大屏', 'Wall display'),
    appKey: 'ck_demo_board',
    set: '8001',
    daysOld: 45,
    callsADay: 40,
    dailyQuota: 5_000,
    platforms: [1],
  },
  {
    id: '8103',
    account: 'agent',
    name: text('旧版 ERP', 'Old ERP'),
    appKey: 'ck_demo_old_erp',
    scopes: EVERY,
    addresses: ['203.0.113.10', '203.0.113.11'],
    daysOld: 200,
    isDisabled: true,
    callsADay: 0,
  },
  {
    id: '8104',
    account: 'subagent',
    name: text('CRM 同步', 'CRM sync'),
    appKey: 'ck_demo_crm',
    scopes: ['card.read', 'status.write'],
    addresses: ['198.51.100.24'],
    daysOld: 30,
    endsInDays: 20,
    callsADay: 12,
  },
  {
    id: '8105',
    account: 'enterprise',
    name: text('车联网平台', 'Fleet platform'),
    appKey: 'ck_demo_fleet',
    scopes: READ,
    daysOld: 90,
    endsInDays: -3,
    callsADay: 0,
  },
  {
    id: '8106',
    account: 'operator',
    name: text('对账脚本', 'Reconciliation script'),
    appKey: 'ck_demo_check',
    set: '8003',
    daysOld: 10,
    callsADay: 8,
  },
];
const DAYS = 7;
/** States shown in the demo's catalogue: one that ends, one with a limit of its own. 'open.remark' is an example. */
const SAID = [
  {
    name: 'open.remark',
    endsInDays: 75,
    calls_per_second: null,
    notes_zh: '备注将并入卡片编辑接口。',
    notes_en: 'Remarks move to an interface that edits a card.',
  },
  { name: 'open.cards', endsInDays: undefined, calls_per_second: 20, notes_zh: null, notes_en: null },
] as const;

/** Keys in every state, and a week of calls for those in use. */
export async function seedDemo(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS);
  for (const { id, customer, name, scopes, remark } of saidIn(ctx.language, SETS)) {
    const created_at = at(-90);
    await ctx.db
      .insertInto('open_api.scope_set')
      .values({
        id,
        customer_id: customer,
        name,
        scopes: [...scopes],
        remark,
        version: 1,
        created_at,
        updated_at: created_at,
      })
      .execute();
  }
  const accounts = await ctx.db
    .selectFrom('identity.v_account')
    .select(['id', 'account', 'customer_id'])
    .where('account', 'in', [...new Set(KEYS.map(({ account }) => account))])
    .execute();
  for (const sample of KEYS) {
    const holder = accounts.find(({ account }) => account === sample.account);
    if (!holder) continue;
    await ctx.db
      .insertInto('open_api.api_key')
      .values({
        id: sample.id,
        customer_id: holder.customer_id,
        account_id: holder.id,
        account_name: sample.account,
        name: say(sample.name, ctx.language),
        app_key: sample.appKey,
        scope_set_id: sample.set ?? null,
        scopes: [...(sample.scopes ?? [])],
        daily_quota: sample.dailyQuota ?? null,
        platforms: [...(sample.platforms ?? [])],
        addresses: [...(sample.addresses ?? [])],
        expires_at: sample.endsInDays === undefined ? null : at(sample.endsInDays),
        disabled_at: sample.isDisabled ? at(-20) : null,
        disabled_by: sample.isDisabled ? sample.account : null,
        version: 1,
        created_at: at(-sample.daysOld),
        updated_at: at(-sample.daysOld),
      })
      .execute();
    if (sample === KEYS[0]) await seedRotation(ctx, sample.id);
    await keepSecret(ctx, sample.id, sample.secret);
    await seedCalls(ctx, sample, holder.customer_id);
  }
  await ctx.db
    .insertInto('open_api.interface')
    .values(
      SAID.map(({ endsInDays, ...said }) => ({
        ...said,
        state: endsInDays ? ('deprecated' as const) : ('online' as const),
        ends_at: endsInDays ? at(endsInDays) : null,
        announced_at: endsInDays ? at(-6) : null,
        replaced_by: null,
        title_zh: null,
        title_en: null,
        version: 1,
        updated_by: 'operator',
        updated_at: at(-6),
      })),
    )
    .execute();
  // The agent limits its child's keys to reading: the child's key can no longer stop cards.
  await ctx.db
    .insertInto('open_api.customer_grant')
    .values({
      customer_id: '11',
      scopes: [...READ],
      calls_per_minute: CALLS_PER_MINUTE.initial / 2,
      granted_by: 'agent',
      granted_at: at(-5),
    })
    .execute();
}

/** A secret being rotated out, still in use at one address. */
async function seedRotation(ctx: Ctx, keyId: string): Promise<void> {
  await keepSecret(ctx, keyId);
  const now = ctx.clock.now().getTime();
  const old = await ctx.db
    .updateTable('open_api.key_secret')
    .set({ ends_at: new Date(now + 2 * DAY_MS) })
    .where('key_id', '=', keyId)
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto('open_api.secret_use')
    .values([
      { secret_id: old.id, address: '203.0.113.45', calls: 37, last_at: new Date(now - 20 * 60_000) },
      { secret_id: old.id, address: '198.51.100.8', calls: 4, last_at: new Date(now - 5 * 3_600_000) },
    ])
    .execute();
}

const hourOf = (at: Date) => new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000);

const TROUBLES = [
  { status: 404, code: '4040801' },
  { status: 403, code: '4030904' },
  { status: 401, code: '4010903' },
  { status: 422, code: '4000422' },
] as const;

async function seedCalls(ctx: Ctx, sample: Sample, customerId: string): Promise<void> {
  if (sample.callsADay === 0) return;
  const random = seededRandom(`calls of ${sample.id}`);
  const now = ctx.clock.now().getTime();
  const reading = OPEN_INTERFACES.filter(({ method }) => method === 'GET');
  const calls = Array.from({ length: sample.callsADay * DAYS }, () => {
    const called = reading[random.int(reading.length)] ?? OPEN_INTERFACES[0];
    const trouble = random.int(25) === 0 ? TROUBLES[random.int(TROUBLES.length)] : undefined;
    return {
      id: ctx.ids.next(),
      at: new Date(now - random.int(DAYS * DAY_MS)),
      key_id: sample.id,
      customer_id: customerId,
      interface: called.name,
      method: called.method,
      path: called.path.replace(':iccid', '89860600000000000013').replace(':taskNo', 'T1'),
      status: trouble?.status ?? called.open.success,
      code: trouble?.code ?? '200',
      milliseconds: 6 + random.int(60),
      address: sample.addresses?.[0] ?? '203.0.113.45',
      request_id: Buffer.from(random.bytes(9)).toString('base64url'),
      idempotency_key: null,
    };
  }).sort((one, other) => one.at.getTime() - other.at.getTime());
  await ctx.db.insertInto('open_api.call').values(calls).execute();
  const hours = Map.groupBy(calls, (call) => `${call.interface} ${hourOf(call.at).getTime()}`);
  await ctx.db
    .insertInto('open_api.call_hour')
    .values(
      [...hours.values()].flatMap(([first, ...others]) =>
        first
          ? {
              key_id: sample.id,
              interface: first.interface,
              hour: hourOf(first.at),
              calls: others.length + 1,
              errors: [first, ...others].filter(({ status }) => status >= 400).length,
            }
          : [],
      ),
    )
    .execute();
  const paces = Map.groupBy(
    calls,
    (call) => `${call.interface} ${hourOf(call.at).getTime()} ${paceClass(call.milliseconds)}`,
  );
  await ctx.db
    .insertInto('open_api.call_pace')
    .values(
      [...paces.values()].flatMap((alike) =>
        alike.slice(0, 1).map((call) => ({
          key_id: sample.id,
          interface: call.interface,
          hour: hourOf(call.at),
          class: paceClass(call.milliseconds),
          calls: alike.length,
        })),
      ),
    )
    .execute();
  const last = calls.at(-1);
  if (!last) return;
  await ctx.db
    .insertInto('open_api.key_use')
    .values({
      key_id: sample.id,
      minute: last.at,
      calls: 1,
      last_at: last.at,
      last_address: last.address,
      last_interface: last.interface,
    })
    .execute();
}
