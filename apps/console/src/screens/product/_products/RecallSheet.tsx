import { previewRecall, recallProduct } from '@cardinal/contract/api/catalogue/productDistributions.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { useChange } from '../../../kit/change.ts';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { IndentedCustomer, RECALLED, RecallFrame } from '../../../parts/catalogue/RecallFrame.tsx';

const words = {
  what: text(
    '{name} 及其下级共 {levels} 级 {n} 个客户将不能再使用该产品入库和下发。',
    '{name} and its descendants ({n} {n|customer|customers} on {levels} {levels|level|levels}) can no longer use this product for cards or distribute it.',
  ),
  cards: text(
    '{n} 张卡（已激活 {activated}）不受影响，继续运行。',
    '{n} {n|card|cards} ({activated} activated) {n|is|are} not touched and {n|goes|go} on.',
  ),
  variants: text('以它建立的产品将一并下架：{list}', 'Own products based on it are also unpublished: {list}'),
};

/** The preview of a recall, by customer. */
export function RecallSheet(props: { id: string; onClose: () => void }) {
  const t = useText();
  const { id } = props;
  const { data, error, refetch } = useRead(previewRecall, { id }, { staleTime: 0 });
  const recalling = useChange(recallProduct, {
    done: ({ customers }) => t(RECALLED, { n: countAmount(customers) }),
    onDone: props.onClose,
  });
  return (
    <RecallFrame
      code={data?.productCode}
      customers={data?.customers.length}
      isRunning={recalling.isRunning}
      error={error}
      onRetry={refetch}
      onRecall={() => void recalling.run({ body: { id } })}
      onClose={props.onClose}
    >
      {data ? (
        <>
          <Paragraph below="m">
            {t(words.what, { name: data.customerName, levels: data.levels, n: countAmount(data.customers.length) })}
          </Paragraph>
          <Paragraph below="m">
            {t(words.cards, { n: countAmount(data.cards), activated: countAmount(data.activated) })}
          </Paragraph>
          {data.variants.length > 0 ? (
            <Paragraph ink="warning" below="m">
              {t(words.variants, { list: data.variants.map(({ code, name }) => `${code} ${name}`).join(' · ') })}
            </Paragraph>
          ) : null}
          <LinesTable heads={[nouns.customer, figures(nouns.cardCount)]}>
            {data.customers.map((customer) => (
              <tr key={customer.id}>
                <IndentedCustomer {...customer} />
                <FigureCell>{countAmount(customer.cards)}</FigureCell>
              </tr>
            ))}
          </LinesTable>
        </>
      ) : null}
    </RecallFrame>
  );
}
