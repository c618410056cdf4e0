import { readDistributionTree } from '@cardinal/contract/api/catalogue/productDistributions.ts';
import { DistributionState } from '@cardinal/contract/enumerations/product.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { DISTRIBUTION_LOOKS } from '../../../parts/catalogue/distributionCells.tsx';

const words = {
  notGiven: text('还没有下发给下级', 'Not distributed to child customers yet'),
  notGivenHint: text(
    '在「产品下发」中选择下级和价格。',
    'Choose child customers and prices under “Product distribution”.',
  ),
  givenAt: text('下发时间', 'Given at'),
};

/** One product from the caller down, in tree order. */
export function DistributionTree({ id }: { id: string }) {
  const t = useText();
  const { data, error, refetch } = useRead(readDistributionTree, { productId: id });
  if (!data) return <NotLoaded error={error} onRetry={refetch} />;
  // The tree starts at the caller.
  if (!data.some(({ depth }) => depth > 0))
    return <EmptyState title={t(words.notGiven)} hint={t(words.notGivenHint)} />;
  return (
    <LinesTable
      heads={[nouns.customer, nouns.state, figures(nouns.cardItems), figures(nouns.activated), words.givenAt]}
    >
      {data.map((row) => (
        <tr key={row.customerId}>
          <td style={{ paddingLeft: row.depth * 16 }}>{row.customerName}</td>
          <td>
            <StatusTag {...DISTRIBUTION_LOOKS[row.state]} word={t(DistributionState.labelOf(row.state))} />
          </td>
          <FigureCell>{countAmount(row.cards)}</FigureCell>
          <FigureCell>{countAmount(row.activated)}</FigureCell>
          <td>
            <TimeText at={row.givenAt} />
          </td>
        </tr>
      ))}
    </LinesTable>
  );
}

/** The tree beside a list. */
export function TreeSheet(props: { product: { id: string; code: string }; onClose: () => void }) {
  const t = useText();
  return (
    <Sheet
      isOpen
      width={640}
      title={t(sentences.distributionTree, { code: props.product.code })}
      onClose={props.onClose}
    >
      <DistributionTree id={props.product.id} />
    </Sheet>
  );
}
