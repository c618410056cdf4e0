import {
  channelPackages,
  createChannelOrders,
  listChannelDifferences,
  MOST_DECIDED,
  settleChannelDifferences,
} from '@cardinal/contract/api/channelStatements/differences.ts';
import { ChannelDifferenceKind } from '@cardinal/contract/enumerations/channelStatement.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense, useState } from 'react';
import type { Picked } from '../../../kit/bulk/BulkBar.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormField, OwnControl } from '../../../kit/form/formFields.ts';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { type Looks, Nothing } from '../../../kit/table/cells.tsx';
import { useCopyStep } from '../../../kit/table/useCopyStep.ts';
import { useRead } from '../../../kit/useRead.ts';
import { PackageChoice } from '../../../parts/catalogue/PackageChoice.tsx';
import { OrderNumber } from '../../../parts/orders/OrderNumber.tsx';
import { toast } from '../../../shell/toasts.ts';

const OrderPanel = lazy(() => import('../../../parts/orders/OrderPanel.tsx'));

const { fields } = listChannelDifferences;
const words = {
  none: text('没有对账差异', 'Nothing differs'),
  noneHint: text(
    '导入对账单后，对不上的订单列在这里。',
    'What a statement and your orders do not agree on is listed here.',
  ),
  open: nouns.undecided,
  gap: text('差额', 'Gap'),
  unit: text('处差异', '{n|difference|differences}'),
  create: text('补建订单', 'Create order'),
  refund: text('跟随退款', 'Follow refund'),
  accept: text('按渠道金额', 'Accept amount'),
  explain: verbs.explain,
  title: text('{what}：{n} 处差异', '{what}: {n} {n|difference|differences}'),
  createNote: text(
    '渠道已收款：为对账单中的卡订购所选套餐，由本客户余额支付应付的底价，结算价按对账单。',
    'The shop was paid: the package is ordered for the cards of the statement. Your balance pays what you owe for it; what is settled is the statement’s.',
  ),
  refundNote: text(
    '未使用的套餐退订，款项退回买方；已使用的不退订，结算额记为损失，由本客户承担。',
    'What is unused is unsubscribed and its price returned to the buyer. What was used stays, and its settlement is booked as your loss.',
  ),
  acceptNote: text(
    '结算价改为渠道的金额，差额在买方与本客户之间入账。',
    'The settlement becomes theirs; the gap is posted between the buyer and you.',
  ),
  explainNote: text('不改动订单和资金，只记录原因。', 'Orders and money stay as they are; only the reason is kept.'),
  created: text('已补建 {n} 笔，正在开通', '{n} {n|order|orders} created; being set up'),
  decided: text('已处理 {n} 处差异', '{n} {n|difference|differences} decided'),
} as const satisfies Record<string, Text>;

const DIFFERS: Looks = Object.fromEntries(
  ChannelDifferenceKind.options.map(({ value }) => [value, { shape: 'half', tone: 'warning' } as const]),
);

type Row = RowOf<typeof listChannelDifferences>;
type Way = 'create' | 'refund' | 'accept' | 'explain';
const WAYS = ['create', 'refund', 'accept', 'explain'] as const;
type Opened = { readonly way: Way; readonly ids: readonly string[]; readonly done?: () => void };

/** What may be decided about a row; the server judges again. */
const waysOf = ({ kind, theirState, ourState, decision }: Row): readonly Way[] => {
  if (decision !== null) return [];
  const isTheirs = theirState === 'paid';
  const isOurs = ourState === 'paid';
  if (kind === 'amount') return ['accept', 'explain'];
  if (isTheirs && !isOurs && kind !== 'iccidUnknown') return ['create', 'explain'];
  return isOurs && !isTheirs ? ['refund', 'explain'] : ['explain'];
};

const useOffered = (keyword: string) =>
  useRead(channelPackages, keyword ? { keyword } : {}, { keepsPrevious: true }).data;

const REASON: FormField = { name: 'reason', kind: 'remark', label: nouns.reason };
const PACKAGE: FormField = {
  name: 'packageId',
  kind: 'own',
  label: nouns.package,
  isRequired: true,
  control: (own: OwnControl) => <PackageChoice own={own} useFound={useOffered} />,
};

