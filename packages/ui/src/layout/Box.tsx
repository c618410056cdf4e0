import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { reachedByKeys } from '../reachedByKeys.ts';
import { PADDING, type PartProps, part, type Space } from './part.ts';

type BoxProps = PartProps & {
  padding?: Space;
  /** The background of table headers instead of the surface. */
  isWell?: boolean;
  /** Lines between its children, which have their own padding. */
  isDivided?: boolean;
};

/** A framed part of a screen without a header; with one use `Panel`. */
export function Box(props: BoxProps) {
  const { padding, isWell, isDivided, ...rest } = props;
  const room = padding ?? (isDivided ? 'none' : 'm');
  return part('div', classNames('box', PADDING[room], isWell && 'well', isDivided && 'divided'), rest);
}

/** A part beside the content that stays visible while it scrolls: choices, a tree. */
export function Pane(props: PartProps & { isTall?: boolean }) {
  const { isTall, ...rest } = props;
  return part('nav', classNames('box', 'pane', isTall && 'tall'), rest);
}

const HEIGHT = { s: 'height-s', m: 'height-m', l: 'height-l', screen: 'height-screen' } as const;

/** Scrolls content taller than 160, 320 or 480 px or than the window; keyboard-focusable while it scrolls. */
export function ScrollBox(props: PartProps & { height?: keyof typeof HEIGHT; isFramed?: boolean }) {
  const { height, isFramed, ...rest } = props;
  return part('div', classNames('scroll', height && HEIGHT[height], isFramed && 'box'), {
    ref: reachedByKeys,
    ...rest,
  });
}

/** Code or a message as it was sent; long lines wrap, and a long text scrolls. */
export function CodeBox(props: { children: ReactNode }) {
  return (
    <pre className="code-box scroll height-m" ref={reachedByKeys}>
      {props.children}
    </pre>
  );
}
