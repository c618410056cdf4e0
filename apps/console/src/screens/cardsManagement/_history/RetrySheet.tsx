import { retryRefused } from '@cardinal/contract/api/cards/history.ts';
import { listSkipped } from '@cardinal/contract/api/cards/selection.ts';
import { TaskAction } from '@cardinal/contract/api/tasks.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { DetailSkeleton, ErrorState } from '@cardinal/ui/States.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { call } from '../../../http/call.ts';
import { PreviewFigures } from '../../../kit/bulk/PreviewFigures.tsx';
import { useStartPreview } from '../../../kit/bulk/useStartPreview.tsx';
import { CARD_BULK } from '../_cardList/cardBulk.tsx';

const words = {
  title: text('重跑被拒绝的操作', 'Re-run refused operations'),
  close: text('关闭', 'Close'),
  failed: text('预检失败', 'The preview could not be made'),
  note: text(
    '所选记录中被拒绝的操作将以原任务的参数作为新的「{action}」任务执行；卡按现在的状态重新判断。',
    'What was refused of the chosen lines runs again as a task “{action}” with its former parameters; cards are judged as they are now.',
  ),
};

export type RetrySource = BodyOf<typeof retryRefused>['source'];

/** What asking again comes to: its preview, and from there its start. */
export default function RetrySheet(props: { source: RetrySource; onStarted: () => void; onClose: () => void }) {
  const t = useText();
  const { source, onClose } = props;
  const { start, isStarting, actWords } = useStartPreview();
  // A preview is frozen for whoever asked: each opening asks anew, and nothing asks again behind its back.
  const { data, error } = useQuery({
    queryKey: [retryRefused.name, source],
    queryFn: ({ signal }) => call(retryRefused, { body: { source } }, { signal, isSilent: true }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const action = data && CARD_BULK.find((each) => each.action === data.action);
  const act = async () => {
    if (!data || !action || !(await start(action, data))) return;
    props.onStarted();
    onClose();
  };
  const footer = (
    <div className="sheet-actions">
      <Button onClick={onClose}>{t(words.close)}</Button>
      {data && action ? (
        <Button
          type="primary"
          danger={action.isDanger ?? false}
          disabled={data.willTouch === 0}
          loading={isStarting}
          onClick={() => void act()}
        >
          {actWords(action, data)}
        </Button>
      ) : null}
    </div>
  );
  return (
    <Sheet isOpen title={t(words.title)} width={560} onClose={onClose} footer={footer}>
      {error ? <ErrorState title={t(words.failed)} hint={error.message} /> : null}
      {!data && !error ? <DetailSkeleton /> : null}
      {data ? (
        <div className="retry-preview">
          <p className="sheet-note">{t(words.note, { action: TaskAction.labelOf(data.action) })}</p>
          <PreviewFigures preview={data} skipped={listSkipped} />
        </div>
      ) : null}
    </Sheet>
  );
}
