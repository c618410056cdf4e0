import { OperationType } from '@cardinal/contract/tasks/operationTypes.ts';
import { firstIdOf } from '@cardinal/primitives/ids.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Insertable } from 'kysely';
import { saidIn } from '../../demo/demoWords.ts';
import type { Ctx } from '../../framework/context.ts';
import type { Tables } from '../../framework/tables.ts';

type Deed = {
  readonly operation: OperationType;
  readonly endpoint: string;
  readonly permission: string;
  readonly kind: string;
  readonly summary: Text;
  readonly objectId?: string;
  /** Who does it, if not everybody: only the platform does the platform's own operations. */
  readonly by?: readonly string[];
  readonly before?: unknown;
  readonly after?: unknown;
};

/** What people do on ordinary days, most frequent first. */
const DEEDS: readonly Deed[] = [
  {
    operation: OperationType.values.SignInOut,
    endpoint: 'auth.login',
    permission: 'public',
    kind: 'session',
    summary: text('登录', 'Sign in'),
  },
  {
    operation: OperationType.values.SignInOut,
    endpoint: 'auth.login',
    permission: 'public',
    kind: 'session',
    summary: text('登录', 'Sign in'),
  },
  {
    operation: OperationType.values.StopCard,
    endpoint: 'cardActions.start',
    permission: 'flowCard.stop',
    kind: 'task',
    summary: text('停机 12 张卡', 'Stop 12 cards'),
    after: { cards: 12 },
  },
  {
    operation: OperationType.values.RebootCard,
    endpoint: 'cardActions.start',
    permission: 'flowCard.active',
    kind: 'task',
    summary: text('复机 9 张卡', 'Restart 9 cards'),
    after: { cards: 9 },
  },
  {
    operation: OperationType.values.SetTag,
    endpoint: 'cardActions.start',
    permission: 'tagManagement.set',
    kind: 'task',
    summary: text('给 60 张卡设置标签 华东', 'Set the tag East on 60 cards'),
    after: { cards: 60 },
  },
  {
    operation: OperationType.values.EditRemark,
    endpoint: 'cardActions.start',
    permission: 'flowCard.remark',
    kind: 'task',
    summary: text('编辑 3 张卡的备注', 'Edit the remark of 3 cards'),
    after: { cards: 3, remark: text('客户要求保留', 'Keep at the customer’s request') },
  },
  {
    operation: OperationType.values.ExportData,
    endpoint: 'cards.list',
    permission: 'flowCard.export',
    kind: 'download',
    summary: text('导出流量卡', 'Export of data cards'),
    after: { rows: 1280 },
  },
  {
    operation: OperationType.values.ImportCard,
    endpoint: 'imports.upload',
    permission: 'importCard.import',
    kind: 'importBatch',
    summary: text('导入卡 2,000 张', 'Import of 2,000 cards'),
    by: ['admin', 'operator', 'warehouse'],
    after: { good: 1996, bad: 4 },
  },
  {
    operation: OperationType.values.EditAccountRole,
    endpoint: 'accounts.roles',
    permission: 'accountManagement.role',
    kind: 'account',
    summary: text('kefu', 'kefu'),
    objectId: '1011',
    by: ['agent'],
    before: { roles: [text('只读', 'Read-only')] },
    after: { roles: [text('客服', 'Customer service')] },
  },
  {
    operation: OperationType.values.EditAccountRole,
    endpoint: 'roles.save',
    permission: 'roleSys.edit',
    kind: 'role',
    summary: text('客服', 'Customer service'),
    objectId: '2102',
    by: ['agent'],
    before: { removed: [] },
    after: { added: ['flowCard.remark'] },
  },
  {
    operation: OperationType.values.EditCustomer,
    endpoint: 'customers.edit',
    permission: 'user.edit',
    kind: 'customer',
    summary: text('安途车联科技', 'Antu Sample Vehicles'),
    objectId: '12',
    by: ['agent', 'admin'],
    before: { contact_name: text('王十一', 'Sam Sample') },
    after: { contact_name: text('李十二', 'Eva Example') },
  },
  {
    operation: OperationType.values.EditConfiguration,
    endpoint: 'carrierAccounts.secret',
    permission: 'platformConfig.secret',
    kind: 'carrierAccount',
    summary: text('移动 OneLink', 'Mobile OneLink'),
    objectId: '105',
    by: ['admin'],
    before: { apiKey: '••••' },
    after: { apiKey: '••••' },
  },
];
const REFUSED: Deed = {
  operation: OperationType.values.CancelCard,
  endpoint: 'cardActions.start',
  permission: 'flowCard.cancel',
  kind: 'task',
  summary: text('销户 2 张卡', 'Cancel 2 cards'),
};

const DAYS = 60;
const DAY_MS = 86_400_000;

/** Two months of operations by the demo's accounts, so that the log is not empty at first sight. */
export async function seedDemo(ctx: Ctx): Promise<void> {
  const random = seededRandom('demo operations');
  const people = await ctx.db
    .selectFrom('identity.v_account')
    .select(['id', 'account', 'customer_id'])
    .where('last_login_at', 'is not', null)
    .orderBy('id')
    .execute();
  const now = ctx.clock.now().getTime();
  const rows: Insertable<Tables['audit.operation_log']>[] = [];
  for (let day = DAYS; day >= 0; day -= 1) {
    const count = 4 + random.int(12);
    for (let n = 0; n < count; n += 1) {
      // Working hours in Shanghai; never in the future.
      const at = new Date(Math.min(now - day * DAY_MS - random.int(9 * 3_600_000), now - 60_000));
      const isRefused = random.int(25) === 0;
      const said = isRefused ? REFUSED : DEEDS[random.int(DEEDS.length)]!;
      const deed = saidIn(ctx.language, said);
      // The summary of a deed on one object is its name, in the demo's language.
      const words = deed.objectId ? null : said.summary;
      const doers = people.filter(({ account }) => deed.by?.includes(account) ?? true);
      // If none of them ever signed in, the first account is used.
      const person = doers.length > 0 ? doers[random.int(doers.length)]! : people[0]!;
      rows.push({
        id: String(BigInt(firstIdOf(at)) + BigInt(rows.length)),
        at,
        customer_id: person.customer_id,
        actor_customer_id: person.customer_id,
        actor_account_id: person.id,
        actor_name: person.account,
        operation_type: deed.operation,
        endpoint: deed.endpoint,
        permission: deed.permission,
        object_kind: deed.kind,
        object_id: deed.objectId ?? null,
        summary: words?.zh ?? deed.summary,
        summary_en: words?.en ?? null,
        before_value: deed.before === undefined ? null : JSON.stringify(deed.before),
        after_value: deed.after === undefined ? null : JSON.stringify(deed.after),
        address: `10.20.${random.int(30)}.${1 + random.int(250)}`,
        user_agent: 'Mozilla/5.0',
        request_id: Buffer.from(random.bytes(9)).toString('base64url'),
        task_id: null,
        result: isRefused ? 'refused' : 'done',
        code: isRefused ? '4030001' : '200',
      });
    }
  }
  rows.sort((a, b) => Number(a.at) - Number(b.at));
  await ctx.db.insertInto('audit.operation_log').values(rows).execute();
}
