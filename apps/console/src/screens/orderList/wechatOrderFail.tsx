import {
  assignCases,
  listDeskCases,
  MOST_CASES,
  readDeskRules,
  replaceCase,
  retryCases,
} from '@cardinal/contract/api/retailOrders/deskCases.ts';
import { refundOrder, rejectRequest } from '@cardinal/contract/api/retailOrders/refunding.ts';
import { CaseReason } from '@cardinal/contract/enumerations/retail.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { timeText } from '@cardinal/primitives/time.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useLanguage, useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { relativeTime } from '@cardinal/ui/moments.ts';
import { lazy, Suspense, useState } from 'react';
import type { Picked } from '../../kit/bulk/BulkBar.tsx';
import { CallButton } from '../../kit/CallButton.tsx';
import { useChange } from '../../kit/change.ts';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { useCopyStep } from '../../kit/table/useCopyStep.ts';
import { useShown } from '../../kit/useShown.ts';
import { toast } from '../../shell/toasts.ts';
import { REASON_LOOKS, retailWords } from './_retail/retailWords.ts';

const RetailOrderPanel = lazy(() => import('./_retail/RetailOrderPanel.tsx'));
const RefundForm = lazy(() => import('./_retail/RefundForm.tsx'));
const DeclineForm = lazy(async () => ({ default: (await import('./_retail/RefundForm.tsx')).DeclineForm }));
const ReplaceForm = lazy(async () => ({ default: (await import('./_retail/CaseForms.tsx')).ReplaceForm }));
const AssignForm = lazy(async () => ({ default: (await import('./_retail/CaseForms.tsx')).AssignForm }));
const RulesSheet = lazy(async () => ({ default: (await import('./_retail/CaseForms.tsx')).RulesSheet }));

const words = {
  none: text('没有待处理的订单', 'Nothing to repair'),
  noneHint: text(
    '已付款却没有开通的订单，以及用户的退款申请，在这里处理。',
    'Orders that are paid and not set up, and refunds that buyers ask for, are handled here.',
  ),
  open: nouns.undecided,
  oldest: text('最早', 'Oldest'),
  group: text('{reason}（{currency}）', '{reason} ({currency})'),
  cases: text('{n} 笔', '{n} {n|order|orders}'),
  mine: text('我处理的', 'Mine'),
  unit: text('笔订单', '{n|order|orders}'),
  retry: text('重试开通', 'Set up again'),
  replace: text('更换套餐', 'Replace'),
  retried: text('{n} 笔正在开通', '{n} {n|order is|orders are} being set up'),
  notTried: text('{n} 笔未能开通：{why}', '{n} could not be set up: {why}'),
};
type Row = RowOf<typeof listDeskCases>;
type Opened =
  | { readonly step: 'refund' | 'decline' | 'replace'; readonly row: Row }
  | { readonly step: 'assign'; readonly ids: readonly string[]; readonly done?: () => void }
  | { readonly step: 'rules' };

const SOON_MS = 30 * 60_000;

/** How long an order waits; after half an hour somebody should have looked. */
function Age({ at }: { at: string }) {
  const language = useLanguage();
  const age = relativeTime(at, Date.now(), language);
  const isLate = Date.now() - new Date(at).getTime() > SOON_MS;
  return (
    <time dateTime={at} title={timeText(new Date(at))}>
      {isLate ? <Span ink="danger">{age}</Span> : age}
    </time>
  );
}

