import { listPushDeliveries, replayPushes } from '@cardinal/contract/api/pushes/deliveries.ts';
import {
  addPushSubscription,
  editPushSubscription,
  listPushSubscriptions,
  OLD_SECRET_HOURS,
  removePushSubscription,
  rotatePushSecret,
  switchPushSubscription,
  testPush,
} from '@cardinal/contract/api/pushes/subscriptions.ts';
import { PushEvent } from '@cardinal/contract/enumerations/push.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { useChange } from '../../kit/change.ts';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { OneTimeSecret, type Secret } from '../../kit/OneTimeSecret.tsx';
import { Nothing } from '../../kit/table/cells.tsx';
import type { RowAction } from '../../kit/table/RowActions.tsx';
import { PUSH_LOOKS } from '../../parts/pushes/pushLooks.ts';
import { navigate } from '../../shell/navigation.ts';
import { toast } from '../../shell/toasts.ts';

const SubscriptionForm = lazy(() => import('./_pushes/SubscriptionForm.tsx'));
const TestPush = lazy(() => import('./_pushes/TestPush.tsx'));
const ReplayRange = lazy(() => import('./_pushes/ReplayRange.tsx'));

const words = {
  resume: text('恢复推送', 'Resume pushes'),
  paused: text('「{name}」已暂停，事件保留 7 天', '“{name}” is paused; events wait for 7 days'),
  resumed: text('「{name}」已恢复，积压立即推送', '“{name}” is on; what waited is sent now'),
  range: text('重放时段', 'Replay a period'),
  rotateQuestion: text('轮换「{name}」的密钥？', 'Rotate the secret of “{name}”?'),
  rotateNote: text(
    '立即生成新密钥；{n} 小时内每次推送同时带新旧两个签名。',
    'A new secret is made now. For {n} hours every push carries both signatures.',
  ),
  removeQuestion: text('删除推送订阅「{name}」？', 'Delete the push subscription “{name}”?'),
  removeNote: text(
    '{n} 条未送达的推送不再发送；推送日志保留。',
    '{n} open {n|delivery is|deliveries are} not sent any more. The log stays.',
  ),
  removed: text('推送订阅已删除', 'Push subscription deleted'),
  secretMade: text('请保存签名密钥', 'Save the signing secret'),
  secretNote: text('用于校验 webhook-signature', 'Verifies webhook-signature'),
  all: text('所有产品', 'All products'),
  none: text('还没有推送订阅', 'No push subscriptions yet'),
  noneHint: text(
    '填写自有系统的 https 地址，订单结果、套餐变化和用量提醒发生后即推送，无需轮询接口。',
    'Give the https address of your own system. Order results, package changes and usage reminders are sent as they happen, without polling.',
  ),
};

type Row = RowOf<typeof listPushSubscriptions>;

function Success({ row: { successPercent } }: { row: Row }) {
  if (successPercent === null) return <Nothing />;
  return <Span ink={successPercent < 95 ? 'danger' : undefined}>{successPercent.toFixed(1)}%</Span>;
}

/** What a subscription's cards are limited to. */
function Products({ row: { productCodes } }: { row: Row }) {
  const t = useText();
  return (
    <span title={productCodes.join(', ')}>{productCodes.length === 0 ? t(words.all) : productCodes.join(', ')}</span>
  );
}

const eventNames = (row: Row, t: ReturnType<typeof useText>): string =>
  row.events.map((each) => t(PushEvent.labelOf(each))).join(', ');

function Events({ row }: { row: Row }) {
  const t = useText();
  const names = eventNames(row, t);
  return <span title={names}>{names}</span>;
}

const COLUMNS: readonly ColumnSpec<typeof listPushSubscriptions>[] = [
  { field: 'name', pinned: 'left', width: 150 },
  { field: 'state', width: 96 },
  { field: 'host', width: 190 },
  { field: 'successPercent', width: 140, cell: (row) => <Success row={row} /> },
  {
    field: 'backlog',
    width: 90,
    cell: (row) => <Span ink={row.backlog > 0 ? 'warning' : undefined}>{countAmount(row.backlog)}</Span>,
  },
  { field: 'lastError', width: 150 },
  { field: 'oldestAt', width: 168 },
  { field: 'events', width: 230, cell: (row) => <Events row={row} /> },
  { field: 'lastErrorAt', width: 168 },
  { field: 'probeAt', width: 168 },
  { field: 'lastSentAt', width: 168 },
  { field: 'productCodes', width: 130, cell: (row) => <Products row={row} /> },
  { field: 'platforms', width: 130 },
  { field: 'timeoutSeconds', width: 96 },
  { field: 'secretHint', width: 110 },
  { field: 'oldSecretUntil', width: 168 },
  { field: 'url', isOff: true },
  { field: 'suspendedAt', isOff: true },
  { field: 'secretSetAt', isOff: true },
  { field: 'createdBy', isOff: true },
  { field: 'createdAt', isOff: true },
];

