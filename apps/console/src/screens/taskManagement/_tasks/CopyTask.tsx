import { readAsked } from '@cardinal/contract/api/cardBatches/selection.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { CardBulkSheet } from '../../../kit/bulk/CardBulkSheet.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { CARD_BULK } from '../../../parts/cardBatches/cardBulk.tsx';

const words = {
  title: readAsked.summary,
  failed: text('任务不能复制', 'Task could not be copied'),
  cards: text('原任务的 {n} 张卡', '{n} {n|card|cards} of the original task'),
  filter: text('原筛选条件（按现在的结果）', 'Original filter (current results)'),
  segment: text('原号段', 'Original segment'),
  set: text('原号码集', 'Original card set'),
};

/** Repeats a task's action with its parameters and cards, starting at the preview. */
export default function CopyTask(props: { taskId: string; onClose: () => void }) {
  const t = useText();
  const { taskId, onClose } = props;
  const { data, error, refetch } = useRead(readAsked, { taskId }, { retry: false });
  const bulk = data && CARD_BULK.find(({ action }) => action === data.action);
  if (!data || !bulk) {
    return (
      <Sheet isOpen title={t(words.title)} width={560} onClose={onClose}>
        <NotLoaded failed={words.failed} error={error} onRetry={refetch} />
      </Sheet>
    );
  }
  const { source, total, parameters } = data;
  const { kind } = source;
  const label =
    kind === 'filter' || kind === 'listed'
      ? t(words.filter)
      : kind === 'segment' || kind === 'set'
        ? t(words[kind])
        : t(words.cards, { n: countAmount(total) });
  return (
    <CardBulkSheet
      bulk={bulk}
      picked={{ source, count: total, label }}
      initial={parameters}
      onClose={onClose}
      onStarted={onClose}
    />
  );
}
