import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { ShareBar } from '@cardinal/ui/layout/Bar.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';
import type { ReactNode } from 'react';
import { byUrgency, type FigureTone, type ShownFigure } from './figures.ts';
import { SHORT_KINDS } from './kindWords.ts';
import { ProofLink } from './ProofLink.tsx';

const NOUGHTS = text('{n} 项为零', '{n} at zero');

const LOOKS: Readonly<Record<FigureTone, StatusLook>> = {
  plain: { shape: 'ring', tone: 'neutral' },
  good: { shape: 'disc', tone: 'good' },
  warning: { shape: 'half', tone: 'warning' },
  bad: { shape: 'square', tone: 'bad' },
};

const BOX_INKS = { bad: 'danger', warning: 'warning' } as const;

/** The kinds of card behind a number, each with its own list. */
function Kinds(props: { figure: ShownFigure }) {
  const t = useText();
  if (props.figure.parts.length < 2) return null;
  return (
    <Inline gap="m" ink="secondary" size="s">
      {props.figure.parts.map((part) => (
        <ProofLink key={part.kind} link={part.link}>
          {part.kind === null ? '' : t(SHORT_KINDS[part.kind])} {countAmount(part.count)}
        </ProofLink>
      ))}
    </Inline>
  );
}

/** The number itself: a link if one list shows all of it. */
export function FigureNumber(props: { figure: ShownFigure }) {
  const { figure } = props;
  const [only, ...others] = figure.parts;
  const number = countAmount(figure.count);
  return only && others.length === 0 ? (
    <ProofLink link={only.link} title={figure.words}>
      {number}
    </ProofLink>
  ) : (
    <span>{number}</span>
  );
}

type Drawn = { figures: readonly ShownFigure[] };

/** The figures that are not nought, the urgent ones first; the others are folded. */
function Leading(props: Drawn & { draw: (figures: readonly ShownFigure[]) => ReactNode }) {
  const t = useText();
  const { some, noughts } = byUrgency(props.figures);
  return (
    <>
      {some.length > 0 ? props.draw(some) : null}
      {noughts.length > 0 ? (
        <Span as="details" size="m" ink="secondary">
          <summary>{t(NOUGHTS, { n: countAmount(noughts.length) })}</summary>
          {props.draw(noughts)}
        </Span>
      ) : null}
    </>
  );
}

/** Figures as boxes in a row: pending work. */
export const FigureBoxes = (props: Drawn) => <Leading {...props} draw={(figures) => <Boxes figures={figures} />} />;

function Boxes(props: Drawn) {
  return (
    <Grid as="ul" columns="narrow">
      {props.figures.map((figure) => (
        <Stack key={figure.key} as="li" gap="none">
          <Span ink="secondary" size="s" grows>
            {figure.words}
          </Span>
          <Span
            size="xxl"
            weight="strong"
            ink={
              figure.count > 0 && (figure.tone === 'bad' || figure.tone === 'warning')
                ? BOX_INKS[figure.tone]
                : undefined
            }
          >
            <FigureNumber figure={figure} />
          </Span>
          <Kinds figure={figure} />
        </Stack>
      ))}
    </Grid>
  );
}

/** Figures as lines, each with a bar if they are parts of a whole, or with an action. */
export const FigureLines = (props: LineProps) => (
  <Leading {...props} draw={(figures) => <Lines {...props} figures={figures} />} />
);

type LineProps = Drawn & { hasBars?: boolean; action?: (figure: ShownFigure) => ReactNode };

function Lines(props: LineProps) {
  const most = Math.max(1, ...props.figures.map((figure) => figure.count));
  return (
    <Stack as="ul" isDivided>
      {props.figures.map((figure) => (
        <li key={figure.key}>
          <Inline gap="m" isOneLine>
            <Span size="m" grows>
              {props.hasBars ? (
                figure.words
              ) : (
                <StatusTag {...LOOKS[figure.count > 0 ? figure.tone : 'plain']} word={figure.words} />
              )}
            </Span>
            <Span weight="strong">
              <FigureNumber figure={figure} />
            </Span>
          </Inline>
          {props.hasBars ? <ShareBar share={figure.count / most} /> : null}
          <Inline gap="m" justify="between" size="m">
            <Kinds figure={figure} />
            {props.action?.(figure)}
          </Inline>
        </li>
      ))}
    </Stack>
  );
}

/** The lists behind the number in a chart's title, by card kind. */
export function FigureLead(props: { figures: readonly ShownFigure[] }) {
  const t = useText();
  return (
    <Inline as="p" gap="l" below="s" ink="secondary" size="m">
      {props.figures.flatMap((figure) =>
        figure.parts.map((part) => (
          <ProofLink key={`${figure.key} ${part.kind}`} link={part.link} title={figure.words}>
            {part.kind === null ? figure.words : t(SHORT_KINDS[part.kind])} <b>{countAmount(part.count)}</b>
          </ProofLink>
        )),
      )}
    </Inline>
  );
}
