import { listPackageDistributions } from '@cardinal/contract/api/packages/packageDistributions.ts';
import { readPackagePrices } from '@cardinal/contract/api/packages/packagePrices.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { FactsList } from '../../kit/FactsList.tsx';
import { FigureCell, figures, LinesTable } from '../../kit/LinesTable.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { Nothing } from '../../kit/table/cells.tsx';
import { useRead } from '../../kit/useRead.ts';

const words = {
  from: text('开始生效', 'In force from'),
  setBy: text('由谁设定', 'Set by'),
  inForce: text('生效中', 'In force'),
  past: text('已失效', 'Past'),
  priceFrom: text('定价方', 'Priced by'),
  madeOf: text('由来', 'Made of'),
  times: text('{n} × {name}', '{n} × {name}'),
  own: text('该客户自有的套餐，没有上级结算价。', 'The customer made it itself: nobody asks a price of it.'),
  rule: text(
    '订购时按生效中的结算价冻结；之后调价不影响已下的订单。',
    'An order holds the price in force. What is set later does not change orders already made.',
  ),
};

const { reservePrice, minPrice, suggestPrice, recalledAt } = listPackageDistributions.fields;

type Prices = AnswerOf<typeof readPackagePrices>;

function State({ price, isNewer }: { price: Prices['prices'][number]; isNewer: boolean }) {
  const t = useText();
  if (price.isInForce) return <StatusTag shape="disc" tone="good" word={t(words.inForce)} />;
  return isNewer ? (
    <StatusTag shape="half" tone="warning" word={t(nouns.waiting)} />
  ) : (
    <StatusTag shape="ring" tone="neutral" word={t(words.past)} />
  );
}

function History({ data }: { data: Prices }) {
  const inForce = data.prices.findIndex(({ isInForce }) => isInForce);
  return (
    <LinesTable
      heads={[
        words.from,
        nouns.state,
        figures(reservePrice.label),
        figures(minPrice.label),
        figures(suggestPrice.label),
        words.setBy,
      ]}
    >
      {data.prices.map((price, at) => (
        <tr key={price.from} className={inForce >= 0 && at > inForce ? 'is-past' : undefined}>
          <td>
            <TimeText at={price.from} />
          </td>
          <td>
            <State price={price} isNewer={inForce < 0 || at < inForce} />
          </td>
          {(['reservePrice', 'minPrice', 'suggestPrice'] as const).map((name) => (
            <FigureCell key={name}>
              <Money minor={price[name]} currency={price.currency} showCurrency />
            </FigureCell>
          ))}
          <td>{price.setBy ?? data.fromName ?? <Nothing />}</td>
        </tr>
      ))}
    </LinesTable>
  );
}

/** Why a package costs a customer what it does: who set which price from when on. Without a customer: the caller's own. */
export default function PriceSheet(props: { packageId: string; customerId?: string; onClose: () => void }) {
  const t = useText();
  const { packageId, customerId, onClose } = props;
  const { data, error, refetch } = useRead(readPackagePrices, { packageId, ...(customerId ? { customerId } : {}) });
  return (
    <Sheet isOpen title={t(readPackagePrices.summary)} width={760} onClose={onClose}>
      {data ? (
        <Stack gap="l">
          <FactsList
            facts={[
              { label: nouns.package, value: `${data.packageName} · ${data.packageCode}` },
              { label: nouns.customer, value: data.customerName },
              ...(data.fromName ? [{ label: words.priceFrom, value: data.fromName }] : []),
              ...(data.madeOf
                ? [{ label: words.madeOf, value: t(words.times, { n: data.madeOf.units, name: data.madeOf.name }) }]
                : []),
              ...(data.recalledAt
                ? [
                    {
                      label: recalledAt.label,
                      value: <TimeText at={data.recalledAt} />,
                    },
                  ]
                : []),
            ]}
          />
          {data.prices.length === 0 ? <Paragraph ink="secondary">{t(words.own)}</Paragraph> : <History data={data} />}
          <Paragraph ink="secondary">{t(words.rule)}</Paragraph>
        </Stack>
      ) : (
        <NotLoaded error={error} onRetry={refetch} />
      )}
    </Sheet>
  );
}
