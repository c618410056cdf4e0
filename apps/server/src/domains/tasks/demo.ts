import { type ActionCode, kindOf, TaskType } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { type Random, seededRandom } from '@cardinal/primitives/random.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { insertItems } from './store/itemStore.ts';
import { openLanes } from './store/laneStore.ts';
import { actionOf } from './store/taskAction.ts';
import type { TaskEvent, TaskTable } from './store/taskStore.ts';

/** Numbers of cards a customer's tasks may refer to, up to `count`. */
export type DemoTargets = (customerId: string, count: number) => Promise<readonly { iccid: string; cardId: string }[]>;

const DAYS = 60;
const TASKS = 64;
const MOST_ITEMS = 240;

type Starter = {
  readonly accountId: string;
  readonly account: string;
  readonly customerId: string;
  readonly weight: number;
};

/** The demo's fixed accounts and their weights. */
const STARTERS: readonly [Starter, ...Starter[]] = [
  { accountId: '1003', account: 'agent', customerId: '10', weight: 8 },
  { accountId: '1011', account: 'kefu', customerId: '10', weight: 4 },
  { accountId: '1002', account: 'operator', customerId: '1', weight: 4 },
  { accountId: '1005', account: 'enterprise', customerId: '12', weight: 3 },
  { accountId: '1004', account: 'subagent', customerId: '11', weight: 2 },
  { accountId: '1006', account: 'rival', customerId: '20', weight: 3 },
];

const ADMIN = { accountId: '1001', account: 'admin', customerId: '1', weight: 0 } as const;

const ACTIONS: readonly { action: ActionCode; weight: number; seconds: number }[] = [
  { action: 'stop_card', weight: 6, seconds: 0.3 },
  { action: 'reboot_card', weight: 4, seconds: 0.3 },
  { action: 'sync_card', weight: 4, seconds: 0.2 },
  { action: 'active_card', weight: 2, seconds: 0.3 },
  { action: 'set_tag', weight: 3, seconds: 0.01 },
  { action: 'edit_remark', weight: 2, seconds: 0.01 },
];

const FAILURES: readonly (readonly [string, Text])[] = [
  ['refused', text('运营商：状态不允许变更', 'Carrier: status change not allowed')],
  ['timedOut', text('运营商未确认，请同步后核实', 'Not confirmed by the carrier; sync and check')],
];
const SKIPS: readonly (readonly [string, Text])[] = [
  ['already', text('卡已是该状态', 'The card already has this status')],
  ['notFound', text('不在权限内', 'Out of scope')],
];

const weighted = <T extends { readonly weight: number }>(random: Random, choices: readonly T[]): T => {
  let at = random.int(choices.reduce((sum, each) => sum + each.weight, 0));
  for (const choice of choices) {
    at -= choice.weight;
    if (at < 0) return choice;
  }
  return choices[0] as T;
};

type Item = {
  state: 'done' | 'failed' | 'skipped';
  code: string | null;
  words: Text | null;
  at: Date;
  /** What was changed, for its undo. */
  values?: { before: object; after: object };
};

/** Two months of finished tasks of the demo's accounts, with failures and their reasons. Runs in the caller's transaction. */
export async function seedDemo(ctx: Ctx, targetsOf: DemoTargets): Promise<void> {
  const random = seededRandom('demo tasks');
  const now = ctx.clock.now().getTime();
  for (let n = 0; n < TASKS; n++) {
    const starter = weighted(random, STARTERS);
    const { action, seconds } = weighted(random, ACTIONS);
    const targets = await targetsOf(starter.customerId, 1 + random.int(n % 7 === 0 ? MOST_ITEMS : 40));
    if (targets.length === 0) continue;
    const hoursAgo = 2 + random.int(DAYS * 24 - 2);
    const createdAt = new Date(now - hoursAgo * 3_600_000 - random.int(3_600_000));
    // One in sixteen was cancelled half way, one in twenty failed entirely.
    const isCancelled = random.int(16) === 0 && targets.length > 10;
    const failsWholly = !isCancelled && random.int(20) === 0;
    const items = targets.map((_, at) =>
      itemOf(random, {
        at,
        count: targets.length,
        startedAt: createdAt.getTime() + 1_500,
        seconds,
        isCancelled,
        failsWholly,
      }),
    );
    await insertTask(ctx, { starter, action, createdAt, isCancelled, items, targets });
  }
  await seedExamples(ctx, targetsOf);
}

