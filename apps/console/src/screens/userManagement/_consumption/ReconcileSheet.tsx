import { reconcileConsumption } from '@cardinal/contract/api/customerAccounts/statement.ts';
import { LedgerAccountKind } from '@cardinal/contract/enumerations/ledger.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { moneyFlow } from './flowWords.ts';
import type { Period } from './period.ts';

const words = {
  span: text('{from} 至 {to}', '{from} to {to}'),
  none: text('该客户还没有资金账户', 'This customer has no accounts yet'),
  noneHint: text(
    '平台自身没有余额；请先按客户筛选，再与账本核对。',
    'The platform has no balance of its own. Filter by a customer, then reconcile.',
  ),
  right: text('一致', 'In agreement'),
  wrong: text('不一致', 'Differs'),
  ledgerOpening: text('账本期初', 'Opening in the ledger'),
  ledgerClosing: text('账本期末', 'Closing in the ledger'),
  first: text('首条不符流水', 'First differing posting'),
  show: text('第 {seq} 条', 'No. {seq}'),
};

/** The period of one customer's records held against the chain of its accounts. */
export default function ReconcileSheet(props: {
  period: Period & { readonly customerId: string };
  onTransaction: (id: string) => void;
  onClose: () => void;
}) {
  const t = useText();
  const { customerId, from, to } = props.period;
  const { data, error, refetch } = useRead(reconcileConsumption, { customerId, from, to });
  return (
    <Sheet isOpen title={t(moneyWords.reconcile)} width={560} onClose={props.onClose}>
      <Stack gap="l">
        <Paragraph ink="secondary">{t(words.span, { from: from.slice(0, 10), to: to.slice(0, 10) })}</Paragraph>
        {!data ? <NotLoaded error={error} onRetry={refetch} /> : null}
        {data?.accounts.length === 0 ? <EmptyState title={t(words.none)} hint={t(words.noneHint)} /> : null}
        {data?.accounts.map((account) => {
          const amount = (minor: string) => <Money minor={minor} currency={account.currency} showCurrency />;
          const { firstDiffering } = account;
          return (
            <FactsList
              key={account.accountId}
              facts={[
                { label: nouns.accounts, value: t(LedgerAccountKind.labelOf(account.kind)) },
                {
                  label: moneyWords.result,
                  value: (
                    <Span ink={account.isRight ? 'success' : 'danger'}>
                      {t(account.isRight ? words.right : words.wrong)}
                    </Span>
                  ),
                },
                { label: moneyFlow.opening, value: amount(account.opening) },
                { label: moneyFlow.moneyIn, value: amount(account.moneyIn) },
                { label: moneyFlow.moneyOut, value: amount(account.moneyOut) },
                { label: moneyFlow.closing, value: amount(account.closing) },
                { label: words.ledgerOpening, value: amount(account.ledgerOpening) },
                { label: words.ledgerClosing, value: amount(account.ledgerClosing) },
                { label: moneyWords.postings, value: countAmount(account.postings) },
                ...(firstDiffering
                  ? [
                      {
                        label: words.first,
                        value: (
                          <TextButton onClick={() => props.onTransaction(firstDiffering.transactionId)}>
                            {t(words.show, { seq: firstDiffering.seq })}
                          </TextButton>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
          );
        })}
      </Stack>
    </Sheet>
  );
}
