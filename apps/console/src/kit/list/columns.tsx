import type { Field } from '@cardinal/contract/framework/fields.ts';
import type { ListEndpoint, RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns } from '@cardinal/contract/words.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Say } from '@cardinal/ui/language.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import type { ReactNode } from 'react';
import { can } from '../../shell/permissions.ts';
import { choicesWidth, defaultCell, isNumericField, type Looks, mostOf, Nothing, widthOf } from '../table/cells.tsx';
import { CELL_PADDING } from '../table/columnWidths.ts';
import type { TableColumn } from '../table/DataTable.tsx';
import { actionsWidth, type RowAction, RowActions } from '../table/RowActions.tsx';

const ACTIONS = nouns.actions;

type FieldName<E extends ListEndpoint> = keyof E['fields'] & string;

/** A column of a field, or the screen's own column with a title. Omitted properties follow from the field. */
export type ColumnSpec<E extends ListEndpoint> =
  | FieldName<E>
  | ({
      readonly title?: Text;
      readonly width?: number;
      readonly pinned?: 'left' | 'right';
      readonly isNumeric?: boolean;
      /** On its head; that of its field unless said. */
      readonly help?: Text;
      /** Offered in the column settings, hidden by default. */
      readonly isOff?: boolean;
      readonly cell?: (row: RowOf<E>) => ReactNode;
    } & (
      | { readonly field: FieldName<E> }
      | { readonly key: string; readonly title: Text; readonly cell: (row: RowOf<E>) => ReactNode }
    ));

export type ReadyColumn<Row> = TableColumn<Row> & { readonly isOff: boolean };

const currencyOf = (row: object): string | undefined => {
  const { currency } = row as { currency?: unknown };
  return typeof currency === 'string' ? currency : undefined;
};
/** The one currency of all rows, shown once in the header. Undefined where they differ or have none. */
export function sharedCurrency(rows: readonly object[]): string | undefined {
  const [first] = rows;
  const currency = first && currencyOf(first);
  return currency && rows.every((row) => currencyOf(row) === currency) ? currency : undefined;
}

/** A screen's own cell may hold several facts. */
const MOST_OF_OWN = 360;
const mostIn = (field: Field | undefined, wanted: number): number | undefined => {
  const most = field ? mostOf(field) : MOST_OF_OWN;
  return most && Math.max(most, wanted);
};

const ALONE = new Set<Field['kind']>(['text', 'enumeration', 'enumerations', 'identifier']);
const SPARE = new Set<Field['kind']>(['identifier', 'labels', 'id', 'object']);
/** A state is drawn; a word, and a figure the screen draws, say themselves what they mean; others need their title. */
function onCardOf(field: Field | undefined, isDrawn: boolean): TableColumn<never>['onCard'] {
  if (!field) return 'titled';
  if (field.kind === 'enumeration' && isDrawn) return 'status';
  return SPARE.has(field.kind)
    ? 'spare'
    : ALONE.has(field.kind) || (isDrawn && isNumericField(field))
      ? 'fact'
      : 'titled';
}

/** The columns for the table, without those whose permission is missing. `shared`: the currency of all rows. */
export function readyColumns<E extends ListEndpoint>(
  list: E,
  specs: readonly ColumnSpec<E>[],
  looks: Readonly<Record<string, Looks>>,
  say: Say,
  shared?: string,
): ReadyColumn<RowOf<E>>[] {
  const moneyOf = (row: RowOf<E>, minor: unknown): ReactNode => {
    const currency = currencyOf(row as object);
    if (typeof minor !== 'string') return <Nothing />;
    return <Money minor={minor} {...(currency ? { currency, showCurrency: currency !== shared } : {})} />;
  };
  return specs.flatMap((spec): ReadyColumn<RowOf<E>>[] => {
    const own = typeof spec === 'string' ? { field: spec } : spec;
    const name = 'field' in own ? own.field : undefined;
    const field = name === undefined ? undefined : list.fields[name];
    if (field?.permission && !can(field.permission)) return [];
    const title = ('title' in own ? own.title : undefined) ?? field?.label;
    const key = name ?? ('key' in own ? own.key : '');
    const help = ('help' in own ? own.help : undefined) ?? field?.help;
    const draw = 'cell' in own ? own.cell : undefined;
    const wanted = ('width' in own ? own.width : undefined) ?? (field ? widthOf(field) : 140);
    // The texts of an enumeration are known in advance, in both languages.
    const words = field && name !== undefined && !draw ? choicesWidth(field, looks[name], say) + CELL_PADDING : 0;
    return [
      {
        key,
        title: title ? `${say(title)}${field?.kind === 'money' && shared ? ` (${shared})` : ''}` : '',
        width: Math.max(wanted, words),
        most: mostIn(field, wanted),
        isNumeric: ('isNumeric' in own ? own.isNumeric : undefined) ?? (field ? isNumericField(field) : false),
        canSort: field?.sortable ?? false,
        isOff: ('isOff' in own ? own.isOff : undefined) ?? false,
        help: help && say(help),
        onCard: onCardOf(field, draw !== undefined || (name !== undefined && looks[name] !== undefined)),
        cell:
          draw ??
          ((row) => {
            if (!field || name === undefined) return null;
            const value = (row as Record<string, unknown>)[name];
            return field.kind === 'money' ? moneyOf(row, value) : defaultCell(field, value, looks[name]);
          }),
        ...('pinned' in own && own.pinned ? { pinned: own.pinned } : {}),
      },
    ];
  });
}

/** The last column: the actions on a row. It is omitted where no row has any. */
export function actionsColumn<Row>(
  actions: (row: Row) => readonly RowAction[],
  rows: readonly Row[],
  say: Say,
  least = 0,
): ReadyColumn<Row>[] {
  const width = Math.max(0, ...rows.map((row) => actionsWidth(actions(row))));
  if (width === 0) return [];
  return [
    {
      key: '__actions',
      title: say(ACTIONS),
      width: Math.max(width + CELL_PADDING, least),
      pinned: 'right',
      isOff: false,
      cell: (row) => <RowActions actions={actions(row)} />,
    },
  ];
}
