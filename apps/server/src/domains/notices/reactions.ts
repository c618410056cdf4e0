import { TaskState } from '@cardinal/contract/enumerations/task.ts';
import { text } from '@cardinal/primitives/text.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import type * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { reaction } from '../../framework/domain.ts';
import { accountDeleted } from '../identity/events.ts';
import { interfaceEndAnnounced } from '../openApi/events.ts';
import { taskAwaits, taskFinished } from '../tasks/events.ts';
import { taskOf } from '../tasks/face.ts';
import { deliver } from './delivery.ts';
import { staffWith } from './staffWith.ts';

type Finished = z.output<typeof taskFinished.payload>;

const COUNTS = [
  ['done', text('成功', 'done')],
  ['failed', text('失败', 'failed')],
  ['skipped', text('跳过', 'skipped')],
] as const;

/** «成功 18，失败 2»; an export says where its file is instead. */
function summaryOf(finished: Finished) {
  if (finished.action === 'export_data' && finished.state === 'completed') {
    return text('文件可以下载', 'The file can be downloaded');
  }
  const parts = COUNTS.filter(([name]) => finished[name] > 0);
  return text(
    parts.map(([name, words]) => `${words.zh} ${finished[name]}`).join('，'),
    parts.map(([name, words]) => `${finished[name]} ${words.en}`).join(', '),
  );
}

/** Notifies the account that started a task, and nobody else, of its result. */
async function notifyStarter(ctx: Ctx, finished: Finished): Promise<void> {
  const { accountId, customerId } = finished;
  if (accountId === null) return;
  const task = await taskOf(ctx.db, finished.taskId);
  if (!task) return;
  const state = TaskState.labelOf(finished.state);
  const summary = summaryOf(finished);
  const link =
    finished.action === 'export_data' && finished.state === 'completed'
      ? '/taskManagement/downloadTask'
      : `/taskManagement/systemTask?taskNoContains=${task.taskNo}`;
  await ctx.transact(async (inside) => {
    await deliver(
      inside,
      {
        source: `task:${finished.taskId}`,
        notice_id: null,
        kind: 'task',
        title_zh: `${task.title.zh}：${state.zh}`,
        title_en: `${task.title.en}: ${state.en}`,
        summary_zh: summary.zh || null,
        summary_en: summary.en || null,
        link,
      },
      [{ id: accountId, customer_id: customerId }],
    );
  });
}

/** Notifies those of the maker's customer who may let a task pass, and not its maker. */
async function tellCheckers(ctx: Ctx, said: z.output<typeof taskAwaits.payload>): Promise<void> {
  const task = await taskOf(ctx.db, said.taskId);
  if (!task) return;
  await ctx.transact(async (inside) => {
    const checkers = await staffWith(inside, said.customerId, said.permission);
    await deliver(
      inside,
      {
        source: `taskAwaits:${said.taskId}`,
        notice_id: null,
        kind: 'task',
        title_zh: `待审批：${task.title.zh}`,
        title_en: `To approve: ${task.title.en}`,
        summary_zh: `${said.makerName} 提交，任务 ${task.taskNo}`,
        summary_en: `Submitted by ${said.makerName}, task ${task.taskNo}`,
        link: said.path,
      },
      checkers.filter(({ id }) => id !== said.makerId),
    );
  });
}

type Announced = z.output<typeof interfaceEndAnnounced.payload>;

/** Notifies the accounts whose keys called an open interface that it will end, or that it stays. */
async function tellCallers(ctx: Ctx, said: Announced): Promise<void> {
  const title = said.endsAt
    ? text(
        `接口「${said.titleZh}」将于 ${dayText(new Date(said.endsAt))} 下线`,
        `The interface “${said.titleEn}” ends on ${dayText(new Date(said.endsAt))}`,
      )
    : text(`接口「${said.titleZh}」不再下线`, `The interface “${said.titleEn}” stays`);
  const summary = said.replacedBy
    ? text(`请改用 ${said.replacedBy}`, `Use ${said.replacedBy} instead`)
    : text('近 90 天您的密钥调用过该接口', 'Your keys called it in the last 90 days');
  const copy = {
    source: `interface:${said.name}:${said.version}`,
    notice_id: null,
    kind: 'warning' as const,
    title_zh: title.zh,
    title_en: title.en,
    summary_zh: summary.zh,
    summary_en: summary.en,
    link: '/apiDoc',
  };
  const receivers = said.accounts.map(({ id, customerId }) => ({ id, customer_id: customerId }));
  await ctx.transact((inside) => deliver(inside, copy, receivers));
}

/** Deletes the inbox of a deleted account. */
async function emptyInbox(ctx: Ctx, { accountId }: z.output<typeof accountDeleted.payload>): Promise<void> {
  await ctx.db.deleteFrom('notices.receipt').where('account_id', '=', accountId).execute();
  await ctx.db.deleteFrom('notices.mute').where('account_id', '=', accountId).execute();
}

export const reactions = [
  reaction(taskFinished, 'notices.taskFinished', notifyStarter),
  reaction(taskAwaits, 'notices.taskAwaits', tellCheckers),
  reaction(interfaceEndAnnounced, 'notices.interfaceEndAnnounced', tellCallers),
  reaction(accountDeleted, 'notices.accountDeleted', emptyInbox),
];
