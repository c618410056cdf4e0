import type { previewOffer } from '@cardinal/contract/api/externalPackages/offers.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { splitVolume } from '@cardinal/primitives/dataVolume.ts';
import { text } from '@cardinal/primitives/text.ts';
import { moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { Nothing } from '../../../kit/table/cells.tsx';
import { offerFields } from './OfferList.tsx';

const words = {
  arrow: text('{before} → {after}', '{before} → {after}'),
  gets: text('每卡用量', 'Each card gets'),
  unlimited: text('不限流量', 'Unlimited data'),
  beyond: text('涨价超出该来源的容差。', 'The price rose beyond the tolerance of this source.'),
  covered: text('没有下级的结算价低于新成本。', 'No child pays less than the new cost.'),
  below: text('结算价低于新成本，售出即亏损：', 'These pay less than the new cost, so every sale is a loss:'),
  price: text('结算价', 'Reserve price'),
};

type Preview = AnswerOf<typeof previewOffer>;

/** Before and after of one fact; alike, it is said once. */
function Moved({ before, after }: { before: string | null; after: string | null }) {
  const t = useText();
  if (after === null) return <Nothing />;
  if (before === null || before === after) return after;
  return <Span weight="strong">{t(words.arrow, { before, after })}</Span>;
}

/** What a decision comes to: both prices and costs, what a card gets, and whose price falls below the new cost. */
export function OfferPreview({ preview }: { preview: Preview }) {
  const t = useText();
  const { agreed, seen, oldCost, newCost, costCurrency, flowBytes, below } = preview;
  const priced = (minor: string, currency: string) => `${moneyAmount(minor, currency)} ${currency}`;
  const volume = flowBytes === null ? undefined : splitVolume(BigInt(flowBytes));
  return (
    <Stack gap="s">
      <FactsList
        facts={[
          {
            label: offerFields.price.label,
            value: (
              <Moved
                before={agreed && priced(agreed.price, agreed.currency)}
                after={priced(seen.price, seen.currency)}
              />
            ),
          },
          {
            label: offerFields.cost.label,
            value: (
              <Moved
                before={oldCost && priced(oldCost, costCurrency)}
                after={newCost && priced(newCost, costCurrency)}
              />
            ),
          },
          {
            label: offerFields.allowance.label,
            value: <Moved before={agreed?.allowance ?? null} after={seen.allowance} />,
          },
          {
            label: offerFields.validity.label,
            value: <Moved before={agreed?.validity ?? null} after={seen.validity} />,
          },
          { label: words.gets, value: volume ? `${volume.value} ${volume.unit}` : t(words.unlimited) },
        ]}
      />
      {preview.isBeyond ? <Paragraph ink="danger">{t(words.beyond)}</Paragraph> : null}
      {below.length === 0 ? (
        agreed || oldCost ? (
          <Span ink="secondary">{t(words.covered)}</Span>
        ) : null
      ) : (
        <div role="alert">
          <Paragraph ink="danger">{t(words.below)}</Paragraph>
          <LinesTable heads={[nouns.child, figures(words.price)]}>
            {below.map(({ customerId, customerName, price }) => (
              <tr key={customerId}>
                <td>{customerName}</td>
                <FigureCell isBad>{priced(price, costCurrency)}</FigureCell>
              </tr>
            ))}
          </LinesTable>
        </div>
      )}
    </Stack>
  );
}
