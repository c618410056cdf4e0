import {
  addProfitReceiver,
  listProfitReceivers,
  readSplitSettings,
  removeProfitReceiver,
  setSplitRatio,
} from '@cardinal/contract/api/splitOrders/receivers.ts';
import { listSplitParts } from '@cardinal/contract/api/splitOrders/splits.ts';
import { ProfitReceiverKind } from '@cardinal/contract/enumerations/splitOrder.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Spacer, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Heading, Note, Span } from '@cardinal/ui/layout/Text.tsx';
import { useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import { useChange } from '../../../kit/change.ts';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { readAgain } from '../../../kit/form/readAgain.ts';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import type { Looks } from '../../../kit/table/cells.tsx';
import { PagedTable } from '../../../kit/table/PagedTable.tsx';
import { RowActions } from '../../../kit/table/RowActions.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { SPLIT_PART_LOOKS } from '../../../parts/payments/splitLooks.ts';
import { toast } from '../../../shell/toasts.ts';

const words = {
  add: text('新增接收方', 'Add receiver'),
  addNote: text(
    '先在微信登记。此后经本商户付款的公众号订单，分润解冻时由微信付给接收方，不能再提现。账户和户名加密保存。',
    'Registered at WeChat first. From then on WeChat pays this customer’s profit of package orders when it is released; it cannot be withdrawn too. Account and name are sealed.',
  ),
  account: text('商户号或 openid', 'Merchant number or openid'),
  holder: text('商户全称或姓名', 'Full name'),
  accountHelp: text('openid 为本商户 AppID 下的', 'An openid is one of this merchant’s AppID'),
  added: text('接收方已在微信登记', 'Registered at WeChat'),
  ratioPercent: text('最高比例（%）', 'Highest ratio (%)'),
  ratioNote: text(
    '按与微信的约定填写（默认 30%）。超出的分润不分账，客户可自行提现。',
    'As agreed with WeChat (30% by default). Profit beyond it is not split and can be withdrawn.',
  ),
  ratioIs: text('分账最高比例 {percent}%', 'At most {percent}% of a payment is split'),
  ratioDone: text('分账比例已保存', 'Split ratio saved'),
  question: text('移除 {name} 的接收方？', 'Remove the receiver of {name}?'),
  removeNote: text(
    '微信同时解除登记，之后解冻的分润由客户自行提现。',
    'WeChat drops it too; profit released later is the customer’s to withdraw.',
  ),
  removed: text('接收方已移除', 'Receiver removed'),
  none: text('没有分账接收方', 'No receivers'),
  noneHint: text('登记后，客户的分润由微信支付。', 'Once one is registered, WeChat pays the customer’s profit.'),
  noSplits: text('还没有分账', 'Nothing split yet'),
  noSplitsHint: text('接收方的分润解冻后列在这里。', 'Profit of receivers appears here once it is released.'),
  notPlatforms: text('仅平台自己的商户可以分账。', 'Only merchants of the platform split payments.'),
  failed: text('分账接收方加载失败', 'Failed to load the receivers'),
  splitsFailed: text('分账记录加载失败', 'Failed to load the splits'),
};

const LOOKS: Readonly<Record<string, Looks>> = {
  state: {
    registered: { shape: 'disc', tone: 'good' },
    lost: { shape: 'ring', tone: 'warning' },
    removed: { shape: 'cross', tone: 'neutral' },
  },
};
const SPLITS: readonly ColumnSpec<typeof listSplitParts>[] = [
  'createdAt',
  { field: 'customerName', width: 130 },
  { field: 'amount', width: 90 },
  { field: 'state', width: 110 },
  { field: 'said', width: 150 },
  { field: 'givenBack', width: 90 },
  { field: 'owed', width: 90 },
  { field: 'splitNo', width: 120 },
  { field: 'tradeNo', width: 120 },
  { field: 'wechatNo', width: 240 },
  { field: 'posting', width: 140 },
];

type Receiver = RowOf<typeof listProfitReceivers>;

function AddReceiver({ merchantId, onClose }: { merchantId: string; onClose: () => void }) {
  const t = useText();
  return (
    <FormDrawer
      endpoint={addProfitReceiver}
      title={t(addProfitReceiver.summary)}
      intro={<p>{t(words.addNote)}</p>}
      labels={listProfitReceivers.fields}
      initial={{ merchantId, kind: 'merchant' }}
      fields={[
        {
          name: 'customerId',
          kind: 'own',
          label: listProfitReceivers.fields.customerName.label,
          control: ({ id, value, onChange, problem }) => (
            <CustomerPicker id={id} value={value as string | undefined} onValue={onChange} problem={problem} />
          ),
        },
        { name: 'kind', kind: 'select', options: ProfitReceiverKind.options },
        { name: 'accountNumber', kind: 'text', label: words.account, maxLength: 64, help: words.accountHelp },
        { name: 'holder', kind: 'text', label: words.holder, maxLength: 60 },
      ]}
      done={t(words.added)}
      onClose={onClose}
    />
  );
}

function RatioForm(props: { merchantId: string; ratioPercent: string; version: number; onClose: () => void }) {
  const t = useText();
  const { merchantId, onClose, ...initial } = props;
  return (
    <FormDrawer
      endpoint={setSplitRatio}
      title={t(setSplitRatio.summary)}
      intro={<p>{t(words.ratioNote)}</p>}
      initial={{ merchantId, ...initial }}
      anew={async () => {
        const { ratioPercent, version } = await readAgain(readSplitSettings, { merchantId });
        return { merchantId, ratioPercent, version };
      }}
      fields={[{ name: 'ratioPercent', kind: 'decimal', label: words.ratioPercent }]}
      toBody={({ ratioPercent, ...values }) => ({ ...values, ratioPercent: String(ratioPercent ?? '') }) as never}
      done={t(words.ratioDone)}
      onClose={onClose}
    />
  );
}

/** Whom a WeChat merchant pays when profit is released, and what was split of its payments. */
export default function ReceiversTab({ merchantId }: { merchantId: string }) {
  const t = useText();
  const [opened, setOpened] = useState<'add' | 'ratio'>();
  const { data, error, refetch } = useRead(readSplitSettings, { merchantId });
  const removing = useChange(removeProfitReceiver);
  if (!data) return <NotLoaded failed={words.failed} error={error} onRetry={refetch} />;
  if (!data.isPlatforms) return <Note>{t(words.notPlatforms)}</Note>;
  const remove = async ({ id, customerName }: Receiver) => {
    const done = await removing.confirm({
      title: t(words.question, { name: customerName }),
      body: <p>{t(words.removeNote)}</p>,
      confirm: t(verbs.remove),
      isDanger: true,
      sends: { body: { merchantId, id } },
    });
    if (done) toast.success(t(words.removed));
  };
  const columns: readonly ColumnSpec<typeof listProfitReceivers>[] = [
    { field: 'customerName', width: 150 },
    { field: 'kind', width: 130 },
    { field: 'account', width: 180 },
    { field: 'holder', width: 90 },
    { field: 'state', width: 120 },
    { field: 'received', width: 100 },
    { field: 'givenBack', width: 100 },
    {
      key: 'steps',
      title: nouns.actions,
      pinned: 'right',
      width: 80,
      cell: (row) => (
        <RowActions
          actions={[
            {
              key: 'remove',
              label: t(verbs.remove),
              call: removeProfitReceiver,
              isDanger: true,
              onPick: () => void remove(row),
            },
          ]}
        />
      ),
    },
  ];
  const close = () => setOpened(undefined);
  return (
    <Stack gap="l">
      <Inline align="center">
        <Span ink="secondary">{t(words.ratioIs, { percent: data.ratioPercent })}</Span>
        <CallButton call={setSplitRatio} size="small" onClick={() => setOpened('ratio')}>
          {t(verbs.edit)}
        </CallButton>
        <Spacer />
        <CallButton call={addProfitReceiver} size="small" type="primary" onClick={() => setOpened('add')}>
          {t(words.add)}
        </CallButton>
      </Inline>
      <PagedTable
        list={listProfitReceivers}
        filters={{ merchantId }}
        columns={columns}
        looks={LOOKS}
        label={listProfitReceivers.summary}
        empty={{ title: words.none, hint: words.noneHint }}
        failed={words.failed}
      />
      <Heading>{t(listSplitParts.summary)}</Heading>
      <PagedTable
        list={listSplitParts}
        filters={{ merchantId }}
        columns={SPLITS}
        looks={{ state: SPLIT_PART_LOOKS }}
        label={listSplitParts.summary}
        empty={{ title: words.noSplits, hint: words.noSplitsHint }}
        failed={words.splitsFailed}
        isLive
      />
      {opened === 'add' ? <AddReceiver merchantId={merchantId} onClose={close} /> : null}
      {opened === 'ratio' ? (
        <RatioForm merchantId={merchantId} ratioPercent={data.ratioPercent} version={data.version} onClose={close} />
      ) : null}
    </Stack>
  );
}