/**
 * Tasks with fixed ids used in the API documentation's examples. One is paused before its start, one has failures to retry, one
 * waits for approval, one can be undone, and an export's file has expired.
 */
async function seedExamples(ctx: Ctx, targetsOf: DemoTargets): Promise<void> {
  const starter = STARTERS[0];
  const targets = await targetsOf(starter.customerId, 20);
  const at = new Date(ctx.clock.now().getTime() - 30 * 60_000);
  const [failure] = FAILURES as [(typeof FAILURES)[number]];
  const items = targets.map((_, n): Item => {
    const moment = new Date(at.getTime() + 1_500 + n * 300);
    return n % 9 === 4
      ? { state: 'failed', code: failure[0], words: failure[1], at: moment }
      : { state: 'done', code: null, words: null, at: moment };
  });
  const ended = { starter, createdAt: at, isCancelled: false, items, targets };
  await insertTask(ctx, { ...ended, id: DEMO_TASKS.withFailures, action: 'sync_card' });
  const remarked = items.map((item): Item => {
    const values = { before: { remark: null }, after: { remark: say(DEMO_REMARK, ctx.language) } };
    return { ...item, state: 'done', code: null, words: null, values };
  });
  await insertTask(ctx, { ...ended, items: remarked, id: DEMO_TASKS.undoable, action: 'edit_remark' });
  const later = { starter, action: 'edit_remark' as const, createdAt: at, isCancelled: false, items: [], targets };
  await insertTask(ctx, { ...later, id: DEMO_TASKS.paused, open: 'paused' });
  await insertTask(ctx, { ...later, id: DEMO_TASKS.pending, open: 'pending' });
  const ordered = new Date(at.getTime() - 9 * 86_400_000);
  for (const { id, taskId, path, account, title, list, screen, columns, rows } of EXPIRED) {
    const exported = { ...ended, starter: account, createdAt: ordered, items: [], targets: [] };
    await insertTask(ctx, { ...exported, id: taskId, action: 'export_data' });
    await ctx.db
      .insertInto('tasks.download')
      .values({
        id,
        download_no: `D${BigInt(id).toString(36).toUpperCase()}`,
        task_id: taskId,
        customer_id: account.customerId,
        account_id: account.accountId,
        account_name: account.account,
        title_zh: title.zh,
        title_en: title.en,
        screen,
        list,
        query: JSON.stringify({}),
        columns: [...columns],
        format: 'xlsx',
        language: ctx.language,
        fingerprint: `demo ${id}`,
        is_sensitive: false,
        expected: rows,
        state: 'expired',
        rows,
        bytes: String(5_000 + rows * 60),
        sha256: null,
        failure_zh: null,
        failure_en: null,
        path,
        created_at: ordered,
        ready_at: new Date(ordered.getTime() + 2_000),
        expires_at: new Date(ordered.getTime() + 7 * 86_400_000),
        fetched: 1,
        last_ticket_at: null,
        deleted_at: null,
      })
      .execute();
  }
}

/** Ids used in the contract's examples. */
const DEMO_TASKS = { paused: '5001', withFailures: '5002', pending: '5003', undoable: '5006' } as const;
/** The remark written by the demo's batches. */
const DEMO_REMARK = text('演示备注', 'Demo remark');

/** Expired files: what was ordered, to show that it can be exported again. */
const EXPIRED = [
  {
    id: '5101',
    taskId: '5004',
    path: 'demo-expired',
    account: ADMIN,
    title: text('系统任务', 'System tasks'),
    list: 'tasks.list',
    screen: '/taskManagement/systemTask',
    columns: ['taskNo', 'title', 'state', 'total', 'done', 'failed', 'createdAt'],
    rows: 41,
  },
  {
    id: '5102',
    taskId: '5005',
    path: 'demo-expired-agent',
    account: STARTERS[0],
    title: text('卡列表（卡类型: 流量卡）', 'Cards (Card kind: Data card)'),
    list: 'cards.list',
    screen: '/cardsManagement/flowCardManagement',
    columns: ['iccid', 'businessNumber', 'platform', 'lifecycle', 'customerName', 'flowUsed'],
    rows: 4_836,
  },
] as const;

