import type { TableColumn } from './DataTable.tsx';

const FACTS = 3;

/** The columns of a card: what it is called, its status, the first three facts in the order of the table, its actions. */
export function cardParts<Row>(columns: readonly TableColumn<Row>[]) {
  const moving = columns.filter(({ pinned }) => pinned !== 'right');
  const main = moving[0];
  const others = moving.slice(1);
  const status = others.find(({ onCard }) => onCard === 'status');
  const rank = ({ onCard }: TableColumn<Row>) => (onCard === 'spare' ? 1 : 0);
  const facts = others
    .filter((column) => column !== status)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, FACTS);
  return { main, status, facts, actions: columns.filter(({ pinned }) => pinned === 'right') };
}
