import { readTransferTo } from '@cardinal/contract/api/payments/paymentRoutes.ts';
import { PassedOver } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { CopyButton } from '@cardinal/ui/Copy.tsx';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { Input } from 'antd';
import { useDeferredValue, useId, useState } from 'react';
import { isFailure } from '../../http/failure.ts';
import { FactsList } from '../../kit/FactsList.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { useRead } from '../../kit/useRead.ts';
import { collectingWords } from './collectingWords.ts';

const words = {
  none: text(
    '上级还没有提供 {currency} 收款账户，请联系上级。',
    'Your parent shows no account for {currency} yet; ask your parent.',
  ),
  full: text(
    '上级的收款账户现在都不收这笔款，请联系上级。',
    'None of your parent’s accounts takes this now; ask your parent.',
  ),
  remark: text(
    '转账时请填写附言，上级据此认出这笔款。到账后由上级录入并审核，余额随之增加。',
    'Write the remark into your transfer: your parent recognises it by that, then enters and reviews it.',
  ),
  amount: text('打算转账的金额（可不填）', 'Amount you mean to transfer (optional)'),
  passed: text('未采用 {account}：{why}', 'Not {account}: {why}'),
  note: text('收款方说明', 'From the collector'),
};

type Account = NonNullable<NonNullable<AnswerOf<typeof readTransferTo>>['account']>;

function AccountFacts({ account, currency }: { account: Account; currency: string }) {
  const t = useText();
  const copied = (value: string, label: string) => (
    <Inline gap="xs">
      <Identifier value={value} />
      <CopyButton value={value} label={label} />
    </Inline>
  );
  const limit = (label: typeof collectingWords.least, minor: string | null) =>
    minor === null ? [] : [{ label, value: <Money minor={minor} currency={currency} showCurrency /> }];
  return (
    <FactsList
      facts={[
        { label: collectingWords.holder, value: account.holder },
        { label: collectingWords.bank, value: account.bank },
        ...(account.branch ? [{ label: collectingWords.branch, value: account.branch }] : []),
        { label: collectingWords.number, value: copied(account.accountNumber, t(collectingWords.number)) },
        {
          label: collectingWords.remark,
          value: (
            <Inline gap="xs">
              <Span isMono weight="strong">
                {account.remarkCode}
              </Span>
              <CopyButton value={account.remarkCode} label={t(collectingWords.remark)} />
            </Inline>
          ),
        },
        { label: nouns.currency, value: currency },
        ...limit(collectingWords.least, account.least),
        ...limit(collectingWords.most, account.most),
        ...limit(collectingWords.dayMost, account.dayMost),
        ...(account.note ? [{ label: words.note, value: account.note }] : []),
      ]}
    />
  );
}

/** Where the caller's customer transfers money to. An amount leads to the account that takes it. */
export function TransferTo() {
  const t = useText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const amount = useDeferredValue(typed.trim());
  const { data, error, refetch } = useRead(readTransferTo, amount ? { amount } : {}, {
    keepsPrevious: true,
    retry: false,
  });
  const problem = error && data !== undefined && isFailure(error) ? error.message : undefined;
  if (!data) return data === null ? null : <NotLoaded error={error} onRetry={refetch} />;
  const { account, currency, passedOver } = data;
  if (!account && passedOver.length === 0) return <Note>{t(words.none, { currency })}</Note>;
  return (
    <Stack gap="m">
      <Paragraph ink="secondary">{t(words.remark)}</Paragraph>
      <Stack gap="xs">
        <label htmlFor={id}>{t(words.amount)}</label>
        <Input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          suffix={currency}
          status={problem ? 'error' : ''}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Stack>
      {passedOver.map((each) => (
        <Span key={each.account} ink="secondary" size="s">
          {t(words.passed, { account: each.account, why: t(PassedOver.labelOf(each.why)) })}
        </Span>
      ))}
      {account ? <AccountFacts account={account} currency={currency} /> : <Note>{t(words.full)}</Note>}
    </Stack>
  );
}