function DecideForm({ way, ids, done, onClose }: Opened & { onClose: () => void }) {
  const t = useText();
  const shared = {
    title: t(words.title, { what: t(words[way]), n: ids.length }),
    submit: words[way],
    intro: <p>{t(words[`${way}Note`])}</p>,
    onClose,
  };
  if (way === 'create')
    return (
      <FormDrawer
        {...shared}
        endpoint={createChannelOrders}
        fields={[PACKAGE, REASON]}
        initial={{ ids: [...ids] }}
        toBody={(values) => ({
          ids: [...ids],
          packageId: (values['packageId'] as AnswerOf<typeof channelPackages>[number] | undefined)?.id,
          reason: values['reason'],
        })}
        onDone={({ created }) => {
          toast.success(t(words.created, { n: created }));
          done?.();
        }}
      />
    );
  return (
    <FormDrawer
      {...shared}
      endpoint={settleChannelDifferences}
      fields={[REASON]}
      initial={{ ids: [...ids], decision: way }}
      onDone={(counts) => {
        toast.success(t(words.decided, { n: Object.values(counts).reduce((sum, n) => sum + n, 0) }));
        done?.();
      }}
    />
  );
}

/** What statements and our orders do not agree on; a person decides about each. */
export default function Differences() {
  const t = useText();
  const [shown, show] = useState<string>();
  const [opened, open] = useState<Opened>();
  const copyStep = useCopyStep();
  const columns: readonly ColumnSpec<typeof listChannelDifferences>[] = [
    { field: 'orderedAt', pinned: 'left', width: 150 },
    { field: 'kind', width: 120 },
    { field: 'theirOrderNo', width: 140 },
    { field: 'theirSettlement', width: 110 },
    { field: 'ourSettlement', width: 110 },
    { field: 'gap', width: 80 },
    { field: 'theirState', width: 90 },
    { field: 'ourState', width: 90 },
    { field: 'decision', width: 140 },
    { field: 'iccid', width: 190 },
    { field: 'salesPlatform', width: 100 },
    {
      field: 'orderNo',
      width: 140,
      cell: ({ orderNo, orderId }) =>
        orderNo && orderId ? <OrderNumber orderNo={orderNo} onOpen={() => show(orderId)} /> : <Nothing />,
    },
    { field: 'packageName', width: 150 },
    { field: 'reason', width: 180 },
    { field: 'decidedBy', width: 110 },
    { field: 'decidedAt', width: 150 },
    { field: 'codeMask', width: 180 },
    { field: 'foundAt', isOff: true },
    { field: 'number', isOff: true },
    { field: 'currency', isOff: true },
  ];
  const callOf = (way: Way) => (way === 'create' ? createChannelOrders : settleChannelDifferences);
  const idsOf = (picked: Picked) => (picked.kind === 'ids' ? picked.ids.slice(0, MOST_DECIDED) : []);
  return (
    <>
      <ListScreen
        list={listChannelDifferences}
        columns={columns}
        filters={[
          'theirOrderNo',
          'iccid',
          'kind',
          'salesPlatform',
          'orderedAt',
          'decision',
          'orderNo',
          'number',
          'theirState',
        ]}
        filterNames={{ open: words.open }}
        views={[{ title: words.open, query: 'open=true' }]}
        looks={{ kind: DIFFERS }}
        rowName={(row) => row.number}
        unit={words.unit}
        figures={({ open: count, kinds, gaps }, pick) => [
          { key: 'open', label: t(words.open), value: countAmount(count), onPick: () => pick({ open: 'true' }) },
          ...kinds.slice(0, 4).map(({ kind, count: n }) => ({
            key: kind,
            label: t(ChannelDifferenceKind.labelOf(kind)),
            value: countAmount(n),
            onPick: () => pick({ open: 'true', kind }),
          })),
          ...gaps.slice(0, 1).map(({ currency, gap }) => ({
            key: 'gap',
            label: t(words.gap),
            value: moneyAmount(gap, currency),
            unit: currency,
          })),
        ]}
        bulk={WAYS.map((way) => ({
          key: way,
          label: words[way],
          call: callOf(way),
          onPick: (picked, done) => open({ way, ids: idsOf(picked), done }),
        }))}
        rowActions={(row) => [
          ...waysOf(row).map((way) => ({
            key: way,
            label: t(words[way]),
            call: callOf(way),
            onPick: () => open({ way, ids: [row.id] }),
          })),
          ...copyStep(fields.theirOrderNo.label, row.theirOrderNo ?? ''),
          ...copyStep(fields.orderNo.label, row.orderNo ?? ''),
        ]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      {opened ? <DecideForm {...opened} onClose={() => open(undefined)} /> : null}
      <Suspense fallback={null}>{shown ? <OrderPanel id={shown} onClose={() => show(undefined)} /> : null}</Suspense>
    </>
  );
}