function itemOf(
  random: Random,
  of: { at: number; count: number; startedAt: number; seconds: number; isCancelled: boolean; failsWholly: boolean },
): Item {
  const at = new Date(of.startedAt + of.at * of.seconds * 1_000 + random.int(900));
  if (of.isCancelled && of.at >= of.count / 2) {
    return {
      state: 'skipped',
      code: 'cancelled',
      words: text('任务已取消，未执行', 'Task cancelled; not executed'),
      at,
    };
  }
  const chance = random.int(100);
  if (of.failsWholly || chance < 3) {
    const [code, words] = FAILURES[of.failsWholly ? 0 : random.int(FAILURES.length)] as (typeof FAILURES)[number];
    return { state: 'failed', code, words, at };
  }
  if (chance < 7) {
    const [code, words] = SKIPS[random.int(SKIPS.length)] as (typeof SKIPS)[number];
    return { state: 'skipped', code, words, at };
  }
  return { state: 'done', code: null, words: null, at };
}

async function insertTask(
  ctx: Ctx,
  given: {
    id?: string;
    /** A task that has not started, and why. */
    open?: 'paused' | 'pending';
    starter: Starter;
    action: ActionCode;
    createdAt: Date;
    isCancelled: boolean;
    items: readonly Item[];
    targets: readonly { iccid: string; cardId: string }[];
  },
): Promise<void> {
  const { starter, action, createdAt, items, open } = given;
  const id = given.id ?? ctx.ids.next();
  const total = given.targets.length;
  const count = (state: Item['state']) => items.filter((item) => item.state === state).length;
  const startedAt = new Date(createdAt.getTime() + 1_200);
  const finishedAt = new Date(Math.max(startedAt.getTime() + 600, ...items.map((item) => item.at.getTime())) + 400);
  const { zh, en } = TaskType.members[action];
  const state = open
    ? 'untreated'
    : given.isCancelled
      ? 'cancelled'
      : count('failed') === total
        ? 'failed'
        : 'completed';
  const row: TaskTable = {
    id,
    task_no: `T${BigInt(id).toString(36).toUpperCase()}`,
    type_code: TaskType.values[action],
    action_code: action,
    kind: kindOf(action),
    title_zh: total > 0 ? `${zh} ${total} 张` : zh,
    title_en: total > 0 ? `${en}: ${total}` : en,
    customer_id: starter.customerId,
    account_id: starter.accountId,
    account_name: starter.account,
    source: 'console',
    language: ctx.language,
    selection_id: null,
    selection_zh: `选择 ${total} 张卡`,
    selection_en: `${total} selected cards`,
    selection_source: null,
    parameters: JSON.stringify(action === 'edit_remark' ? { remark: say(DEMO_REMARK, ctx.language) } : {}),
    priority: 0,
    not_before: null,
    state,
    is_paused: open === 'paused',
    is_loaded: true,
    total,
    done: count('done'),
    failed: count('failed'),
    skipped: count('skipped'),
    confirming: 0,
    currency: null,
    reserved: null,
    charged: '0',
    returned: '0',
    checkpoint: null,
    failure_code: null,
    failure_zh: null,
    failure_en: null,
    approval: open === 'pending' ? 'pending' : 'none',
    checked_by: null,
    checked_by_name: null,
    checked_at: null,
    check_note: null,
    parent_task_id: null,
    undoes_task_id: null,
    created_at: createdAt,
    started_at: open ? null : startedAt,
    finished_at: open ? null : finishedAt,
    drained_at: open ? null : finishedAt,
    announced_at: createdAt,
  };
  await ctx.db.insertInto('tasks.task').values(row).execute();
  if (open) return openTask(ctx, id, given.starter, action, given.targets, createdAt);
  const column = <T>(pick: (item: Item) => T) => items.map(pick);
  await sql`
    insert into tasks.task_item (task_id, seq, target, target_id, lane, state, attempts, code, words_zh, words_en, settled_at, before, after)
    select ${id}::bigint, g.seq, g.target, g.target_id, '', g.state, 1, g.code, g.words_zh, g.words_en, g.at,
      g.before::jsonb, g.after::jsonb
    from unnest(
      ${items.map((_, at) => at + 1)}::int[], ${given.targets.map((target) => target.iccid)}::text[],
      ${given.targets.map((target) => target.cardId)}::bigint[], ${column((item) => item.state)}::text[],
      ${column((item) => item.code)}::text[], ${column((item) => item.words?.zh ?? null)}::text[],
      ${column((item) => item.words?.en ?? null)}::text[], ${column((item) => item.at)}::timestamptz[],
      ${column((item) => (item.values ? JSON.stringify(item.values.before) : null))}::text[],
      ${column((item) => (item.values ? JSON.stringify(item.values.after) : null))}::text[]
    ) as g(seq, target, target_id, state, code, words_zh, words_en, at, before, after)`.execute(ctx.db);
  await insertLog(ctx, id, [
    ['created', createdAt, text('已创建', 'Created'), starter],
    ['started', startedAt, text('开始处理', 'Started'), undefined],
    given.isCancelled
      ? ['cancelled', finishedAt, text('已取消', 'Cancelled'), starter]
      : [
          'finished',
          finishedAt,
          text(
            `结束：共 ${total}，成功 ${row.done}，失败 ${row.failed}，跳过 ${row.skipped}`,
            `Finished: ${total} in all, ${row.done} done, ${row.failed} failed, ${row.skipped} skipped`,
          ),
          undefined,
        ],
  ]);
}

