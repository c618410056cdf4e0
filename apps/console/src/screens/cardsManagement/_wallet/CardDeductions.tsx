import { readCardDeductions } from '@cardinal/contract/api/deductions/records.ts';
import { DeductionState } from '@cardinal/contract/enumerations/deduction.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Heading, Span } from '@cardinal/ui/layout/Text.tsx';
import { Money, Volume } from '@cardinal/ui/Quantity.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';

const words = {
  waits: text(
    '待扣：充值后自动扣除，不足时卡保持欠费停机。',
    'Waits for a recharge; until it is covered the card stays stopped.',
  ),
  after: text('扣后卡余额', 'Left on the card'),
};

/** What pay-per-use took from a card's balance; nothing where it never did. */
export default function CardDeductions({ cardId }: { readonly cardId: string }) {
  const t = useText();
  const { data, error, refetch } = useRead(readCardDeductions, { cardId });
  if (!data) return error ? <NotLoaded error={error} onRetry={refetch} /> : null;
  if (data.latest.length === 0) return null;
  return (
    <>
      <Heading>{t(readCardDeductions.summary)}</Heading>
      {data.waiting.map(({ currency, amount }) => (
        <Span key={currency} ink="danger">
          <Money minor={amount} currency={currency} showCurrency /> {t(words.waits)}
        </Span>
      ))}
      <LinesTable
        heads={[nouns.time, figures(nouns.dataUsed), figures(moneyWords.amount), nouns.state, figures(words.after)]}
      >
        {data.latest.map((each) => (
          <tr key={each.id}>
            <td>
              <TimeText at={each.at} />
            </td>
            <FigureCell>
              <Volume bytes={each.chargedBytes} />
            </FigureCell>
            <FigureCell>
              <Money minor={each.amount} currency={each.currency} showCurrency />
            </FigureCell>
            <td>{t(DeductionState.labelOf(each.state))}</td>
            <FigureCell>
              {each.balance === null ? '—' : <Money minor={each.balance} currency={each.currency} />}
            </FigureCell>
          </tr>
        ))}
      </LinesTable>
    </>
  );
}
