import { previewTaskRetry, retryRefused } from '@cardinal/contract/api/cardBatches/retry.ts';
import { listSkipped } from '@cardinal/contract/api/cardBatches/selection.ts';
import { retryTask, TaskAction } from '@cardinal/contract/api/tasks/tasks.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { sentences, verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import { PreviewFigures } from '../../kit/bulk/PreviewFigures.tsx';
import { StartButton } from '../../kit/bulk/StartButton.tsx';
import { useStartPreview } from '../../kit/bulk/useStartPreview.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { useRead } from '../../kit/useRead.ts';
import { CARD_BULK } from './cardBulk.tsx';

const words = {
  note: text(
    '所选记录中被拒绝的操作将以原任务的参数作为新的任务执行；卡按现在的状态重新判断，现在仍会被拒绝的列在跳过原因里。',
    'Refused operations of the selected records run again as new tasks with the original parameters. Cards are checked in their current state; those that would be refused again are listed with the reason.',
  ),
  taskNote: text(
    '失败的卡将以原任务的参数作为新的任务执行；卡按现在的状态重新判断，已变更的列在跳过原因里。',
    'Failed cards run again as a new task with the original parameters. Cards are checked in their current state; those that have changed are listed with the reason.',
  ),
  failedThen: text('当时的失败原因：{words}', 'Original failure: {words}'),
  notRepeated: text(
    '另有 {n} 个任务（撤销或系统发起）不能重跑。',
    '{n} more {n|task|tasks} (undo or system tasks) cannot be re-run.',
  ),
  refusedThen: text('当时的拒绝原因：{words}', 'Original refusal: {words}'),
  started: text('已提交', 'Started'),
};

/** Lines of the history, or all failed items of one task. */
export type RetrySource = BodyOf<typeof retryRefused>['source'] | { readonly kind: 'task'; readonly taskId: string };
type RetryPreview = AnswerOf<typeof retryRefused>['previews'][number];

/** A preview is frozen: each opening asks for a new one, and nothing refetches it. */
const FROZEN = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

/** The preview of a retry of one task's refused cards, and its start. */
function OneTask(props: {
  preview: RetryPreview;
  then: Text;
  isStarted: boolean;
  onStarted: () => void;
  onStale: () => void;
}) {
  const t = useText();
  const { preview } = props;
  const { start, isStarting, actWords } = useStartPreview({ onStale: props.onStale });
  const action = CARD_BULK.find((each) => each.action === preview.action);
  if (!action) return null;
  const act = async () => {
    if (await start(action, preview)) props.onStarted();
  };
  const said = preview.refusedWith.map(({ words: why, count }) => `${why} × ${countAmount(count)}`).join('；');
  return (
    <Stack as="section" align="start" above="l">
      <Inline as="h3" gap="m" align="baseline">
        {t(TaskAction.labelOf(preview.action))} <Identifier value={preview.taskNo} />
      </Inline>
      {said ? <Paragraph ink="secondary">{t(props.then, { words: said })}</Paragraph> : null}
      <PreviewFigures preview={preview} skipped={listSkipped} />
      <StartButton
        preview={preview}
        isDanger={action.isDanger}
        isStarted={props.isStarted}
        isStarting={isStarting}
        onStart={() => void act()}
      >
        {props.isStarted ? t(words.started) : actWords(action, preview)}
      </StartButton>
    </Stack>
  );
}

/** The retry, task by task: its preview and its start. */
export default function RetrySheet(props: { source: RetrySource; onStarted: () => void; onClose: () => void }) {
  const t = useText();
  const { source, onClose } = props;
  const isTask = source.kind === 'task';
  const [started, setStarted] = useState<ReadonlySet<string>>(new Set());
  const ofTask = useRead(previewTaskRetry, isTask && { taskId: source.taskId }, FROZEN);
  const ofLines = useRead(retryRefused, !isTask && { source }, FROZEN);
  const { data, error, refetch } = isTask ? ofTask : ofLines;
  const startedOne = (taskId: string) => {
    const next = new Set([...started, taskId]);
    setStarted(next);
    props.onStarted();
    const isOver = data?.previews.every((each) => each.willTouch === 0 || next.has(each.taskId));
    if (isOver) onClose();
  };
  const footer = (
    <Inline justify="end">
      <Button onClick={onClose}>{t(verbs.close)}</Button>
    </Inline>
  );
  return (
    <Sheet
      isOpen
      title={t(isTask ? retryTask.summary : retryRefused.summary)}
      width={560}
      onClose={onClose}
      footer={footer}
    >
      {data ? (
        <>
          <Paragraph ink="secondary">{t(isTask ? words.taskNote : words.note)}</Paragraph>
          {data.previews.map((preview) => (
            <OneTask
              key={preview.taskId}
              preview={preview}
              then={isTask ? words.failedThen : words.refusedThen}
              isStarted={started.has(preview.taskId)}
              onStarted={() => startedOne(preview.taskId)}
              onStale={() => void refetch()}
            />
          ))}
          {data.notRepeated > 0 ? (
            <Paragraph ink="secondary">{t(words.notRepeated, { n: data.notRepeated })}</Paragraph>
          ) : null}
        </>
      ) : (
        <NotLoaded failed={sentences.previewFailed} error={error} onRetry={refetch} />
      )}
    </Sheet>
  );
}
