import { readTransaction } from '@cardinal/contract/api/customerAccounts/statement.ts';
import { LedgerAccountKind, LedgerTransactionKind } from '@cardinal/contract/enumerations/ledger.ts';
import { ConsumeType } from '@cardinal/contract/enumerations/payment.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { FactsList } from '../../kit/FactsList.tsx';
import { FigureCell, figures, LinesTable } from '../../kit/LinesTable.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { useRead } from '../../kit/useRead.ts';
import { Link } from '../../shell/Link.tsx';
import { businessPath } from './businessPlaces.ts';

const words = {
  title: text('交易', 'Transaction'),
  key: text('业务键', 'Business key'),
  number: text('业务单号', 'Business number'),
  type: text('消费类型', 'Consume type'),
  account: text('账户', 'Account'),
  after: text('变动后余额', 'Balance after'),
  waiting: text('待入账', 'Not folded yet'),
  reverses: text('冲正的交易', 'Reverses'),
  reversedBy: text('被冲正于', 'Reversed by'),
  scope: text('只显示本客户及下级的账户。', 'Only accounts of your customer and those below are shown.'),
};

/** A transaction of the ledger with the postings the caller may see. */
export default function TransactionSheet(props: { id: string; onClose: () => void }) {
  const t = useText();
  return (
    <Sheet isOpen title={t(words.title)} width={720} onClose={props.onClose}>
      <Transaction id={props.id} />
    </Sheet>
  );
}

function BusinessNumber({ of: { about, businessNo } }: { of: AnswerOf<typeof readTransaction> }) {
  if (businessNo === null) return null;
  const path = businessPath({ about, businessNo });
  return path ? <Link to={path}>{businessNo}</Link> : <Identifier value={businessNo} groupOf={64} />;
}

export function Transaction({ id }: { id: string }) {
  const t = useText();
  const { data, error, refetch } = useRead(readTransaction, { transactionId: id });
  if (!data) return <NotLoaded error={error} onRetry={refetch} />;
  return (
    <Stack gap="l">
      <FactsList
        facts={[
          { label: nouns.kind, value: t(LedgerTransactionKind.labelOf(data.kind)) },
          ...(data.consumeType === null
            ? []
            : [{ label: words.type, value: t(ConsumeType.labelOf(data.consumeType)) }]),
          { label: nouns.time, value: <TimeText at={data.at} /> },
          { label: words.number, value: <BusinessNumber of={data} /> },
          { label: words.key, value: <Identifier value={data.businessKey} groupOf={64} /> },
          { label: nouns.operator, value: data.operatorName },
          ...(data.reverses ? [{ label: words.reverses, value: data.reverses }] : []),
          ...(data.reversedBy ? [{ label: words.reversedBy, value: data.reversedBy }] : []),
          { label: nouns.remark, value: data.remark },
        ]}
      />
      <LinesTable heads={[nouns.customer, words.account, figures(moneyWords.amount), figures(words.after)]}>
        {data.postings.map((posting) => (
          <tr key={posting.accountId}>
            <td>{posting.customerName}</td>
            <td>{t(LedgerAccountKind.labelOf(posting.kind))}</td>
            <FigureCell>
              <Money minor={posting.amount} currency={posting.currency} showCurrency />
            </FigureCell>
            <FigureCell>
              {posting.balance === null ? (
                t(words.waiting)
              ) : (
                <Money minor={posting.balance} currency={posting.currency} showCurrency />
              )}
            </FigureCell>
          </tr>
        ))}
      </LinesTable>
      <Paragraph ink="secondary">{t(words.scope)}</Paragraph>
    </Stack>
  );
}
