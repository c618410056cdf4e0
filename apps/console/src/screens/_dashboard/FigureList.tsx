import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import type { ReactNode } from 'react';
import type { FigureTone, ShownFigure } from './figures.ts';
import { SHORT_KINDS } from './kindWords.ts';
import { ProofLink } from './ProofLink.tsx';

const LOOKS: Readonly<Record<FigureTone, StatusLook>> = {
  plain: { shape: 'ring', tone: 'neutral' },
  good: { shape: 'disc', tone: 'good' },
  warning: { shape: 'half', tone: 'warning' },
  bad: { shape: 'square', tone: 'bad' },
};

/** The kinds of card behind a number, each with its own list. */
function Kinds(props: { figure: ShownFigure }) {
  const t = useText();
  if (props.figure.parts.length < 2) return null;
  return (
    <Inline as="small" gap="m" ink="secondary" size="s">
      {props.figure.parts.map((part) => (
        <ProofLink key={part.kind} link={part.link}>
          {part.kind === null ? '' : t(SHORT_KINDS[part.kind])} {countAmount(part.count)}
        </ProofLink>
      ))}
    </Inline>
  );
}

/** The number itself: a link where one list proves all of it. */
export function FigureNumber(props: { figure: ShownFigure; className?: string }) {
  const { figure, className } = props;
  const [only, ...others] = figure.parts;
  const number = countAmount(figure.count);
  return only && others.length === 0 ? (
    <ProofLink link={only.link} {...(className ? { className } : {})} title={figure.words}>
      {number}
    </ProofLink>
  ) : (
    <span className={className}>{number}</span>
  );
}

/** Figures as boxes in a row: what waits for somebody. */
export function FigureBoxes(props: { figures: readonly ShownFigure[] }) {
  return (
    <ul className="figure-boxes">
      {props.figures.map((figure) => (
        <li key={figure.key} className={`is-${figure.count > 0 ? figure.tone : 'plain'}`}>
          <Span ink="secondary" size="s">
            {figure.words}
          </Span>
          <FigureNumber figure={figure} className="figure-number" />
          <Kinds figure={figure} />
        </li>
      ))}
    </ul>
  );
}

/** Figures as lines, each with a bar when they are parts of one thing, or with what can be done about it. */
export function FigureLines(props: {
  figures: readonly ShownFigure[];
  hasBars?: boolean;
  action?: (figure: ShownFigure) => ReactNode;
}) {
  const most = Math.max(1, ...props.figures.map((figure) => figure.count));
  return (
    <ul className="figure-lines">
      {props.figures.map((figure) => (
        <li key={figure.key} className={props.action ? 'has-action' : undefined}>
          <span className="figure-line-words">
            {props.hasBars ? (
              figure.words
            ) : (
              <StatusTag {...LOOKS[figure.count > 0 ? figure.tone : 'plain']} word={figure.words} />
            )}
          </span>
          <FigureNumber figure={figure} className="figure-line-number" />
          {props.action ? <span className="figure-action">{props.action(figure)}</span> : null}
          {props.hasBars ? (
            <i aria-hidden="true" className="figure-bar">
              <b style={{ width: `${(figure.count / most) * 100}%` }} />
            </i>
          ) : null}
          <Kinds figure={figure} />
        </li>
      ))}
    </ul>
  );
}

/** The lists behind the number a chart's title tells, kind by kind. */
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
