import { seededRandom } from '@cardinal/primitives/random.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { NoticeTable, ReceiptTable } from './noticeTables.ts';

const DAY_MS = 86_400_000;

type Sample = Pick<NoticeTable, 'kind' | 'title_zh' | 'title_en' | 'body_zh' | 'body_en' | 'state' | 'is_must_read'> & {
  readonly id?: string;
  readonly by: 'admin' | 'agent';
  readonly daysAgo: number;
  /** Its writer wrote Chinese only, where the demo is Chinese. */
  readonly isInOneLanguage?: boolean;
};

/** 7001 and 7002 are named in the examples of the API documentation. */
const SAMPLES: readonly Sample[] = [
  {
    id: '7001',
    by: 'admin',
    kind: 'business',
    state: 'draft',
    is_must_read: false,
    daysAgo: 1,
    title_zh: '十二月套餐价格调整',
    title_en: 'Package prices in December',
    body_zh:
      '自 12 月 1 日起，**流量月包 1GB** 的建议价调整。\n\n- 已售套餐不受影响\n- 新价格见 [我的通知](/system/notiflyList)',
    body_en:
      'From 1 December the suggested price of **1 GB a month** changes.\n\n- Packages sold already stay as they are',
  },
  {
    id: '7002',
    by: 'admin',
    kind: 'announcement',
    state: 'sent',
    is_must_read: true,
    daysAgo: 6,
    title_zh: '移动通道例行维护',
    title_en: 'Maintenance of the Mobile channel',
    body_zh:
      '# 维护时间\n本周日 **22:00 至 23:30**\n\n# 影响\n- 停机、复机会排队，维护结束后自动执行\n- 流量与在线状态照常更新\n\n无需任何操作。',
    body_en:
      '# When\nSunday **22:00 to 23:30**\n\n# What to expect\n- Stops and restarts wait and are carried out afterwards\n- Usage and online states go on as usual\n\nNothing to do on your side.',
  },
  {
    by: 'admin',
    kind: 'reminder',
    state: 'sent',
    is_must_read: false,
    daysAgo: 15,
    title_zh: '请核对本月账单联系人',
    title_en: 'Check who receives your bills',
    body_zh: '月底出账前，请确认联系人电话有效。',
    body_en: 'Please see to it before the month ends that your contact can be reached.',
  },
  {
    by: 'admin',
    kind: 'announcement',
    state: 'recalled',
    is_must_read: false,
    daysAgo: 24,
    title_zh: '电信通道升级（时间有误）',
    title_en: 'Upgrade of the Telecom channel (wrong time)',
    body_zh: '时间以后续公告为准。',
    body_en: 'The time follows in another notice.',
    isInOneLanguage: true,
  },
  {
    by: 'agent',
    kind: 'business',
    state: 'sent',
    is_must_read: false,
    daysAgo: 3,
    title_zh: '华东仓发货安排',
    title_en: 'Deliveries from the east warehouse',
    body_zh: '本周订单于 **周四** 统一发出，加急请联系客服。',
    body_en: 'Orders of this week leave on **Thursday**. If it is urgent, ask customer service.',
    isInOneLanguage: true,
  },
];

const WRITERS = {
  admin: { customer_id: '1', account_id: '1001', account_name: 'admin' },
  agent: { customer_id: '10', account_id: '1003', account_name: 'agent' },
} as const;
/** Every demo account has confirmed the must-read notices; otherwise its first view would be a dialog. */
const FIXED_ACCOUNTS_BELOW = 10_000;
const FIRST_RECEIPT = '7101';
const DEMO_PICTURE = '7201';
/** One pixel: the response in the picture endpoint's example. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Notices of the platform and of an agent over a month, read by most; and recently finished tasks of the agent. */
export async function seedDemo(ctx: Ctx): Promise<void> {
  const random = seededRandom('demo notices');
  const now = ctx.clock.now().getTime();
  const names = await ctx.db
    .selectFrom('customers.v_customer')
    .select(['id', 'name'])
    .where('id', 'in', ['1', '10'])
    .execute();
  const receipts: ReceiptTable[] = [];
  for (const { by, daysAgo, id: fixed, isInOneLanguage, ...sample } of SAMPLES) {
    const writer = WRITERS[by];
    const at = new Date(now - daysAgo * DAY_MS);
    const isOut = sample.state !== 'draft';
    const notice: NoticeTable = {
      ...sample,
      ...(isInOneLanguage && ctx.language !== 'en' ? { title_en: null, body_en: null } : {}),
      ...writer,
      id: fixed ?? ctx.ids.next(),
      is_scheduled: false,
      audience: 'all',
      customer_kinds: [],
      customer_ids: [],
      role_names: [],
      tag_ids: [],
      valid_from: null,
      valid_to: null,
      revision: 1,
      version: 1,
      from_name: names.find((each) => each.id === writer.customer_id)?.name ?? '',
      sent_at: isOut ? at : null,
      created_at: at,
      updated_at: at,
    };
    await ctx.db.insertInto('notices.notice').values(notice).execute();
    if (!isOut) continue;
    for (const account of await below(ctx, writer.customer_id)) {
      const isFixed = Number(account.id) < FIXED_ACCOUNTS_BELOW;
      const hasRead = (isFixed && notice.is_must_read) || random.int(10) < (daysAgo > 10 ? 8 : 5);
      const readAt = hasRead ? new Date(Math.min(now, at.getTime() + random.int(2 * DAY_MS))) : null;
      receipts.push({
        ...copyFor(notice, account, ctx),
        read_at: readAt,
        confirmed_at: notice.is_must_read ? readAt : null,
        recalled_at: notice.state === 'recalled' ? new Date(at.getTime() + 3_600_000) : null,
      });
    }
  }
  const first = receipts.find((receipt) => receipt.account_id === '1003');
  if (first) first.id = FIRST_RECEIPT;
  receipts.push(...(await finishedTasks(ctx)));
  for (let at = 0; at < receipts.length; at += 500) {
    await ctx.db
      .insertInto('notices.receipt')
      .values(receipts.slice(at, at + 500))
      .execute();
  }
  await ctx.db
    .insertInto('notices.picture')
    .values({
      ...pictureOwner(),
      id: DEMO_PICTURE,
      type: 'image/png',
      content: Buffer.from(PIXEL, 'base64'),
      created_at: ctx.clock.now(),
    })
    .execute();
}

