import { readCustomerAccounts, readStatement } from '@cardinal/contract/api/customerAccounts/terms.ts';
import { readReleaseRule } from '@cardinal/contract/api/profitSharing/rules.ts';
import { LedgerAccountKind } from '@cardinal/contract/enumerations/ledger.ts';
import { Currency } from '@cardinal/contract/enumerations/money.ts';
import { SettlementMode } from '@cardinal/contract/enumerations/settlement.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import dayjs from 'dayjs';
import { useState } from 'react';
import { ChartCard } from '../../../kit/ChartCard.tsx';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { MoneyFacts } from '../../../parts/customerAccounts/MoneyFacts.tsx';
import { Link } from '../../../shell/Link.tsx';
import { mayCall } from '../../../shell/permissions.ts';
import { ReleaseRuleLine } from './ReleaseRuleLine.tsx';

const words = {
  mode: text('结算方式：{mode}，{currency}', 'Settlement: {mode}, in {currency}'),
  records: text('查看消费记录', 'Consumption records'),
  none: text('还没有资金账户', 'No accounts yet'),
  noneHint: text('首次充值、消费或授信时自动开立。', 'They open with the first recharge, purchase or credit.'),
  days: text('{kind}：近 30 天每日收支', '{kind}: money in and out by day, last 30 days'),
  opened: text('开立时间', 'Opened'),
  closed: text(
    '日结在次日 0:20 生成，今天的收支见消费记录。',
    'A day closes at 0:20. See consumption records for today.',
  ),
  show: text('查看日结', 'Daily statement'),
};

/** The settlement of a customer and its accounts in the ledger, with the closed days of one of them. */
export default function MoneyTab({ customerId }: { customerId: string }) {
  const t = useText();
  const [picked, setPicked] = useState<string>();
  const { data, error, refetch } = useRead(readCustomerAccounts, { customerId });
  if (!data) return <NotLoaded error={error} onRetry={refetch} />;
  const shown = data.accounts.find(({ id }) => id === picked) ?? data.accounts.find(({ kind }) => kind === 'balance');
  return (
    <Stack gap="l">
      {data.money ? (
        <>
          <Paragraph ink="secondary">
            {t(words.mode, {
              mode: t(SettlementMode.labelOf(data.settlementMode)),
              currency: t(Currency.labelOf(data.money.currency)),
            })}{' '}
            · <Link to={`/userManagement/userConsumptionRecord?customerId=${customerId}`}>{t(words.records)}</Link>
          </Paragraph>
          {mayCall(readReleaseRule) ? <ReleaseRuleLine customerId={customerId} /> : null}
          <MoneyFacts money={data.money} creditUsed={data.creditUsed} />
        </>
      ) : null}
      {data.accounts.length === 0 ? (
        <EmptyState title={t(words.none)} hint={t(words.noneHint)} />
      ) : (
        <LinesTable
          heads={[
            nouns.accounts,
            figures(moneyWords.amount),
            figures(moneyWords.postings),
            words.opened,
            nouns.actions,
          ]}
        >
          {data.accounts.map((account) => (
            <tr key={account.id}>
              <td>{t(LedgerAccountKind.labelOf(account.kind))}</td>
              <FigureCell>
                <Money minor={account.balance} currency={account.currency} showCurrency />
              </FigureCell>
              <FigureCell>{countAmount(account.postings)}</FigureCell>
              <td>
                <TimeText at={account.openedAt} />
              </td>
              <td>
                <TextButton onClick={() => setPicked(account.id)}>{t(words.show)}</TextButton>
              </td>
            </tr>
          ))}
        </LinesTable>
      )}
      {shown ? <Days account={shown} /> : null}
    </Stack>
  );
}

function Days({ account }: { account: { id: string; kind: LedgerAccountKind; currency: string } }) {
  const t = useText();
  const today = dayjs();
  const state = useRead(readStatement, {
    accountId: account.id,
    from: today.subtract(30, 'day').format('YYYY-MM-DD'),
    to: today.format('YYYY-MM-DD'),
  });
  const { data } = state;
  const by = (side: 'moneyIn' | 'moneyOut') => (data?.days ?? []).map((day) => Number(day[side]));
  return (
    <ChartCard
      title={t(words.days, { kind: t(LedgerAccountKind.labelOf(account.kind)) })}
      state={state}
      height={180}
      lead={<Paragraph ink="secondary">{t(words.closed)}</Paragraph>}
      chart={
        data && {
          shape: 'columns',
          measure: 'money',
          currency: data.currency,
          categories: data.days.map(({ day }) => day),
          series: [
            { key: 'in', name: t(moneyWords.moneyIn), values: by('moneyIn') },
            { key: 'out', name: t(moneyWords.moneyOut), values: by('moneyOut') },
          ],
        }
      }
    />
  );
}
