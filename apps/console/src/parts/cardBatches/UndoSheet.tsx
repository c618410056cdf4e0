import { listSkipped } from '@cardinal/contract/api/cardBatches/selection.ts';
import { previewUndo } from '@cardinal/contract/api/cardBatches/undo.ts';
import { TaskAction } from '@cardinal/contract/api/tasks/tasks.ts';
import { sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import type { Preview } from '../../kit/bulk/cardBulkAction.ts';
import { PreviewFigures } from '../../kit/bulk/PreviewFigures.tsx';
import { type Startable, useStartPreview } from '../../kit/bulk/useStartPreview.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { useRead } from '../../kit/useRead.ts';

const words = {
  title: text('撤销任务 {taskNo}', 'Undo task {taskNo}'),
  note: text(
    '作为「{action}」任务执行：原任务成功的卡恢复到执行前的值，此后又变更过的卡保持不变。',
    'Runs as a “{action}” task: cards changed by the original task return to their previous values. Cards changed since then are left unchanged.',
  ),
};

const CONSEQUENCE = text('将作为一个新任务执行；执行后也可以再撤销。', 'Runs as a new task, which can also be undone.');

/** A preview is frozen: each opening asks for a new one, and nothing refetches it. */
const FROZEN = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

type Asked = Pick<UseQueryResult<Preview>, 'data' | 'error' | 'refetch'>;

/** The compensating batch of a finished task: its preview, and from there its start. */
export function UndoSheet(props: { task: { readonly id: string; readonly taskNo: string }; onClose: () => void }) {
  const t = useText();
  const { task, onClose } = props;
  const asked = useRead(previewUndo, { taskId: task.id }, FROZEN);
  return <WayBack title={t(words.title, { taskNo: task.taskNo })} asked={asked} onClose={onClose} />;
}

/** The same, however its preview was asked for. */
export function WayBack(props: { title: string; asked: Asked; onClose: () => void }) {
  const t = useText();
  const { onClose } = props;
  const { data, error, refetch } = props.asked;
  const { start, isStarting, actWords } = useStartPreview();
  const undo: Startable = { label: verbs.undo, consequence: t(CONSEQUENCE) };
  const act = async () => {
    if (data && (await start(undo, data))) onClose();
  };
  const footer = (
    <Inline justify="end">
      <Button onClick={onClose}>{t(verbs.close)}</Button>
      {data ? (
        <Button type="primary" disabled={data.willTouch === 0} loading={isStarting} onClick={act}>
          {actWords(undo, data)}
        </Button>
      ) : null}
    </Inline>
  );
  return (
    <Sheet isOpen title={props.title} width={560} onClose={onClose} footer={footer}>
      {data ? (
        <Stack gap="l">
          <Paragraph ink="secondary">{t(words.note, { action: TaskAction.labelOf(data.action) })}</Paragraph>
          <PreviewFigures preview={data} skipped={listSkipped} />
        </Stack>
      ) : (
        <NotLoaded failed={sentences.previewFailed} error={error} onRetry={refetch} />
      )}
    </Sheet>
  );
}
