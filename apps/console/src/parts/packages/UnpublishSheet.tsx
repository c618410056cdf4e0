import { readQueuedPackages } from '@cardinal/contract/api/packages/queuedPackages.ts';
import type { shelveSystemPackages } from '@cardinal/contract/api/packages/systemPackages.ts';
import { PackageShelf } from '@cardinal/contract/enumerations/package.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { FiguresStrip } from '@cardinal/ui/FiguresStrip.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Box } from '@cardinal/ui/layout/Box.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Heading, Note, Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button, Radio } from 'antd';
import { useState } from 'react';
import { useChange } from '../../kit/change.ts';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { useRead } from '../../kit/useRead.ts';
import { toast } from '../../shell/toasts.ts';
import { shelfWords } from './shelfWords.ts';

const words = {
  title: text('下架「{name}」', 'Unpublish “{name}”'),
  titleMany: text('下架 {n} 个套餐', 'Unpublish {n} packages'),
  now: text('立即停止新订购；使用中的套餐照常运行到期。', 'New orders stop at once. What is in use runs to its end.'),
  none: text('没有排队的套餐。', 'Nothing waits on cards.'),
  queued: text('排队中的套餐', 'Packages waiting'),
  records: text('排队套餐', 'Waiting'),
  payers: text('付款方', 'Payers'),
  paid: text('已付金额', 'Paid'),
  honour: text('履行：到时照常生效', 'Honour them'),
  honourNote: text('已付款的按约定生效，不退款。', 'What was paid for begins as agreed. Nothing is given back.'),
  stop: text('停止并通知：全额退回，不再生效', 'Stop them and notify'),
  stopNote: text(
    '由任务逐卡退订，向付款客户全额退回，各级分润一并冲回；付款客户和卡所属客户各收到一次通知。不能撤销。',
    'A task ends them card by card, gives all of it back to who paid and reverses every level’s margin. Who paid and who has the cards are notified once each. It cannot be undone.',
  ),
  underWay: text(
    '另有 {n} 张卡的订单正在处理，将照常交付，不在停止之列。',
    'Orders for {n} more {n|card|cards} are being carried out. They are delivered and not stopped.',
  ),
  noStop: text('不能停止：{why}', 'You cannot stop them: {why}'),
  confirmStop: text('下架并停止 {n} 个排队套餐', 'Unpublish and stop {n} waiting'),
  stopping: text('已下架；停止排队的任务已开始', 'Unpublished; the task that stops what waits has started'),
};

type Named = { readonly id: string; readonly name: string };
const { off } = PackageShelf.values;

/** Takes packages off the shelf: what waits of them, and whether it is honoured or stopped. */
export default function UnpublishSheet(props: {
  endpoint: typeof shelveSystemPackages;
  of: readonly Named[] | { readonly ids: readonly string[] };
  onDone?: () => void;
  onClose: () => void;
}) {
  const t = useText();
  const named = 'ids' in props.of ? undefined : props.of[0];
  const ids = 'ids' in props.of ? [...props.of.ids] : props.of.map(({ id }) => id);
  const { data, error, refetch } = useRead(readQueuedPackages, { ids }, { staleTime: 0, gcTime: 0 });
  const [isStopped, setStopped] = useState(false);
  const shelving = useChange(props.endpoint, {
    // The number has changed: it is shown anew.
    onFailure: () => void refetch(),
    onDone: ({ done, failed, taskId }) => {
      if (taskId !== null)
        toast.success(t(words.stopping), { label: t(verbs.openTask), to: `/taskManagement/systemTask?id=${taskId}` });
      else toast.success(t(shelfWords.done, { n: done }));
      const [first] = failed;
      if (first) toast.warning(first.words);
      props.onDone?.();
      props.onClose();
    },
  });
  const choices = [
    { value: false, title: t(words.honour), note: t(words.honourNote), why: null },
    {
      value: true,
      title: t(words.stop),
      note: t(words.stopNote),
      why: data?.whyNotStop ? t(words.noStop, { why: data.whyNotStop }) : null,
    },
  ];
  const records = data?.records ?? 0;
  const stop = isStopped && records > 0 ? { stop: { records } } : {};
  return (
    <Sheet
      isOpen
      title={named ? t(words.title, { name: named.name }) : t(words.titleMany, { n: ids.length })}
      width={520}
      onClose={props.onClose}
      footer={
        <Inline justify="end">
          <Button onClick={props.onClose}>{t(verbs.cancel)}</Button>
          <Button
            type="primary"
            danger
            disabled={!data}
            loading={shelving.isRunning}
            onClick={() => void shelving.run({ body: { ids, shelfState: off, ...stop } })}
          >
            {'stop' in stop ? t(words.confirmStop, { n: countAmount(records) }) : t(verbs.unpublish)}
          </Button>
        </Inline>
      }
    >
      {data ? (
        <>
          <Paragraph below="m">{t(words.now)}</Paragraph>
          {records === 0 ? (
            <Paragraph ink="secondary">{t(words.none)}</Paragraph>
          ) : (
            <>
              <Heading>{t(words.queued)}</Heading>
              <FiguresStrip
                label={t(words.queued)}
                figures={[
                  { key: 'records', label: t(words.records), value: countAmount(records) },
                  { key: 'cards', label: t(nouns.cards), value: countAmount(data.cards) },
                  { key: 'payers', label: t(words.payers), value: countAmount(data.customers) },
                  ...data.amounts.map(({ currency, amount }) => ({
                    key: currency,
                    label: t(words.paid),
                    value: moneyAmount(amount, currency),
                    unit: currency,
                  })),
                ]}
              />
              <Box isDivided above="m" role="radiogroup" aria-label={t(words.queued)}>
                {choices.map(({ value, title, note, why }) => (
                  <div key={title}>
                    <Radio checked={isStopped === value} disabled={why !== null} onChange={() => setStopped(value)}>
                      {title}
                      <Span isBlock size="s" ink="secondary">
                        {why ?? note}
                      </Span>
                    </Radio>
                  </div>
                ))}
              </Box>
            </>
          )}
          {data.underWay > 0 ? <Note above="m">{t(words.underWay, { n: data.underWay })}</Note> : null}
        </>
      ) : (
        <NotLoaded error={error} onRetry={refetch} />
      )}
    </Sheet>
  );
}
