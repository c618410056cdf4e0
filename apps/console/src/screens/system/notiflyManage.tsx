import {
  addNotice,
  deleteNotice,
  editNotice,
  listNotices,
  previewAudience,
  readNotice,
  recallNotice,
  sendNotice,
  unscheduleNotice,
} from '@cardinal/contract/api/notices/notices.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { ShareBar } from '@cardinal/ui/layout/Bar.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { useState } from 'react';
import { call } from '../../http/call.ts';
import { CallButton } from '../../kit/CallButton.tsx';
import { useChange } from '../../kit/change.ts';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { ChoiceCell, Nothing } from '../../kit/table/cells.tsx';
import type { RowAction } from '../../kit/table/RowActions.tsx';
import { useShown } from '../../kit/useShown.ts';
import { NoticeForm, type Writing } from './_notices/NoticeForm.tsx';
import { NoticePanel } from './_notices/NoticePanel.tsx';

const words = {
  add: verbs.newNotice,
  open: nouns.details,
  edit: verbs.edit,
  copy: verbs.copy,
  send: text('发送', 'Send'),
  sendQuestion: text('发送「{title}」？', 'Send “{title}”?'),
  sendNow: text(
    '立即送达 {accounts} 个账号（{customers} 个客户）。',
    'Delivered immediately to {accounts} {accounts|account|accounts} of {customers} {customers|customer|customers}.',
  ),
  sendLater: text(
    '将在 {at} 送达，按现在计算为 {accounts} 个账号（{customers} 个客户）。',
    'Delivered at {at}; currently {accounts} {accounts|account|accounts} of {customers} {customers|customer|customers}.',
  ),
  mustRead: text('必读：接收者登录后须先确认。', 'Must-read: recipients must confirm it after signing in.'),
  sent: text('已送达 {n} 个账号', 'Delivered to {n} {n|account|accounts}'),
  scheduled: text('已定时，到时送达 {n} 个账号', 'Scheduled for {n} {n|account|accounts}'),
  unschedule: text('取消定时', 'Unschedule'),
  unscheduled: text('已取消定时', 'Schedule cancelled'),
  recall: text('撤回', 'Recall'),
  recallQuestion: text('撤回「{title}」？', 'Recall “{title}”?'),
  recallNote: text('从 {n} 个账号的通知列表中移除。', 'Removed from the inboxes of {n} {n|account|accounts}.'),
  recalled: text('通知已撤回', 'Notice recalled'),
  remove: verbs.delete,
  removeQuestion: text('删除「{title}」？', 'Delete “{title}”?'),
  removed: text('通知已删除', 'Notice deleted'),
  isScheduled: text('定时', 'Scheduled'),
  read: text('{n} / {of}', '{n} / {of}'),
  none: text('还没有写过通知', 'No notices created yet'),
  noneHint: text(
    '维护、调价、通道故障等消息可以发给下级，并看到谁已读。',
    'Send notices on maintenance, prices or carrier outages to child customers and see who has read them.',
  ),
};

type Row = RowOf<typeof listNotices>;
type StepName = 'open' | 'send' | 'unschedule' | 'edit' | 'copy' | 'recall' | 'remove';
const LOOKS = {
  state: {
    draft: { shape: 'ring', tone: 'neutral' },
    sent: { shape: 'disc', tone: 'good' },
    recalled: { shape: 'square', tone: 'warning' },
    deleted: { shape: 'cross', tone: 'neutral' },
  },
} as const;

function State({ row }: { row: Row }) {
  const t = useText();
  if (!row.isScheduled) {
    return <ChoiceCell field={listNotices.fields.state} value={row.state} looks={LOOKS.state} />;
  }
  return (
    <StatusTag
      shape="half"
      tone="busy"
      word={t(words.isScheduled)}
      origin={row.validFrom ? wallTime(row.validFrom).slice(5, 16) : undefined}
    />
  );
}

function ReadShare({ row }: { row: Row }) {
  const t = useText();
  if (row.readPercent === null) return <Nothing />;
  return (
    <Span isBlock title={t(words.read, { n: countAmount(row.reads), of: countAmount(row.receivers) })}>
      {row.readPercent}%
      <ShareBar share={row.readPercent / 100} />
    </Span>
  );
}

const COLUMNS: readonly ColumnSpec<typeof listNotices>[] = [
  { field: 'title', pinned: 'left', width: 220 },
  { field: 'kind', width: 130 },
  { field: 'state', width: 124, cell: (row) => <State row={row} /> },
  { field: 'audience', width: 116 },
  { field: 'receivers', width: 88 },
  { field: 'readPercent', width: 104, cell: (row) => <ReadShare row={row} /> },
  'sentAt',
  { field: 'isMustRead', width: 80 },
  { field: 'revision', width: 72 },
  { field: 'validTo', width: 168 },
  { field: 'author', width: 120 },
  { field: 'createdAt', isOff: true },
];