/** Items waiting in the single local lane. */
async function openTask(
  ctx: Ctx,
  taskId: string,
  starter: Starter,
  action: ActionCode,
  targets: readonly { iccid: string; cardId: string }[],
  at: Date,
): Promise<void> {
  await insertItems(
    ctx.db,
    { id: taskId, action: actionOf(ctx, action) },
    targets.map(({ iccid, cardId }) => ({ target: iccid, targetId: cardId })),
  );
  await openLanes(ctx.db, { taskId, customerId: starter.customerId, action, priority: 0 });
  await insertLog(ctx, taskId, [['created', at, text('已创建', 'Created'), starter]]);
}

async function insertLog(
  ctx: Ctx,
  taskId: string,
  lines: readonly (readonly [TaskEvent, Date, Text, Starter | undefined])[],
): Promise<void> {
  await ctx.db
    .insertInto('tasks.task_log')
    .values(
      lines.map(([event, at, words, by]) => ({
        id: ctx.ids.next(),
        task_id: taskId,
        at,
        event,
        words_zh: words.zh,
        words_en: words.en,
        account_id: by?.accountId ?? null,
        account_name: by?.account ?? null,
        worker: null,
        is_internal: false,
      })),
    )
    .execute();
}

/** The demo's refusals of one stop by an agent; `STARTERS[0]` requested it. */
export async function refusedInDemo(ctx: Ctx) {
  const starter = STARTERS[0];
  const items = await ctx.db
    .selectFrom('tasks.task_item as i')
    .innerJoin('tasks.task as t', 't.id', 'i.task_id')
    .select(['i.task_id', 'i.target_id', 'i.settled_at', 'i.words_zh', 'i.words_en'])
    .where('t.account_id', '=', starter.accountId)
    .where('t.action_code', '=', 'stop_card')
    .where('i.code', '=', 'refused')
    .orderBy('t.created_at', 'desc')
    .orderBy('i.seq')
    .execute();
  const byTask = [...Map.groupBy(items, (item) => item.task_id).values()].sort((a, b) => b.length - a.length);
  return {
    by: { accountId: starter.accountId, accountName: starter.account, customerId: starter.customerId },
    items: byTask[0] ?? [],
  };
}
