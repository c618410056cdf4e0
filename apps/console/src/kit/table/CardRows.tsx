import { text } from '@cardinal/primitives/text.ts';
import { ChevronDownIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Box } from '@cardinal/ui/layout/Box.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { MenuButton } from '@cardinal/ui/MenuButton.tsx';
import { cardParts } from './cardParts.ts';
import { type TableColumn, type TableProps, TICKS } from './DataTable.tsx';
import { ActionsShown } from './RowActions.tsx';
import { isSelected, pageTick, select } from './selection.ts';

const SORT = text('排序', 'Sort');
/** Whoever speaks to the browser says what is written on the button. */
const SORTED = text('排序：{by}', 'Sort: {by}');
const ARROWS = { ascending: '↑', descending: '↓' } as const;

/** What the heads of a table do: a pick of the same column turns its order, then leaves it. */
function SortMenu<Row>(props: Pick<TableProps<Row>, 'columns' | 'orderOf'> & { onSort: (key: string) => void }) {
  const t = useText();
  const choices = props.columns.filter(({ canSort }) => canSort);
  const arrowOf = (key: string) => {
    const order = props.orderOf?.(key);
    return order && ARROWS[order];
  };
  const current = choices.find(({ key }) => arrowOf(key));
  if (choices.length === 0) return null;
  const by = current && `${current.title} ${arrowOf(current.key)}`;
  return (
    <MenuButton
      label={by ? t(SORTED, { by }) : t(SORT)}
      className="button"
      items={choices.map(({ key, title }) => ({
        key,
        label: title,
        isChecked: arrowOf(key) !== undefined,
        hint: arrowOf(key) ?? '',
        onPick: () => props.onSort(key),
      }))}
    >
      {by ?? t(SORT)}
      <ChevronDownIcon size={12} />
    </MenuButton>
  );
}

function Tick(props: { name: string; isPicked: boolean; onTick: (isPicked: boolean, withShift: boolean) => void }) {
  return (
    <span className="tick">
      <input
        type="checkbox"
        aria-label={props.name}
        checked={props.isPicked}
        onChange={(event) => props.onTick(event.target.checked, (event.nativeEvent as MouseEvent).shiftKey === true)}
      />
    </span>
  );
}

/** A fact on one line; its title, or words, give way where there is too little room, long ones first, a figure never. */
function Fact<Row>({ column, row }: { column: TableColumn<Row>; row: Row }) {
  const isTitled = column.onCard !== 'fact';
  const line = (
    <Inline as="span" isOneLine gap={isTitled ? 'xs' : 'none'}>
      {isTitled ? (
        <Span isCut size="s">
          {column.title}
        </Span>
      ) : (
        <span className="only-heard">{column.title} </span>
      )}
      <Span isCut={!column.isNumeric} isOneLine>
        {column.cell(row)}
      </Span>
    </Inline>
  );
  return column.isNumeric ? line : <span className="card-words">{line}</span>;
}

/** The rows of a table where it is too narrow for columns: a card of two lines each. */
export default function CardRows<Row>(
  props: Omit<TableProps<Row>, 'page'> & {
    page: readonly string[];
    onTick: (id: string, isPicked: boolean, withShift: boolean) => void;
  },
) {
  const t = useText();
  const { rows, columns, selection, onSelect, page } = props;
  const { main, status, facts, actions } = cardParts(columns);
  // Beside a number the reasons of a status wrap; a name is cut instead.
  const isNumber = main?.onCard === 'spare';
  const sums = columns.filter(({ key }) => props.summary?.[key]);
  return (
    <ActionsShown value={0}>
      {rows.length > 0 ? (
        <Inline size="m" ink="secondary" justify="between">
          {selection && onSelect ? (
            <Inline as="label">
              <Tick
                name={t(TICKS.page)}
                isPicked={pageTick(selection, page) === 'all'}
                onTick={(isPicked) => onSelect(select(selection, page, isPicked, page))}
              />
              {t(TICKS.page)}
            </Inline>
          ) : (
            <span />
          )}
          {props.onSort ? <SortMenu columns={columns} orderOf={props.orderOf} onSort={props.onSort} /> : null}
        </Inline>
      ) : null}
      <Box as="ul" isDivided size="m" aria-busy={props.isBusy}>
        {rows.map((row, at) => {
          const id = page[at] ?? '';
          return (
            <Stack as="li" key={id} gap="xs">
              <Inline isOneLine gap="xs">
                {selection ? (
                  <Tick
                    name={t(TICKS.row, { name: props.rowName?.(row) ?? id })}
                    isPicked={isSelected(selection, id)}
                    onTick={(isPicked, withShift) => props.onTick(id, isPicked, withShift)}
                  />
                ) : null}
                <Span grows={!isNumber} isCut>
                  {main?.cell(row)}
                </Span>
                {status || isNumber ? <span className={isNumber ? 'card-status' : ''}>{status?.cell(row)}</span> : null}
                {actions.map((column) => (
                  <span key={column.key}>{column.cell(row)}</span>
                ))}
              </Inline>
              <Inline isOneLine gap="m" ink="secondary">
                {facts.map((column) => (
                  <Fact key={column.key} column={column} row={row} />
                ))}
              </Inline>
            </Stack>
          );
        })}
      </Box>
      {sums.length > 0 && rows.length > 0 ? (
        <Inline gap="m" weight="strong" size="m">
          {sums.map(({ key, title }) => (
            <span key={key}>
              <small>{title}</small> {props.summary?.[key]}
            </span>
          ))}
        </Inline>
      ) : null}
    </ActionsShown>
  );
}
