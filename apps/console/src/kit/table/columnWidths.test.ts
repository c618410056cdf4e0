import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitted, folded, type WideColumn, widthOfAll } from './columnWidths.ts';

const column = (key: string, width: number, pinned?: 'left' | 'right'): WideColumn => ({
  key,
  title: key,
  width,
  ...(pinned ? { pinned } : {}),
});
const widths = (columns: readonly WideColumn[]) => columns.map(({ width }) => width);
const TABLE = [
  column('iccid', 200, 'left'),
  column('a', 100),
  column('b', 100),
  column('c', 100),
  column('do', 80, 'right'),
];

it('leaves alone what has room, and what is not measured yet', () => {
  expect(folded(TABLE, 580)).toBe(TABLE);
  expect(folded(TABLE, 0)).toBe(TABLE);
});

it('lets those in sight end at the edge; pinned ones and those behind it stay as they are', () => {
  expect(widths(folded(TABLE, 530))).toEqual([200, 125, 125, 100, 80]);
  expect(widths(folded(TABLE, 200))).toEqual(widths(TABLE));
});

it('never cuts a column at the edge', () => {
  const some = fc.array(fc.integer({ min: 60, max: 300 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(some, fc.integer({ min: 1, max: 2_000 }), (given, room) => {
      const columns = given.map((width, at) => column(String(at), width));
      const fit = folded(columns, room);
      const ends = fit.map((_, at) => widthOfAll(fit.slice(0, at + 1)));
      if (widthOfAll(columns) <= room || (given[0] ?? 0) > room) expect(fit).toEqual(columns);
      else expect(ends).toContain(room);
    }),
  );
});

it('is as wide as its content, where a bound allows it', () => {
  const columns = [column('number', 100), { ...column('remark', 140), most: 232 }, column('unknown', 90)];
  const content = new Map([
    ['number', 187],
    ['remark', 900],
  ]);
  expect(widths(fitted(columns, content))).toEqual([187, 232, 90]);
  expect(widths(fitted(columns, new Map([['number', 64]])))).toEqual([64, 140, 90]);
});
