import { CARD_ACTIONS } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import {
  cancelTask,
  checkTask,
  pauseTask,
  prioritiseTask,
  readTaskDetail,
  resumeTask,
  retryTask,
} from '@cardinal/contract/api/tasks/tasks.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { call } from '../../http/call.ts';
import { useChange } from '../../kit/change.ts';
import type { RowAction } from '../../kit/table/RowActions.tsx';

const words = {
  resume: text('继续', 'Resume'),
  retry: text('重试失败项', 'Retry failed'),
  raise: text('优先处理', 'Raise priority'),
  paused: text('已暂停，正在进行的项会做完', 'Paused; items in progress will finish'),
  resumed: text('已继续', 'Resumed'),
  cancelled: text('已取消；已发给运营商的会等待结果', 'Cancelled; items already sent to the carrier wait for a result'),
  retried: text('新任务 {taskNo}：{n} 项', 'New task {taskNo}: {n} {n|item|items}'),
  raised: text('优先级已提高', 'Priority raised'),
  retryQuestion: text('重试 {n} 个失败项？', 'Retry {n} failed {n|item|items}?'),
  retryNote: text(
    '作为新任务执行；每一项按现在的状态重新判断，已变更的会跳过并说明原因。',
    'Runs as a new task. Each item is checked in its current state; items that have changed are skipped with a reason.',
  ),
  cancelQuestion: text('取消任务「{title}」？', 'Cancel task “{title}”?'),
  cancelNote: text(
    '未开始的项不再执行；已发给运营商的会等到结果。',
    'Items not started will not run. Items already sent to the carrier wait for a result.',
  ),
};

const RetrySheet = lazy(() => import('../cardBatches/RetrySheet.tsx'));

const HIGHEST = 9;

type Task = {
  readonly id: string;
  readonly title: string;
  readonly isPaused: boolean;
  readonly priority: number;
  readonly offered: {
    readonly pause: boolean;
    readonly resume: boolean;
    readonly cancel: boolean;
    readonly retry: boolean;
    readonly priority: boolean;
    readonly check: boolean;
  };
};

/** The actions the server offers on a task, the same in the list and in its panel, and the sheets they open. */
export function useTaskSteps(): { readonly stepsOf: (task: Task) => RowAction[]; readonly sheet: ReactNode } {
  const t = useText();
  const [retried, setRetried] = useState<string>();
  const pause = useChange(pauseTask, { done: t(words.paused) });
  const resume = useChange(resumeTask, { done: t(words.resumed) });
  const cancel = useChange(cancelTask, { done: t(words.cancelled) });
  const raise = useChange(prioritiseTask, { done: t(words.raised) });
  const check = useChange(checkTask);
  const retry = useChange(retryTask, {
    done: (answer) => t(words.retried, { taskNo: answer.taskNo, n: countAmount(answer.total) }),
  });

  const cancelAfterAsking = (task: Task) =>
    cancel.confirm({
      title: t(words.cancelQuestion, { title: task.title }),
      body: t(words.cancelNote),
      confirm: t(verbs.cancel),
      isDanger: true,
      sends: { body: { taskId: task.id } },
    });

  const retryAfterAsking = async (task: Task) => {
    const { troubles, failed, ...detail } = await call(readTaskDetail, { query: { taskId: task.id } });
    // Cards are checked before they run again; other items when they run.
    if (Object.hasOwn(CARD_ACTIONS, detail.action) && detail.undoes === null && detail.accountId !== null) {
      setRetried(task.id);
      return;
    }
    await retry.confirm({
      title: t(words.retryQuestion, { n: countAmount(failed) }),
      body: (
        <>
          <Stack as="ul" isDivided above="l">
            {troubles
              .filter(({ state }) => state === 'failed')
              .map((trouble) => (
                <Inline as="li" justify="between" gap="m" isOneLine key={`${trouble.code} ${trouble.words.zh}`}>
                  <span>
                    {t(trouble.words)}
                    {trouble.advice ? <small>{t(trouble.advice)}</small> : null}
                  </span>
                  <b>{countAmount(trouble.count)}</b>
                </Inline>
              ))}
          </Stack>
          <p>{t(words.retryNote)}</p>
        </>
      ),
      confirm: t(words.retry),
      sends: { body: { taskId: task.id } },
    });
  };

  const sheet =
    retried === undefined ? null : (
      <Suspense>
        <RetrySheet
          source={{ kind: 'task', taskId: retried }}
          onStarted={() => {}}
          onClose={() => setRetried(undefined)}
        />
      </Suspense>
    );
  const stepsOf = (task: Task) => {
    const body = { taskId: task.id };
    const steps: (RowAction | false)[] = [
      task.offered.check && {
        key: 'pass',
        label: t(verbs.approve),
        call: checkTask,
        onPick: () => void check.run({ body: { ...body, passes: true } }),
      },
      task.offered.check && {
        key: 'reject',
        label: t(verbs.reject),
        call: checkTask,
        isDanger: true,
        onPick: () => void check.run({ body: { ...body, passes: false } }),
      },
      task.offered.pause && {
        key: 'pause',
        label: t(verbs.pause),
        call: pauseTask,
        onPick: () => void pause.run({ body }),
      },
      task.offered.resume && {
        key: 'resume',
        label: t(words.resume),
        call: resumeTask,
        onPick: () => void resume.run({ body }),
      },
      task.offered.retry && {
        key: 'retry',
        label: t(words.retry),
        call: retryTask,
        onPick: () => void retryAfterAsking(task),
      },
      task.offered.priority &&
        task.priority < HIGHEST && {
          key: 'raise',
          label: t(words.raise),
          call: prioritiseTask,
          onPick: () => void raise.run({ body: { ...body, priority: HIGHEST } }),
        },
      task.offered.cancel && {
        key: 'cancel',
        label: t(verbs.cancel),
        call: cancelTask,
        isDanger: true,
        onPick: () => void cancelAfterAsking(task),
      },
    ];
    return steps.filter((step) => step !== false);
  };
  return { stepsOf, sheet };
}
