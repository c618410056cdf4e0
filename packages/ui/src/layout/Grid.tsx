import { classNames } from '../classNames.ts';
import { GAP, type PartProps, part, type Space } from './part.ts';

const COLUMNS = {
  2: 'columns-2',
  3: 'columns-3',
  narrow: 'columns-narrow',
  medium: 'columns-medium',
  wide: 'columns-wide',
} as const;

/** Equal columns: a fixed number, or as many of a minimum width (112, 264 or 440 px) as fit. */
export function Grid(props: PartProps & { columns?: keyof typeof COLUMNS; gap?: Space; align?: 'start' }) {
  const { columns = 'medium', gap = 'm', align, ...rest } = props;
  return part('div', classNames('grid', COLUMNS[columns], GAP[gap], align && 'align-start'), rest);
}

/** In a `Grid`: spans two columns, or all with `all`. */
export function Wide(props: PartProps & { all?: boolean }) {
  const { all, ...rest } = props;
  return part('div', all ? 'wide-all' : 'wide', rest);
}

const SIDE = {
  auto: 'side-auto',
  xs: 'side-xs',
  s: 'side-s',
  m: 'side-m',
  l: 'side-l',
  third: 'side-third',
} as const;

/**
 * Two columns: a side as wide as its content (`auto`), of 96, 168, 232 or 360 px or a third, and the rest. The side is first,
 * or last with `isSideLast`; in a narrow space they are stacked.
 */
export function Columns(
  props: PartProps & { side?: keyof typeof SIDE; isSideLast?: boolean; gap?: Space; align?: 'center' | 'baseline' },
) {
  const { side = 'm', isSideLast, gap = 'l', align, ...rest } = props;
  return part(
    'div',
    classNames(
      'columns',
      SIDE[side],
      isSideLast && 'side-last',
      GAP[gap],
      align && (align === 'center' ? 'align-center' : 'align-baseline'),
    ),
    rest,
  );
}

/** Columns of their own widths, written as CSS writes them, that lines below each other share. */
export function Tracks(props: PartProps & { columns: string; gap?: Space; align?: 'center' }) {
  const { columns, gap = 's', align = 'start', ...rest } = props;
  const look = { style: { gridTemplateColumns: columns } };
  return part('div', classNames('grid', `align-${align}`, GAP[gap]), { ...rest, ...look });
}
