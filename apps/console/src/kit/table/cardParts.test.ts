import { expect, it } from 'vitest';
import { cardParts } from './cardParts.ts';
import type { TableColumn } from './DataTable.tsx';

const column = (key: string, more: Partial<TableColumn<never>> = {}): TableColumn<never> => ({
  key,
  title: key,
  width: 100,
  cell: () => key,
  ...more,
});
const named = (columns: readonly (TableColumn<never> | undefined)[]) => columns.map((each) => each?.key).join(' ');

it('a card says what it is, its status and three facts, numbers of other kinds last', () => {
  const { main, status, facts, actions } = cardParts([
    column('iccid', { pinned: 'left' }),
    column('msisdn', { onCard: 'spare' }),
    column('carrier', { onCard: 'fact' }),
    column('state', { onCard: 'status' }),
    column('customer', { onCard: 'fact' }),
    column('used', { onCard: 'titled' }),
    column('remark', { onCard: 'fact' }),
    column('actions', { pinned: 'right' }),
  ]);
  expect(named([main, status])).toBe('iccid state');
  expect(named(facts)).toBe('carrier customer used');
  expect(named(actions)).toBe('actions');
});

it('a list of few columns shows them all', () => {
  const { main, status, facts } = cardParts([column('name'), column('msisdn', { onCard: 'spare' })]);
  expect(named([main, status, ...facts])).toBe('name  msisdn');
});