/** The repair desk: money taken, service not given. */
export default function WechatOrderFail() {
  const t = useText();
  const language = useLanguage();
  const copyStep = useCopyStep();
  const [shown, show] = useShown();
  const [opened, open] = useState<Opened>();
  const close = () => open(undefined);
  const retrying = useChange(retryCases, {
    onDone: ({ started, refused }) => {
      if (started > 0) toast.success(t(words.retried, { n: started }));
      if (refused.length > 0) toast.warning(t(words.notTried, { n: refused.length, why: refused[0]?.why ?? '' }));
    },
  });
  const retry = (ids: readonly string[]) => void retrying.run({ body: { ids: ids.slice(0, MOST_CASES) } });
  const idsOf = (picked: Picked) => (picked.kind === 'ids' ? picked.ids.slice(0, MOST_CASES) : []);
  return (
    <>
      <ListScreen
        list={listDeskCases}
        columns={[
          {
            field: 'openedAt',
            pinned: 'left',
            width: 110,
            cell: (row) => <Age at={row.openedAt} />,
          },
          { field: 'orderNo', width: 150 },
          { field: 'reason', width: 140 },
          { field: 'why', width: 220 },
          { field: 'requested', width: 160 },
          { field: 'title', width: 160 },
          { field: 'price', width: 90 },
          { field: 'iccid', width: 200 },
          { field: 'buyer', width: 100 },
          { field: 'fulfilState', width: 100 },
          { field: 'attempts', width: 90 },
          'nextAttemptAt',
          'refundAt',
          { field: 'ownerName', width: 110 },
          { field: 'remark', width: 140 },
          { field: 'accountName', width: 180 },
          { field: 'customerName', width: 150 },
          { field: 'currency', isOff: true },
        ]}
        filters={['reason', 'orderNo', 'iccid', customerFilter('customerId', nouns.customer), 'openedAt', 'title']}
        filterNames={{ mine: words.mine }}
        looks={{ reason: REASON_LOOKS }}
        rowName={(row) => row.orderNo}
        unit={words.unit}
        figures={({ groups, oldestAt }, pick) => [
          {
            key: 'open',
            label: t(words.open),
            value: countAmount(groups.reduce((sum, { cases }) => sum + cases, 0)),
            onPick: () => pick({}),
          },
          ...groups.slice(0, 4).map(({ reason, currency, cases, amount }) => ({
            key: `${reason} ${currency}`,
            label: t(words.group, { reason: t(CaseReason.labelOf(reason)), currency }),
            value: moneyAmount(amount, currency),
            unit: t(words.cases, { n: cases }),
            onPick: () => pick({ reason }),
          })),
          ...(oldestAt
            ? [{ key: 'oldest', label: t(words.oldest), value: relativeTime(oldestAt, Date.now(), language) }]
            : []),
        ]}
        views={[{ title: words.mine, query: 'mine=true' }]}
        actions={
          <CallButton call={readDeskRules} onClick={() => open({ step: 'rules' })}>
            {t(retailWords.rules)}
          </CallButton>
        }
        bulk={[
          {
            key: 'retry',
            label: words.retry,
            call: retryCases,
            onPick: (picked, done) => {
              retry(idsOf(picked));
              done();
            },
          },
          {
            key: 'assign',
            label: retailWords.assign,
            call: assignCases,
            onPick: (picked, done) => open({ step: 'assign', ids: idsOf(picked), done }),
          },
        ]}
        rowActions={(row) => [
          ...(row.offered.retry
            ? [{ key: 'retry', label: t(verbs.retry), call: retryCases, onPick: () => retry([row.id]) }]
            : []),
          ...(row.offered.refund
            ? [
                {
                  key: 'refund',
                  label: t(retailWords.refund),
                  call: refundOrder,
                  onPick: () => open({ step: 'refund', row }),
                },
              ]
            : []),
          ...(row.offered.reject
            ? [
                {
                  key: 'decline',
                  label: t(retailWords.decline),
                  call: rejectRequest,
                  onPick: () => open({ step: 'decline', row }),
                },
              ]
            : []),
          { key: 'details', label: t(nouns.details), onPick: () => show(row.id) },
          ...(row.offered.retry
            ? [
                {
                  key: 'replace',
                  label: t(words.replace),
                  call: replaceCase,
                  onPick: () => open({ step: 'replace', row }),
                },
              ]
            : []),
          {
            key: 'assign',
            label: t(retailWords.assign),
            call: assignCases,
            onPick: () => open({ step: 'assign', ids: [row.id] }),
          },
          ...copyStep(listDeskCases.fields.orderNo.label, row.orderNo),
        ]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Suspense fallback={null}>
        {shown ? <RetailOrderPanel id={shown} onClose={() => show(undefined)} /> : null}
        {opened?.step === 'refund' ? <RefundForm id={opened.row.id} onClose={close} /> : null}
        {opened?.step === 'decline' ? (
          <DeclineForm id={opened.row.id} name={opened.row.orderNo} onClose={close} />
        ) : null}
        {opened?.step === 'replace' ? (
          <ReplaceForm id={opened.row.id} name={opened.row.orderNo} onClose={close} />
        ) : null}
        {opened?.step === 'assign' ? (
          <AssignForm ids={opened.ids} {...(opened.done ? { onDone: opened.done } : {})} onClose={close} />
        ) : null}
        {opened?.step === 'rules' ? <RulesSheet onClose={close} /> : null}
      </Suspense>
    </>
  );
}
