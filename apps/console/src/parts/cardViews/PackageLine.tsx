import type { readConsumption } from '@cardinal/contract/api/metering/consumption.ts';
import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { volumeText } from '@cardinal/primitives/dataVolume.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Duration, Volume, VolumeBar } from '@cardinal/ui/Quantity.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import type { ReactNode } from 'react';
import { FigureCell } from '../../kit/LinesTable.tsx';
import { Nothing } from '../../kit/table/cells.tsx';

export const MESSAGES = text('{n} 条', '{n} SMS');
const words = {
  addOn: text('加油包', 'Add-on'),
  margin: text(
    '起始用量误差 {amount}：生效后的首次读数增加了这些，其中多少是生效前用的无从得知。',
    'Margin at its start {amount}: the first reading after it began grew by that much, and nobody knows how much was used before.',
  ),
  uncounted: text('未统计', 'Not counted'),
  step: text('按每天的通话时长、以 {step} 秒为单位计', 'Calls of a day are counted in steps of {step} s'),
};

type Used = AnswerOf<typeof readConsumption>['packages'][number];

/** What a package gives of one thing; total null: as much as there is, used null: not counted. */
type Measure = {
  readonly name: string;
  readonly used: string | null;
  readonly total: string | null;
  readonly shown: (amount: string) => ReactNode;
  readonly title?: string | undefined;
  readonly beside?: string | undefined;
};

/** What a package of a card gave: data, and calls and messages where it gives them. */
export function PackageLine({ used }: { used: Used }) {
  const t = useText();
  const { name, isMain, state, startsAt, endsAt } = used;
  const measures = useMeasures(used);
  return measures.map((measure, at) => (
    <tr key={measure.name}>
      {at === 0 ? (
        <>
          <th scope="rowgroup" rowSpan={measures.length}>
            {name}
            <br />
            <Span as="small" ink="secondary">
              {t(PackageUsageState.labelOf(state))}
              {isMain ? null : ` · ${t(words.addOn)}`}
            </Span>
          </th>
          <td rowSpan={measures.length}>
            <TimeText at={startsAt} />
            <br />
            <TimeText at={endsAt} />
          </td>
        </>
      ) : null}
      <MeasureCells {...measure} label={`${name} ${measure.name}`} />
    </tr>
  ));
}

function MeasureCells({ used, total, shown, title, beside, label }: Measure & { readonly label: string }) {
  const t = useText();
  return (
    <>
      <FigureCell>
        <span title={title}>
          {used === null ? t(words.uncounted) : shown(used)} / {total === null ? t(nouns.unlimited) : shown(total)}
          {beside ? (
            <Span as="small" ink="secondary">
              {' '}
              {beside}
            </Span>
          ) : null}
        </span>
      </FigureCell>
      <td>{total === null || used === null ? <Nothing /> : <VolumeBar used={used} total={total} label={label} />}</td>
      <FigureCell>
        {total === null || used === null ? <Nothing /> : shown(String(BigInt(total) - BigInt(used)))}
      </FigureCell>
    </>
  );
}

function useMeasures({ total, used, margin, calls, messages }: Used): Measure[] {
  const t = useText();
  const amount = margin && margin !== '0' ? volumeText(BigInt(margin)) : undefined;
  const data: Measure = {
    name: t(nouns.data),
    used,
    total,
    shown: (bytes) => <Volume bytes={bytes} />,
    title: amount && t(words.margin, { amount }),
    beside: amount && `±${amount}`,
  };
  return [
    // A package of calls alone gives no data.
    ...(total === '0' && (calls || messages) ? [] : [data]),
    ...(calls
      ? [
          {
            name: t(nouns.voice),
            used: calls.used,
            total: calls.total,
            shown: (seconds: string) => <Duration seconds={seconds} />,
            title: t(words.step, { step: calls.step }),
          },
        ]
      : []),
    ...(messages
      ? [
          {
            name: t(nouns.sms),
            used: String(messages.used),
            total: String(messages.total),
            shown: (count: string) => t(MESSAGES, { n: countAmount(count) }),
          },
        ]
      : []),
  ];
}
