import {
  listPushDeliveries,
  MOST_REPLAYED,
  replayPushes,
  skipPushes,
} from '@cardinal/contract/api/pushes/deliveries.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, units } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useLanguage, useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { relativeTime } from '@cardinal/ui/moments.ts';
import { lazy, Suspense } from 'react';
import type { Picked } from '../../kit/bulk/BulkBar.tsx';
import { useChange } from '../../kit/change.ts';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { Nothing, WholeCode } from '../../kit/table/cells.tsx';
import { useCopyStep } from '../../kit/table/useCopyStep.ts';
import { useShown } from '../../kit/useShown.ts';
import { CardNumber } from '../../parts/cards/CardNumber.tsx';
import { DELIVERY_LOOKS } from '../../parts/pushes/pushLooks.ts';
import { toast } from '../../shell/toasts.ts';

const PushPanel = lazy(() => import('./_pushes/PushPanel.tsx'));

const words = {
  rate: text('成功率（24 小时）', 'Success (24 h)'),
  p95: text('耗时 P95', 'Took, P95'),
  backlog: text('积压', 'Backlog'),
  oldest: text('最早未送达', 'Oldest undelivered'),
  subscription: text('某个订阅', 'One subscription'),
  undelivered: text('未送达', 'Undelivered'),
  replay: text('重放', 'Replay'),
  skip: text('跳过', 'Skip'),
  replayed: text('{n} 条已提交重放', '{n} {n|delivery|deliveries} to be sent again'),
  skipped: text('已跳过 {n} 条', '{n} skipped'),
  left: text('{words}；{n} 条不可用，未处理', '{words}. {n} left as {n|it is|they are}'),
  skipQuestion: text('跳过 {n} 条推送？', 'Skip {n} {n|delivery|deliveries}?'),
  skipNote: text(
    '跳过后不再推送，同一张卡的后续事件随即继续；以后仍可重放。',
    'They are not sent, and later events of their cards go on. They can be replayed later.',
  ),
  filterTooWide: text(
    '请逐条勾选（最多 {n} 条），或在推送订阅中重放一段时间',
    'Tick rows one by one (at most {n}), or replay a period from the push subscription',
  ),
  none: text('还没有推送', 'Nothing was pushed yet'),
  noneHint: text(
    '在「主动推送配置」登记接收地址后，每个事件的推送、应答和重试都列在这里。',
    'Once an address is set under Push subscriptions, every event sent there is listed with its answer and retries.',
  ),
};

type Row = RowOf<typeof listPushDeliveries>;

const isBad = (status: number) => status < 200 || status >= 300;

const COLUMNS: readonly ColumnSpec<typeof listPushDeliveries>[] = [
  { field: 'createdAt', pinned: 'left', width: 168 },
  { field: 'type', width: 150 },
  { field: 'state', width: 120 },
  {
    field: 'httpStatus',
    width: 100,
    cell: ({ httpStatus }) =>
      httpStatus === null ? <Nothing /> : <Span ink={isBad(httpStatus) ? 'danger' : undefined}>{httpStatus}</Span>,
  },
  { field: 'attempts', width: 84 },
  { field: 'iccid', width: 210, cell: ({ iccid }) => (iccid === null ? <Nothing /> : <CardNumber iccid={iccid} />) },
  { field: 'orderNo', width: 150 },
  { field: 'subscriptionName', width: 140 },
  { field: 'durationMs', width: 116 },
  { field: 'host', width: 170 },
  { field: 'words', width: 190 },
  { field: 'nextAt', width: 168 },
  { field: 'sentAt', width: 168 },
  { field: 'eventId', width: 150, cell: (row) => <WholeCode value={row.eventId} /> },
  { field: 'isTest', width: 76 },
  { field: 'happenedAt', isOff: true },
];

const isOpen = ({ state }: Row) => state === 'waiting' || state === 'failed';

/** Every event that was sent to a customer's own systems, and what they answered. */
export default function PushLog() {
  const t = useText();
  const language = useLanguage();
  const [shown, show] = useShown();
  const copyStep = useCopyStep();
  const say = (done: string, left: number) => (left === 0 ? done : t(words.left, { words: done, n: left }));
  const replaying = useChange(replayPushes, {
    done: ({ replayed, left }) => say(t(words.replayed, { n: replayed }), left),
  });
  const skipping = useChange(skipPushes, { done: ({ skipped, left }) => say(t(words.skipped, { n: skipped }), left) });
  const replay = (ids: readonly string[]) => replaying.run({ body: { by: 'rows', ids: [...ids] } });
  const skip = (ids: readonly string[]) =>
    skipping.confirm({
      title: t(words.skipQuestion, { n: ids.length }),
      body: <p>{t(words.skipNote)}</p>,
      confirm: t(words.skip),
      isDanger: true,
      sends: { body: { ids: [...ids] } },
    });
  const ticked = (run: (ids: readonly string[]) => Promise<unknown>) => (picked: Picked, done: () => void) => {
    if (picked.kind === 'filter' || picked.count > MOST_REPLAYED) {
      toast.error(t(words.filterTooWide, { n: MOST_REPLAYED }));
      return;
    }
    void run(picked.ids).then((answer) => (answer ? done() : undefined));
  };
  return (
    <>
      <ListScreen
        list={listPushDeliveries}
        columns={COLUMNS}
        filters={['iccid', 'orderNo', 'state', 'type', 'createdAt', 'httpStatus', 'eventId', 'attempts', 'isTest']}
        filterNames={{ subscriptionId: words.subscription }}
        views={[{ title: words.undelivered, query: 'state=waiting&state=failed' }]}
        looks={{ state: DELIVERY_LOOKS }}
        isMoving={(row) => isOpen(row)}
        rowName={(row) => row.eventId}
        figures={({ successPercent, p95Ms, backlog, oldestAt }, pick) => [
          ...(successPercent === null
            ? []
            : [{ key: 'rate', label: t(words.rate), value: successPercent.toFixed(1), unit: '%' }]),
          ...(p95Ms === null
            ? []
            : [{ key: 'p95', label: t(words.p95), value: countAmount(p95Ms), unit: t(units.milliseconds) }]),
          {
            key: 'backlog',
            label: t(words.backlog),
            value: countAmount(backlog),
            onPick: () => pick({ state: ['waiting', 'failed'] }),
          },
          ...(oldestAt === null
            ? []
            : [{ key: 'oldest', label: t(words.oldest), value: relativeTime(oldestAt, Date.now(), language) }]),
        ]}
        rowActions={(row) => [
          { key: 'details', label: t(nouns.details), onPick: () => show(row.id) },
          ...(row.isTest
            ? []
            : [{ key: 'replay', label: t(words.replay), call: replayPushes, onPick: () => void replay([row.id]) }]),
          ...(isOpen(row)
            ? [
                {
                  key: 'skip',
                  label: t(words.skip),
                  call: skipPushes,
                  isDanger: true,
                  onPick: () => void skip([row.id]),
                },
              ]
            : []),
          ...copyStep(listPushDeliveries.fields.eventId.label, row.eventId),
        ]}
        bulk={[
          { key: 'replay', label: words.replay, call: replayPushes, onPick: ticked(replay) },
          { key: 'skip', label: words.skip, call: skipPushes, isDanger: true, onPick: ticked(skip) },
        ]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Suspense fallback={null}>{shown ? <PushPanel id={shown} onClose={() => show(undefined)} /> : null}</Suspense>
    </>
  );
}