const pictureOwner = () => ({ customer_id: WRITERS.admin.customer_id, account_id: WRITERS.admin.account_id });

/** Enabled accounts of a customer's descendants. */
const below = (ctx: Ctx, customerId: string) =>
  ctx.db
    .selectFrom('identity.v_account as a')
    .innerJoin('customers.v_customer as c', 'c.id', 'a.customer_id')
    .innerJoin('customers.v_customer as top', (join) => join.onTrue())
    .select(['a.id', 'a.customer_id'])
    .where('top.id', '=', customerId)
    .where('c.id', '<>', customerId)
    .where(sql<boolean>`c.path like top.path || '%'`)
    .where('a.status', '=', 1)
    .orderBy('a.id')
    .execute();

const copyFor = (notice: NoticeTable, account: { id: string; customer_id: string }, ctx: Ctx): ReceiptTable => ({
  id: ctx.ids.next(),
  account_id: account.id,
  customer_id: account.customer_id,
  source: `notice:${notice.id}`,
  notice_id: notice.id,
  kind: notice.kind,
  title_zh: notice.title_zh,
  title_en: notice.title_en,
  summary_zh: null,
  summary_en: null,
  from_name: notice.from_name,
  link: null,
  is_must_read: notice.is_must_read,
  revision: 1,
  valid_to: null,
  created_at: notice.sent_at ?? notice.created_at,
  read_at: null,
  confirmed_at: null,
  recalled_at: null,
});

const TASKS: readonly (readonly [zh: string, en: string, summaryZh: string, summaryEn: string])[] = [
  ['停机 20 张：已完成', 'Stop: 20: Completed', '成功 18，失败 2', '18 done, 2 failed'],
  ['导出流量卡：已完成', 'Export of data cards: Completed', '文件可以下载', 'The file can be downloaded'],
  ['编辑备注 35 张：已完成', 'Edit remark: 35: Completed', '成功 35', '35 done'],
];

/** Tasks of the main demo accounts that finished in the last days; the newest is unread. */
async function finishedTasks(ctx: Ctx): Promise<ReceiptTable[]> {
  const accounts = await ctx.db
    .selectFrom('identity.v_account')
    .select(['id', 'customer_id'])
    .where('id', 'in', ['1001', '1002', '1003', '1005'])
    .execute();
  const now = ctx.clock.now().getTime();
  return accounts.flatMap((account) =>
    TASKS.map(([zh, en, summaryZh, summaryEn], at): ReceiptTable => {
      const createdAt = new Date(now - at * 2 * DAY_MS - 40 * 60_000);
      return {
        id: ctx.ids.next(),
        account_id: account.id,
        customer_id: account.customer_id,
        source: `task:demo-${at}`,
        notice_id: null,
        kind: 'task',
        title_zh: zh,
        title_en: en,
        summary_zh: summaryZh,
        summary_en: summaryEn,
        from_name: null,
        link: zh.startsWith('导出') ? '/taskManagement/downloadTask' : '/taskManagement/systemTask',
        is_must_read: false,
        revision: 1,
        valid_to: null,
        created_at: createdAt,
        read_at: at === 0 ? null : createdAt,
        confirmed_at: null,
        recalled_at: null,
      };
    }),
  );
}
