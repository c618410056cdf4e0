import type { CallOutcome } from '@cardinal/contract/api/carriers/carriers.ts';
import { listMerchantCalls, type MerchantEndpoints } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { listProfitReceivers } from '@cardinal/contract/api/splitOrders/receivers.ts';
import { CollectedBy, PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { CopyButton } from '@cardinal/ui/Copy.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Heading, Note, Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { Money } from '@cardinal/ui/Quantity.tsx';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { lazy, Suspense } from 'react';
import { DetailSheet } from '../../../kit/DetailSheet.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { ChoiceCell, Nothing } from '../../../kit/table/cells.tsx';
import { PagedTable } from '../../../kit/table/PagedTable.tsx';
import type { RowAction } from '../../../kit/table/RowActions.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { mayCall } from '../../../shell/permissions.ts';
import { CapUsed, CertificateEnds, MERCHANT_LOOKS, Success, TakesNew } from './merchantCells.tsx';
import { merchantWords } from './merchantWords.ts';
import { statementWords } from './statementWords.ts';
import type { Merchant, MerchantDetail, Tested } from './useMerchantSteps.tsx';

const StatementsTab = lazy(() => import('./StatementsTab.tsx'));
const ReceiversTab = lazy(() => import('./ReceiversTab.tsx'));

const words = {
  set: text('{at} 由 {by} 设置', 'Set {at} by {by}'),
  noticeNote: text(
    'Stripe 与 PayPal 须在其后台登记此地址；其他渠道随每笔支付告知，后台要求时也填写它。',
    'Enter it at Stripe and PayPal. Other providers are told it with every payment; enter it where their console asks for it.',
  ),
  noneHint: text('测试一次连接，这里就有记录。', 'Test the connection once to see a record.'),
};

const CALL_LOOKS = {
  outcome: {
    ok: { shape: 'disc', tone: 'good' },
    refused: { shape: 'cross', tone: 'bad' },
    unclear: { shape: 'half', tone: 'warning' },
    unavailable: { shape: 'ring', tone: 'warning' },
  },
} as const satisfies Record<'outcome', Record<CallOutcome, StatusLook>>;
const CALLS: readonly ColumnSpec<typeof listMerchantCalls>[] = [
  'at',
  { field: 'operation', width: 130 },
  { field: 'outcome', width: 100 },
  { field: 'durationMs', width: 110 },
  { field: 'subject', width: 200 },
  { field: 'providerCode', width: 140 },
  { field: 'providerWords', width: 220 },
  { field: 'attempt', width: 80 },
];

/** `50,000.00 CNY (12%)`. */
function DayMost({ merchant: { dayMost, currency, capUsedPercent } }: { merchant: MerchantDetail }) {
  if (dayMost === null) return <Nothing />;
  return (
    <>
      <Money minor={dayMost} currency={currency} showCurrency /> (<CapUsed percent={capUsedPercent} />)
    </>
  );
}

function Overview({ endpoints, merchant }: { endpoints: MerchantEndpoints; merchant: MerchantDetail }) {
  const t = useText();
  const { fields } = endpoints.list;
  return (
    <>
      <FactsList
        facts={[
          { label: fields.provider.label, value: t(PaymentProvider.labelOf(merchant.provider)) },
          { label: fields.merchantNo.label, value: <Span isMono>{merchant.merchantNo}</Span> },
          { label: fields.customerName.label, value: merchant.customerName },
          { label: fields.collectedBy.label, value: t(CollectedBy.labelOf(merchant.collectedBy)) },
          { label: fields.isEnabled.label, value: <TakesNew isEnabled={merchant.isEnabled} /> },
          {
            label: fields.breaker.label,
            value: <ChoiceCell field={fields.breaker} value={merchant.breaker} looks={MERCHANT_LOOKS['breaker']} />,
          },
          ...(merchant.breakerWords ? [{ label: fields.breakerWords.label, value: merchant.breakerWords }] : []),
          { label: fields.successPercent.label, value: <Success percent={merchant.successPercent} /> },
          { label: fields.collectedToday.label, value: merchant.collectedToday },
          ...(endpoints.cap ? [{ label: merchantWords.dayMost, value: <DayMost merchant={merchant} /> }] : []),
          { label: fields.feePercent.label, value: merchant.feePercent },
          { label: fields.currencies.label, value: merchant.currencies },
          { label: fields.scenes.label, value: merchant.scenes },
          {
            label: fields.lastNoticeAt.label,
            value: merchant.lastNoticeAt ? <TimeText at={merchant.lastNoticeAt} /> : null,
          },
          { label: fields.forgedNotices.label, value: countAmount(merchant.forgedNotices) },
          { label: nouns.baseAddress, value: merchant.baseUrl },
          { label: fields.provedAt.label, value: <TimeText at={merchant.provedAt} /> },
        ]}
      />
      <Heading>{t(merchantWords.credentials)}</Heading>
      <Paragraph ink="secondary" below="s">
        {t(words.set, { at: wallTime(merchant.credentialsSetAt), by: merchant.credentialsSetBy })}
      </Paragraph>
      <FactsList
        facts={[
          ...merchant.credentials.map(({ label, isPem, isSecret, shown }) => ({
            label: text(label.zh, label.en),
            value:
              shown === null ? null : isPem || isSecret ? (
                <>
                  {t(merchantWords.configured)}
                  {isPem ? null : <Span isMono> {shown}</Span>}
                </>
              ) : (
                <Span isMono>{shown}</Span>
              ),
          })),
          ...(merchant.certificateSerial
            ? [{ label: fields.certificateSerial.label, value: <Span isMono>{merchant.certificateSerial}</Span> }]
            : []),
          ...(merchant.certificateEnds
            ? [{ label: fields.certificateEnds.label, value: <CertificateEnds at={merchant.certificateEnds} /> }]
            : []),
        ]}
      />
      <Heading>{t(merchantWords.noticeAddress)}</Heading>
      <Inline gap="xs">
        <Span isMono>{merchant.noticeUrl}</Span>
        <CopyButton value={merchant.noticeUrl} label={t(merchantWords.noticeAddress)} />
      </Inline>
      <Paragraph ink="secondary">{t(words.noticeNote)}</Paragraph>
    </>
  );
}

/** A merchant: its health, its credentials as they are shown, where notices arrive, and what was called. */
export default function MerchantPanel(props: {
  endpoints: MerchantEndpoints;
  id: string;
  steps: (merchant: Merchant, onGone: () => void) => readonly RowAction[];
  tested: Tested | undefined;
  onClose: () => void;
}) {
  const t = useText();
  const { endpoints, id, tested } = props;
  const state = useRead(endpoints.detail, { id });
  return (
    <DetailSheet
      isOpen
      state={state}
      title={nouns.merchant}
      failed={merchantWords.failed}
      width={800}
      steps={(merchant) =>
        // All four or none: they are its owner's.
        Object.values(merchant.offered).some(Boolean) ? props.steps(merchant, props.onClose) : []
      }
      tabs={(merchant) => [
        {
          key: 'overview',
          title: t(nouns.overview),
          content: () => (
            <>
              {tested?.id === id ? (
                <Note tone={tested.works ? 'success' : 'danger'} below="l" role="status">
                  {t(sentences.tested, { words: tested.words, ms: countAmount(tested.durationMs) })}
                </Note>
              ) : null}
              <Overview endpoints={endpoints} merchant={merchant} />
            </>
          ),
        },
        {
          key: 'statements',
          title: t(statementWords.title),
          content: () => (
            <Suspense fallback={null}>
              <StatementsTab merchantId={id} />
            </Suspense>
          ),
        },
        ...(merchant.provider === PaymentProvider.values.wechat && mayCall(listProfitReceivers)
          ? [
              {
                key: 'receivers',
                title: t(listProfitReceivers.summary),
                content: () => (
                  <Suspense fallback={null}>
                    <ReceiversTab merchantId={id} />
                  </Suspense>
                ),
              },
            ]
          : []),
        {
          key: 'calls',
          title: t(nouns.calls),
          content: () => (
            <PagedTable
              list={listMerchantCalls}
              filters={{ merchantId: id }}
              columns={CALLS}
              looks={CALL_LOOKS}
              label={nouns.calls}
              empty={{ title: sentences.noCallsYet, hint: words.noneHint }}
              failed={sentences.callsNotLoaded}
              isLive
            />
          ),
        },
      ]}
      onClose={props.onClose}
    />
  );
}
