import { text } from '@cardinal/primitives/text.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import { useText } from '@cardinal/ui/language.tsx';
import type { CSSProperties, DragEvent, HTMLAttributes } from 'react';
import type { SortOrder } from '../listState.ts';
import type { TableColumn } from './DataTable.tsx';

const SORT = text('按{title}排序', 'Sort by {title}');
const ARIA_SORT = { ascending: 'ascending', descending: 'descending' } as const;

export const cellClass = <Row,>(column: TableColumn<Row>) =>
  classNames(column.isNumeric && 'is-numeric', column.pinned && `is-pinned is-pinned-${column.pinned}`);

const DRAGGED = 'text/x-column';

/** A head that is dragged to the place of another and takes what is dragged to its own. */
const draggedHead = (key: string, onMove: (key: string, to: string) => void): HTMLAttributes<HTMLElement> => {
  const mark = (event: DragEvent<HTMLElement>, isOver: boolean) => {
    if (!event.dataTransfer.types.includes(DRAGGED)) return;
    event.preventDefault();
    event.currentTarget.toggleAttribute('data-over', isOver);
  };
  return {
    draggable: true,
    onDragStart: (event) => {
      event.dataTransfer.setData(DRAGGED, key);
      event.dataTransfer.effectAllowed = 'move';
    },
    onDragOver: (event) => mark(event, true),
    onDragLeave: (event) => mark(event, false),
    onDrop: (event) => {
      mark(event, false);
      const dragged = event.dataTransfer.getData(DRAGGED);
      if (dragged && dragged !== key) onMove(dragged, key);
    },
  };
};

export function HeadCell<Row>(props: {
  column: TableColumn<Row>;
  order: SortOrder;
  style: CSSProperties | undefined;
  onSort: ((key: string) => void) | undefined;
  onMove: ((key: string, to: string) => void) | undefined;
}) {
  const { column, order, onSort } = props;
  const t = useText();
  const onMove = column.pinned ? undefined : props.onMove;
  return (
    <th
      scope="col"
      className={cellClass(column)}
      style={props.style}
      title={column.help}
      aria-sort={order ? ARIA_SORT[order] : undefined}
      {...(onMove ? draggedHead(column.key, onMove) : {})}
    >
      {column.canSort && onSort ? (
        <button
          type="button"
          className={classNames('sort', order && `is-${order}`)}
          title={t(SORT, { title: column.title })}
          onClick={() => onSort(column.key)}
        >
          {column.title}
          <svg aria-hidden="true" width="8" height="12" viewBox="0 0 8 12">
            <path className="sort-up" d="M4 1 7.2 5H.8z" />
            <path className="sort-down" d="M4 11 .8 7h6.4z" />
          </svg>
        </button>
      ) : (
        column.title
      )}
    </th>
  );
}
