import { tryPaymentRoute } from '@cardinal/contract/api/payments/paymentRoutes.ts';
import {
  PassedOver,
  PaymentProvider,
  PaymentScene,
  ROUTED_PROVIDERS,
  RouteCoverage,
} from '@cardinal/contract/enumerations/paymentRoute.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { parseMoney } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Input, Select } from 'antd';
import { useDeferredValue, useId, useState } from 'react';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { Panel } from '../../../kit/Panel.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { collectingWords } from '../../../parts/payments/collectingWords.ts';
import { routeWords } from './routeWords.ts';

const words = {
  note: text(
    '某客户现在付这笔钱会转到哪个账户，以及跳过其他账户的原因。',
    'Which account a customer would pay an amount into now, and why others are passed over.',
  ),
  payer: text('付款客户', 'Paying customer'),
  result: text('现在会用', 'Would be used now'),
  collector: text('收款方', 'Collected by'),
  passed: text('跳过', 'Passed over'),
  noneNow: text('现在没有账户收这笔款', 'No account takes this now'),
  platform: text('平台不向任何人付款', 'The platform pays nobody'),
};

/** What would be used now, for a customer and an amount. */
export default function TryRoute({ onClose }: { onClose: () => void }) {
  const t = useText();
  const id = useId();
  const [customerId, setCustomerId] = useState<string>();
  const [typed, setTyped] = useState('');
  const [provider, setProvider] = useState<PaymentProvider>(PaymentProvider.values.bankTransfer);
  const amount = useDeferredValue(typed.trim());
  const scene = PaymentScene.values.balanceRecharge;
  const isSendable = amount === '' || parseMoney(amount, 'KWD') !== undefined;
  const answer = useRead(
    tryPaymentRoute,
    customerId !== undefined && isSendable && { customerId, scene, provider, ...(amount ? { amount } : {}) },
    { keepsPrevious: true, retry: false },
  );
  const { data } = answer;
  const nobody = data?.coverage === 'idle' ? words.platform : data?.passedOver.length ? words.noneNow : routeWords.hole;
  const inherited = data?.coverage === 'inherited' ? ` · ${t(RouteCoverage.labelOf(data.coverage))}` : '';
  return (
    <Sheet isOpen title={t(routeWords.try)} onClose={onClose}>
      <Paragraph ink="secondary">{t(words.note)}</Paragraph>
      <Stack gap="l" above="l">
        <Stack gap="xs">
          <label htmlFor={`${id}-payer`}>{t(words.payer)}</label>
          <CustomerPicker id={`${id}-payer`} value={customerId} onValue={setCustomerId} />
        </Stack>
        <Stack gap="xs">
          <label htmlFor={`${id}-provider`}>{t(PaymentProvider.title)}</label>
          <Select
            id={`${id}-provider`}
            value={provider}
            options={ROUTED_PROVIDERS.map((each) => ({ value: each, label: t(PaymentProvider.labelOf(each)) }))}
            onChange={setProvider}
          />
        </Stack>
        <Stack gap="xs">
          <label htmlFor={`${id}-amount`}>{t(moneyWords.amount)}</label>
          <Input
            id={`${id}-amount`}
            inputMode="decimal"
            autoComplete="off"
            suffix={data?.currency ?? ''}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Stack>
      </Stack>
      {customerId === undefined ? null : (
        <Panel title={t(words.result)} state={answer} height={120} className="above-l">
          {data ? (
            <Stack gap="l">
              <Span
                size="xl"
                weight="strong"
                isBlock
                ink={data.account === null && data.coverage !== 'idle' ? 'danger' : undefined}
              >
                {data.account ?? t(nobody)}
              </Span>
              <FactsList
                facts={[
                  {
                    label: words.collector,
                    value:
                      data.coverage === 'own' || data.coverage === 'inherited'
                        ? `${data.collectorName ?? t(routeWords.levelAbove)}${inherited}`
                        : null,
                  },
                  { label: nouns.currency, value: data.currency },
                  ...(data.remarkCode ? [{ label: collectingWords.remark, value: data.remarkCode }] : []),
                  ...data.passedOver.map(({ account, why }, at) => ({
                    label:
                      at === 0 ? words.passed : text(`${words.passed.zh} ${at + 1}`, `${words.passed.en} ${at + 1}`),
                    value: `${account}：${t(PassedOver.labelOf(why))}`,
                  })),
                ]}
              />
            </Stack>
          ) : undefined}
        </Panel>
      )}
    </Sheet>
  );
}