/** Where a customer's events are sent, and how that goes. */
export default function ActivePushConfig() {
  const t = useText();
  const [edited, setEdited] = useState<Row | 'new'>();
  const [tried, setTried] = useState<Row>();
  const [replayed, setReplayed] = useState<Row>();
  const [secret, setSecret] = useState<Secret>();
  const switching = useChange(switchPushSubscription);
  const rotating = useChange(rotatePushSecret);
  const removing = useChange(removePushSubscription, { done: t(words.removed) });
  const tell = ({ secret: value }: { secret: string }) =>
    setSecret({ title: t(words.secretMade), label: nouns.secret, value, note: t(words.secretNote) });
  const rotate = async ({ id, version, name }: Row) => {
    const made = await rotating.confirm({
      title: t(words.rotateQuestion, { name }),
      body: <p>{t(words.rotateNote, { n: OLD_SECRET_HOURS })}</p>,
      confirm: t(verbs.rotate),
      sends: { body: { id, version } },
    });
    if (made) tell(made);
  };
  const remove = ({ id, version, name, backlog }: Row) =>
    removing.confirm({
      title: t(words.removeQuestion, { name }),
      body: <p>{t(words.removeNote, { n: backlog })}</p>,
      confirm: t(verbs.delete),
      isDanger: true,
      sends: { body: { id, version } },
    });
  const turn = async ({ id, version, name }: Row, isOn: boolean) => {
    const done = await switching.run({ body: { id, version, isOn } });
    if (done) toast.success(t(isOn ? words.resumed : words.paused, { name }));
  };
  const stepsOf = (row: Row): readonly RowAction[] => [
    {
      key: 'log',
      label: t(listPushDeliveries.summary),
      onPick: () => navigate(`/permission/pushLog?subscriptionId=${row.id}`),
    },
    { key: 'test', label: t(testPush.summary), call: testPush, onPick: () => setTried(row) },
    { key: 'edit', label: t(verbs.edit), call: editPushSubscription, onPick: () => setEdited(row) },
    row.state === 'on'
      ? {
          key: 'pause',
          label: t(verbs.pause),
          call: switchPushSubscription,
          onPick: () => void turn(row, false),
        }
      : {
          key: 'resume',
          label: t(words.resume),
          call: switchPushSubscription,
          onPick: () => void turn(row, true),
        },
    ...(row.state === 'on'
      ? [{ key: 'replay', label: t(words.range), call: replayPushes, onPick: () => setReplayed(row) }]
      : []),
    { key: 'rotate', label: t(rotatePushSecret.summary), call: rotatePushSecret, onPick: () => void rotate(row) },
    {
      key: 'remove',
      label: t(verbs.delete),
      call: removePushSubscription,
      isDanger: true,
      onPick: () => void remove(row),
    },
  ];
  const add = (
    <CallButton call={addPushSubscription} type="primary" onClick={() => setEdited('new')}>
      {t(addPushSubscription.summary)}
    </CallButton>
  );
  return (
    <>
      <ListScreen
        list={listPushSubscriptions}
        columns={COLUMNS}
        filters={['name', 'state', 'events']}
        looks={{ state: PUSH_LOOKS }}
        isMoving={(row) => row.backlog > 0}
        rowName={(row) => row.name}
        rowActions={stepsOf}
        actions={add}
        empty={{ title: words.none, hint: words.noneHint, action: add }}
      />
      <Suspense fallback={null}>
        {edited ? (
          <SubscriptionForm
            row={edited === 'new' ? undefined : edited}
            onMade={tell}
            onClose={() => setEdited(undefined)}
          />
        ) : null}
        {tried ? <TestPush subscription={tried} onClose={() => setTried(undefined)} /> : null}
        {replayed ? <ReplayRange subscription={replayed} onClose={() => setReplayed(undefined)} /> : null}
      </Suspense>
      {secret ? <OneTimeSecret secret={secret} onClose={() => setSecret(undefined)} /> : null}
    </>
  );
}
