import { createElement, type HTMLAttributes, type Ref } from 'react';
import { classNames } from '../classNames.ts';

/** The one scale of distances: 0, 4, 8, 12, 16 and 24 px. */
export type Space = 'none' | 'xs' | 's' | 'm' | 'l' | 'xl';
/** Text colours; inherited by default. */
export type Ink = 'ink' | 'secondary' | 'faint' | 'primary' | 'success' | 'warning' | 'danger';
/** 12, 13, 14, 16, 20 and 24 px. */
export type TextSize = 's' | 'm' | 'base' | 'l' | 'xl' | 'xxl';
export type Weight = 'normal' | 'medium' | 'strong';
/** The maximum width of a part: 72, 128, 176, 240, 340, 560 and 800 px. */
export type Width = 'xxs' | 'xs' | 's' | 'm' | 'l' | 'xl' | 'xxl';

type Tag =
  | 'div'
  | 'section'
  | 'article'
  | 'header'
  | 'footer'
  | 'nav'
  | 'aside'
  | 'form'
  | 'search'
  | 'fieldset'
  | 'legend'
  | 'label'
  | 'ul'
  | 'ol'
  | 'li'
  | 'dl'
  | 'dt'
  | 'dd'
  | 'figure'
  | 'figcaption'
  | 'details'
  | 'p'
  | 'span'
  | 'small'
  | 'b'
  | 'strong'
  | 'em'
  | 'code'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'td'
  | 'th'
  | 'time'
  | 'output';

/** The props of every layout part. Parts take no class names or styles from callers, only tokens. */
export type PartProps = Omit<HTMLAttributes<HTMLElement>, 'className' | 'style' | 'color'> & {
  readonly as?: Tag;
  readonly ref?: Ref<HTMLElement>;
  readonly htmlFor?: string;
  readonly noValidate?: boolean;
  readonly above?: Space;
  readonly below?: Space;
  readonly ink?: Ink | undefined;
  readonly size?: TextSize;
  readonly weight?: Weight;
  readonly width?: Width;
  /** Fills the remaining width. */
  readonly grows?: boolean;
};

const ABOVE = { none: 'above-none', xs: 'above-xs', s: 'above-s', m: 'above-m', l: 'above-l', xl: 'above-xl' } as const;
const BELOW = { none: 'below-none', xs: 'below-xs', s: 'below-s', m: 'below-m', l: 'below-l', xl: 'below-xl' } as const;
const SIZE = { s: 'size-s', m: 'size-m', base: 'size-base', l: 'size-l', xl: 'size-xl', xxl: 'size-xxl' } as const;
const WEIGHT = { normal: 'weight-normal', medium: 'weight-medium', strong: 'weight-strong' } as const;
const WIDTH = {
  xxs: 'width-xxs',
  xs: 'width-xs',
  s: 'width-s',
  m: 'width-m',
  l: 'width-l',
  xl: 'width-xl',
  xxl: 'width-xxl',
} as const;
const INK = {
  ink: 'ink-full',
  secondary: 'ink-secondary',
  faint: 'ink-faint',
  primary: 'ink-primary',
  success: 'ink-success',
  warning: 'ink-warning',
  danger: 'ink-danger',
} as const;

export const GAP = { none: 'gap-none', xs: 'gap-xs', s: 'gap-s', m: 'gap-m', l: 'gap-l', xl: 'gap-xl' } as const;
export const PADDING = { none: 'pad-none', xs: 'pad-xs', s: 'pad-s', m: 'pad-m', l: 'pad-l', xl: 'pad-xl' } as const;

/** Renders a part: class names of its kind and tokens; other props are passed to the element. */
export function part(tag: Tag, kind: string, props: PartProps) {
  const { as, above, below, ink, size, weight, width, grows, ...rest } = props;
  const className = classNames(
    kind,
    above && ABOVE[above],
    below && BELOW[below],
    ink && INK[ink],
    size && SIZE[size],
    weight && WEIGHT[weight],
    width && WIDTH[width],
    grows && 'grows',
  );
  return createElement<HTMLAttributes<HTMLElement>>(as ?? tag, className === '' ? rest : { ...rest, className });
}
