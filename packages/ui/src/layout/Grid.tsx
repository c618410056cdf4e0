import { classNames } from '../classNames.ts';
import { GAP, type PartProps, part, type Space } from './part.ts';

const COLUMNS = {
  2: 'columns-2',
  3: 'columns-3',
  narrow: 'columns-narrow',
  medium: 'columns-medium',
  wide: 'columns-wide',
} as const;

/** Equal columns: a number of them, or as many of a width (112, 264 or 440 px at least) as there is room for. */
export function Grid(props: PartProps & { columns?: keyof typeof COLUMNS; gap?: Space; align?: 'start' }) {
  const { columns = 'medium', gap = 'm', align, ...rest } = props;
  return part('div', classNames('grid', COLUMNS[columns], GAP[gap], align && 'align-start'), rest);
}

/** In a `Grid`: takes two columns, or with `all` the whole line. */
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
 * Two columns: a side as wide as its content (`auto`), of 96, 168, 232 or 360 px or of a third, and the rest. The side
 * comes first, or last with `isSideLast`; where there is no room they stand below each other.
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
export function Tracks(props: PartProps & { columns: string; gap?: Space }) {
  const { columns, gap = 's', ...rest } = props;
  const look = { style: { gridTemplateColumns: columns } };
  return part('div', classNames('grid', 'align-start', GAP[gap]), { ...rest, ...look });
}
