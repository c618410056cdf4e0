import { readConsumption } from '@cardinal/contract/api/metering/consumption.ts';
import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { volumeText } from '@cardinal/primitives/dataVolume.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Volume, VolumeBar } from '@cardinal/ui/Quantity.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import { FigureCell, figures, LinesTable } from '../../kit/LinesTable.tsx';
import { Panel } from '../../kit/Panel.tsx';
import { Nothing } from '../../kit/table/cells.tsx';
import { useRead } from '../../kit/useRead.ts';

const words = {
  title: text('套餐消耗', 'Use of packages'),
  note: text(
    '按先到期先用：用量先计入最早到期的套餐，同时到期时主套餐先于加油包；其余为套外用量。',
    'What ends first is used first, at the same end a main package before its add-ons; the rest is overage.',
  ),
  none: text('近半年没有套餐', 'No packages in the last half year'),
  addOn: text('加油包', 'Add-on'),
  of: text('已用 / 总量', 'Used / total'),
  share: text('使用比例', 'Share used'),
  margin: text(
    '起始用量误差 {amount}：生效后的首次读数增加了这些，其中多少是生效前用的无从得知。',
    'Margin at its start {amount}: the first reading after it began grew by that much, and nobody knows how much was used before.',
  ),
  day: text('计入日', 'Counted on'),
  uncounted: text('未统计', 'Not counted'),
  all: text('显示全部 {days} 天', 'Show all {days} days'),
  overage: text('套外用量', 'Overage'),
  overageSum: text('{days} 天共 {amount}', '{amount} on {days} {days|day|days}'),
  noOverage: text('近半年没有套外用量', 'No overage in the last half year'),
};

/** So many days of overage are shown at first. */
const SHORT = 7;

type Use = AnswerOf<typeof readConsumption>;

/** What a card's packages were used for, and what no package held. */
export function PackageUse({ cardId }: { cardId: string }) {
  const t = useText();
  const use = useRead(readConsumption, { cardId });
  return (
    <Panel title={t(words.title)} state={use} asOf={use.data?.asOf}>
      {use.data ? (
        <Stack>
          <Paragraph ink="secondary">{t(words.note)}</Paragraph>
          {use.data.packages.length === 0 ? (
            <Paragraph ink="secondary">{t(words.none)}</Paragraph>
          ) : (
            <LinesTable heads={[nouns.package, nouns.period, figures(words.of), words.share, figures(nouns.left)]}>
              {use.data.packages.map((each) => (
                <PackageLine key={each.id} used={each} />
              ))}
            </LinesTable>
          )}
          <Overage days={use.data.overage} />
        </Stack>
      ) : undefined}
    </Panel>
  );
}

function PackageLine({
  used: { name, isMain, state, startsAt, endsAt, total, used, margin },
}: {
  used: Use['packages'][number];
}) {
  const t = useText();
  const left = total === null || used === null ? null : BigInt(total) - BigInt(used);
  return (
    <tr>
      <th scope="row">
        {name}
        <br />
        <Span as="small" ink="secondary">
          {t(PackageUsageState.labelOf(state))}
          {isMain ? null : ` · ${t(words.addOn)}`}
        </Span>
      </th>
      <td>
        <TimeText at={startsAt} />
        <br />
        <TimeText at={endsAt} />
      </td>
      <FigureCell>
        <span title={margin && margin !== '0' ? t(words.margin, { amount: volumeText(BigInt(margin)) }) : undefined}>
          {used === null ? t(words.uncounted) : <Volume bytes={used} />} /{' '}
          {total === null ? t(nouns.unlimited) : <Volume bytes={total} />}
          {margin && margin !== '0' ? (
            <Span as="small" ink="secondary">
              {' '}
              ±{volumeText(BigInt(margin))}
            </Span>
          ) : null}
        </span>
      </FigureCell>
      <td>{total === null || used === null ? <Nothing /> : <VolumeBar used={used} total={total} label={name} />}</td>
      <FigureCell>{left === null ? <Nothing /> : <Volume bytes={left} />}</FigureCell>
    </tr>
  );
}

function Overage({ days }: { days: Use['overage'] }) {
  const t = useText();
  const [isWhole, setWhole] = useState(false);
  if (days.length === 0) return <Paragraph ink="secondary">{t(words.noOverage)}</Paragraph>;
  const shown = isWhole ? days : days.slice(0, SHORT);
  const sum = days.reduce((bytes, each) => bytes + BigInt(each.bytes), 0n);
  return (
    <Stack as="section" gap="s" aria-label={t(words.overage)}>
      <Paragraph as="h3" ink="secondary" size="m">
        {t(words.overage)} · {t(words.overageSum, { days: days.length, amount: volumeText(sum) })}
      </Paragraph>
      <LinesTable heads={[words.day, figures(nouns.dataUsed)]}>
        {shown.map(({ day, bytes }) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            <FigureCell>
              <Volume bytes={bytes} />
            </FigureCell>
          </tr>
        ))}
      </LinesTable>
      {shown.length < days.length ? (
        <Inline>
          <Button size="small" onClick={() => setWhole(true)}>
            {t(words.all, { days: days.length })}
          </Button>
        </Inline>
      ) : null}
    </Stack>
  );
}
