import { readConsumption } from '@cardinal/contract/api/metering/consumption.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { volumeText } from '@cardinal/primitives/dataVolume.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount, durationAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Duration, Volume } from '@cardinal/ui/Quantity.tsx';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { FigureCell, figures, LinesTable } from '../../kit/LinesTable.tsx';
import { Panel } from '../../kit/Panel.tsx';
import { useRead } from '../../kit/useRead.ts';
import { MESSAGES, PackageLine } from './PackageLine.tsx';

const words = {
  title: text('套餐消耗', 'Use of packages'),
  note: text(
    '按先到期先用：用量先计入最早到期的套餐，同时到期时主套餐先于加油包；其余为套外用量。',
    'What ends first is used first, at the same end a main package before its add-ons; the rest is overage.',
  ),
  none: text('近半年没有套餐', 'No packages in the last half year'),
  of: text('已用 / 总量', 'Used / total'),
  share: text('使用比例', 'Share used'),
  day: text('计入日', 'Counted on'),
  all: text('显示全部 {days} 天', 'Show all {days} days'),
  overage: text('套外用量', 'Overage'),
  callOverage: text('套外通话与短信', 'Calls and messages beyond packages'),
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
          <Overages use={use.data} />
        </Stack>
      ) : undefined}
    </Panel>
  );
}

type Day = { readonly day: string; readonly figures: readonly ReactNode[] };

/** What no package held: days, the latest first. */
function Overage(props: { title: Text; sum: string; heads: readonly Text[]; days: readonly Day[] }) {
  const t = useText();
  const [isWhole, setWhole] = useState(false);
  const { days } = props;
  const shown = isWhole ? days : days.slice(0, SHORT);
  return (
    <Stack as="section" gap="s" aria-label={t(props.title)}>
      <Paragraph as="h3" ink="secondary" size="m">
        {t(props.title)} · {t(words.overageSum, { days: days.length, amount: props.sum })}
      </Paragraph>
      <LinesTable heads={[words.day, ...props.heads.map(figures)]}>
        {shown.map(({ day, figures: own }) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            {own.map((figure, at) => (
              <FigureCell key={props.heads[at]?.en}>{figure}</FigureCell>
            ))}
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

function Overages({ use: { packages, overage, callOverage } }: { use: Use }) {
  const t = useText();
  const called = callOverage.reduce((seconds, each) => seconds + BigInt(each.seconds), 0n);
  const sent = callOverage.reduce((count, { messages }) => count + messages, 0);
  const isData = packages.length === 0 || packages.some(({ total }) => total !== '0');
  return (
    <>
      {overage.length > 0 ? (
        <Overage
          title={words.overage}
          sum={volumeText(overage.reduce((bytes, each) => bytes + BigInt(each.bytes), 0n))}
          heads={[nouns.dataUsed]}
          days={overage.map(({ day, bytes }) => ({ day, figures: [<Volume key={day} bytes={bytes} />] }))}
        />
      ) : isData ? (
        <Paragraph ink="secondary">{t(words.noOverage)}</Paragraph>
      ) : null}
      {callOverage.length > 0 ? (
        <Overage
          title={words.callOverage}
          sum={`${durationAmount(called)} · ${t(MESSAGES, { n: countAmount(sent) })}`}
          heads={[nouns.voice, nouns.sms]}
          days={callOverage.map(({ day, seconds, messages }) => ({
            day,
            figures: [<Duration key={day} seconds={seconds} />, t(MESSAGES, { n: countAmount(messages) })],
          }))}
        />
      ) : null}
    </>
  );
}
