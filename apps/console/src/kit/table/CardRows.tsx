import { useText } from '@cardinal/ui/language.tsx';
import { Box } from '@cardinal/ui/layout/Box.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { cardParts } from './cardParts.ts';
import { type TableColumn, type TableProps, TICKS } from './DataTable.tsx';
import { ActionsShown } from './RowActions.tsx';
import { isSelected, pageTick, select } from './selection.ts';

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

/** A fact on one line; its title, or a name, gives way where there is too little room, a figure never. */
function Fact<Row>({ column, row }: { column: TableColumn<Row>; row: Row }) {
  if (column.onCard === 'fact') {
    return (
      <Span isCut={!column.isNumeric} isOneLine>
        <span className="only-heard">{column.title} </span>
        {column.cell(row)}
      </Span>
    );
  }
  return (
    <Inline as="span" isOneLine gap="xs">
      <Span isCut size="s">
        {column.title}
      </Span>
      <Span isOneLine>{column.cell(row)}</Span>
    </Inline>
  );
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
  const sums = columns.filter(({ key }) => props.summary?.[key]);
  return (
    <ActionsShown value={0}>
      {selection && onSelect && rows.length > 0 ? (
        <Inline size="m" ink="secondary" as="label">
          <Tick
            name={t(TICKS.page)}
            isPicked={pageTick(selection, page) === 'all'}
            onTick={(isPicked) => onSelect(select(selection, page, isPicked, page))}
          />
          {t(TICKS.page)}
        </Inline>
      ) : null}
      <Box as="ul" isDivided size="m" aria-busy={props.isBusy}>
        {rows.map((row, at) => {
          const id = page[at] ?? '';
          return (
            <Stack as="li" key={id} gap="xs">
              <Inline isOneLine>
                {selection ? (
                  <Tick
                    name={t(TICKS.row, { name: props.rowName?.(row) ?? id })}
                    isPicked={isSelected(selection, id)}
                    onTick={(isPicked, withShift) => props.onTick(id, isPicked, withShift)}
                  />
                ) : null}
                <Span grows isCut>
                  {main?.cell(row)}
                </Span>
                {status ? <span>{status.cell(row)}</span> : null}
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
