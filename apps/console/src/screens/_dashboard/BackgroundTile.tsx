import { readBackgroundTile } from '@cardinal/contract/api/reports/dashboard.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeAgo } from '@cardinal/ui/TimeText.tsx';
import { Panel } from '../../kit/Panel.tsx';
import { FigureLines } from './FigureList.tsx';
import { shownFigures } from './figures.ts';
import { ProofLink } from './ProofLink.tsx';
import { useTile } from './useTile.ts';

const words = {
  good: text('{n} 个后台进程在工作', '{n} background {n|worker|workers} running'),
  none: text('没有后台进程在工作，任务不会推进', 'No background worker is running; tasks are not progressing'),
  workers: text('后台进程', 'Background programs'),
  alive: text('{n} 个在线', '{n} alive'),
  dead: text('全部离线', 'None alive'),
  items: text('排队的任务项', 'Items waiting'),
  oldest: text('最早未完成的任务', 'Oldest unfinished task'),
};

/** Whether workers process tasks, and the backlog. */
export function BackgroundTile() {
  const t = useText();
  const tile = useTile(readBackgroundTile);
  const { data } = tile;
  const title = !data ? nouns.backgroundWork : data.workers > 0 ? words.good : words.none;
  return (
    <Panel title={t(title, { n: countAmount(data?.workers ?? 0) })} state={tile} asOf={data?.asOf}>
      {data ? (
        <>
          <Stack as="ul" isDivided>
            <Inline as="li" gap="m" isOneLine>
              <Span size="m" grows>
                {t(words.workers)}
              </Span>
              <StatusTag
                {...(data.workers > 0
                  ? ({ shape: 'disc', tone: 'good' } as const)
                  : ({ shape: 'cross', tone: 'bad' } as const))}
                word={t(data.workers > 0 ? words.alive : words.dead, { n: countAmount(data.workers) })}
              />
            </Inline>
            <Inline as="li" gap="m" isOneLine>
              <Span size="m" grows>
                {t(words.items)}
              </Span>
              <Span weight="strong">{countAmount(data.items)}</Span>
            </Inline>
            <Inline as="li" gap="m" isOneLine>
              <Span size="m" grows>
                {t(words.oldest)}
              </Span>
              {data.oldest ? (
                <ProofLink link={data.oldest.link} title={data.oldest.taskNo}>
                  <TimeAgo at={data.oldest.createdAt} />
                </ProofLink>
              ) : (
                <Paragraph as="span" ink="secondary">
                  {t(nouns.none)}
                </Paragraph>
              )}
            </Inline>
          </Stack>
          <FigureLines figures={shownFigures(data.figures)} hasBars={false} />
        </>
      ) : null}
    </Panel>
  );
}