/** Sending, recalling and deleting, each with a confirmation of its effect. */
function useSteps() {
  const t = useText();
  const sending = useChange(sendNotice, {
    done: ({ isScheduled, receivers }) => t(isScheduled ? words.scheduled : words.sent, { n: countAmount(receivers) }),
  });
  const unscheduling = useChange(unscheduleNotice, { done: t(words.unscheduled) });
  const recalling = useChange(recallNotice, { done: t(words.recalled) });
  const removing = useChange(deleteNotice, { done: t(words.removed) });

  const send = async (row: Row) => {
    const notice = await call(readNotice, { query: { id: row.id } });
    const { audience, customerKinds, roleNames, tags, customers } = notice;
    const reach = await call(previewAudience, {
      body: {
        audience,
        customerKinds,
        roleNames,
        tagIds: tags.map(({ id }) => id),
        customerIds: customers.map(({ id }) => id),
      },
    });
    const isLater = notice.validFrom !== null && Date.parse(notice.validFrom) > Date.now();
    const counts = { accounts: countAmount(reach.accounts), customers: countAmount(reach.customers) };
    await sending.confirm({
      title: t(words.sendQuestion, { title: row.title }),
      body: (
        <>
          <p>
            {isLater
              ? t(words.sendLater, { ...counts, at: wallTime(notice.validFrom ?? '') })
              : t(words.sendNow, counts)}
          </p>
          {notice.isMustRead ? <p>{t(words.mustRead)}</p> : null}
        </>
      ),
      confirm: t(words.send),
      sends: { body: { id: row.id, version: notice.version } },
    });
  };
  const recall = (row: Row) =>
    recalling.confirm({
      title: t(words.recallQuestion, { title: row.title }),
      body: <p>{t(words.recallNote, { n: countAmount(row.receivers) })}</p>,
      confirm: t(words.recall),
      isDanger: true,
      sends: { body: { id: row.id } },
    });
  const remove = (row: Row) =>
    removing.confirm({
      title: t(words.removeQuestion, { title: row.title }),
      confirm: t(words.remove),
      isDanger: true,
      sends: { body: { id: row.id } },
    });
  return { send, recall, remove, unschedule: (row: Row) => unscheduling.run({ body: { id: row.id } }) };
}

export default function NoticesWritten() {
  const t = useText();
  const [shown, show] = useShown();
  const [writing, setWriting] = useState<Writing>();
  const steps = useSteps();

  const actionsOf = (row: Row): readonly RowAction[] => {
    const isDraft = row.state === 'draft';
    const pick = (key: StepName, call: RowAction['call'], onPick: () => void, isDanger = false): RowAction => ({
      key,
      label: t(words[key]),
      ...(call ? { call } : {}),
      isDanger,
      onPick,
    });
    return [
      pick('open', undefined, () => show(row.id)),
      ...(isDraft && !row.isScheduled ? [pick('send', sendNotice, () => void steps.send(row))] : []),
      ...(row.isScheduled ? [pick('unschedule', unscheduleNotice, () => void steps.unschedule(row))] : []),
      ...(isDraft || row.state === 'sent'
        ? [pick('edit', editNotice, () => setWriting({ kind: 'edit', id: row.id }))]
        : []),
      pick('copy', addNotice, () => setWriting({ kind: 'copy', id: row.id })),
      ...(row.state === 'sent' ? [pick('recall', recallNotice, () => void steps.recall(row), true)] : []),
      ...(isDraft || row.state === 'recalled'
        ? [pick('remove', deleteNotice, () => void steps.remove(row), true)]
        : []),
    ];
  };

  return (
    <>
      <ListScreen
        list={listNotices}
        columns={COLUMNS}
        filters={['title', 'kind', 'state', 'author', 'sentAt', 'isMustRead', 'isScheduled', 'audience']}
        looks={LOOKS}
        rowName={(row) => row.title}
        rowActions={actionsOf}
        actions={
          <CallButton call={addNotice} type="primary" onClick={() => setWriting({ kind: 'add' })}>
            {t(words.add)}
          </CallButton>
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <NoticePanel id={shown} onClose={() => show(undefined)} />
      {writing ? (
        <NoticeForm
          key={writing.kind === 'add' ? 'add' : `${writing.kind} ${writing.id}`}
          writing={writing}
          onClose={() => setWriting(undefined)}
        />
      ) : null}
    </>
  );
}
