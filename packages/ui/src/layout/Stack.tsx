import { classNames } from '../classNames.ts';
import { GAP, type PartProps, part, type Space } from './part.ts';

type Place = 'start' | 'center' | 'end' | 'baseline' | 'stretch';
const ALIGN = {
  start: 'align-start',
  center: 'align-center',
  end: 'align-end',
  baseline: 'align-baseline',
  stretch: 'align-stretch',
} as const;
const JUSTIFY = { start: undefined, between: 'justify-between', end: 'justify-end', center: 'justify-center' } as const;

/** A vertical stack. `isDivided` draws lines between its children. */
export function Stack(props: PartProps & { gap?: Space; align?: Place; isDivided?: boolean }) {
  const { gap, align, isDivided, ...rest } = props;
  return part(
    'div',
    classNames('stack', gap ? GAP[gap] : !isDivided && GAP.m, align && ALIGN[align], isDivided && 'divided'),
    rest,
  );
}

/** A horizontal row that wraps. `isOneLine` keeps it on one line; `isWithin` makes it inline. */
export function Inline(
  props: PartProps & {
    gap?: Space;
    align?: Place;
    justify?: 'start' | 'between' | 'end' | 'center';
    isWithin?: boolean;
    isOneLine?: boolean;
  },
) {
  const { gap = 's', align, justify, isWithin, isOneLine, ...rest } = props;
  return part(
    'div',
    classNames(
      'inline',
      GAP[gap],
      align && ALIGN[align],
      justify && JUSTIFY[justify],
      isWithin && 'within',
      isOneLine && 'one-line',
    ),
    rest,
  );
}

/** In an `Inline`: moves the following children to its end. */
export const Spacer = () => <span className="spacer" />;
