import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { byteAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Volume, VolumeBar } from '@cardinal/ui/Quantity.tsx';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { Nothing } from '../../../kit/table/cells.tsx';
import type { CardView } from '../useCard.ts';
import { type Allowance, generalTotal } from './generalTotal.ts';

const words = {
  title: text('运营商侧套餐', 'Packages at the carrier'),
  kind: text('流量范围', 'Counts for'),
  total: text('总量', 'Total'),
  share: text('进度', 'Share'),
  directed: text('定向', 'Some services'),
  general: text('通用', 'Everything'),
  none: text('运营商侧没有套餐', 'No packages at the carrier'),
  ours: text('平台套餐 {name}：{total}', 'Platform package {name}: {total}'),
  differs: text('与运营商侧通用总量 {theirs} 不同', 'differs from the carrier’s overall allowance of {theirs}'),
};

const amount = (bytes: bigint): string => {
  const { value, unit } = byteAmount(String(bytes));
  return `${value} ${unit}`;
};

const Amount = ({ bytes }: { bytes: string | null }) => (bytes === null ? <Nothing /> : <Volume bytes={bytes} />);

/** The carrier's own packages of a card beside the one sold here; a difference in size is marked. */
export function AllowancesTable(props: { allowances: readonly Allowance[]; card: CardView['card'] }) {
  const { allowances, card } = props;
  const t = useText();
  const theirs = generalTotal(allowances);
  const ours = card.flowTotal === null ? undefined : BigInt(card.flowTotal);
  return (
    <Stack as="section" gap="s" above="m" aria-label={t(words.title)}>
      <Paragraph as="h3" ink="secondary" size="m">
        {t(words.title)}
      </Paragraph>
      {allowances.length === 0 ? (
        <Paragraph ink="secondary">{t(words.none)}</Paragraph>
      ) : (
        <LinesTable heads={[nouns.package, words.kind, figures(nouns.used), figures(words.total), words.share]}>
          {allowances.map(({ name, totalBytes, usedBytes, isDirected }) => (
            <tr key={`${name} ${isDirected} ${totalBytes} ${usedBytes}`}>
              <th scope="row">{name}</th>
              <td>{isDirected === null ? <Nothing /> : t(isDirected ? words.directed : words.general)}</td>
              <FigureCell>
                <Amount bytes={usedBytes} />
              </FigureCell>
              <FigureCell>
                <Amount bytes={totalBytes} />
              </FigureCell>
              <td>
                {usedBytes === null || totalBytes === null ? (
                  <Nothing />
                ) : (
                  <VolumeBar used={usedBytes} total={totalBytes} label={name} />
                )}
              </td>
            </tr>
          ))}
        </LinesTable>
      )}
      {ours === undefined || !card.packageName ? null : (
        <Paragraph ink="secondary">
          {t(words.ours, { name: card.packageName, total: amount(ours) })}
          {theirs !== undefined && theirs !== ours ? (
            <Span ink="warning"> · {t(words.differs, { theirs: amount(theirs) })}</Span>
          ) : null}
        </Paragraph>
      )}
    </Stack>
  );
}
