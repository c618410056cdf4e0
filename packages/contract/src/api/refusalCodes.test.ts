import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { allRefusals, type Refusal } from '../framework/refusal.ts';
import '../framework/standardRefusals.ts';
import { GIVEN_CODES } from './refusalCodes.testdata.ts';
import { REFUSAL_BLOCKS, type RefusingRoom, refusalsOf } from './refusalCodes.ts';

const roomOf = new Map<unknown, string>();
for (const path of globSync('*/*.ts', { cwd: import.meta.dirname })) {
  const declared = Object.values((await import(join(import.meta.dirname, path))) as object);
  for (const value of declared) roomOf.set(value, dirname(path));
}
const isOwnNumber = (room: string, { code }: Refusal) =>
  (REFUSAL_BLOCKS[room as RefusingRoom] ?? []).some(
    ([from, to]) => from <= Number(code.slice(3)) && Number(code.slice(3)) <= to,
  );

test('a code that was given keeps its meaning', () => {
  const codes = Object.fromEntries(allRefusals().map(({ code, name }) => [code, name]));
  expect(codes).toMatchObject(GIVEN_CODES);
});

test('a room declares the refusals of its own block', () => {
  const wrong = allRefusals().filter((each) => {
    const room = roomOf.get(each);
    return room !== undefined && !isOwnNumber(room, each);
  });
  expect(wrong.map(({ code, name }) => `${code} ${name}`)).toEqual([]);
});

test('a number outside the block of the room is not given', () => {
  expect(() => refusalsOf('esim').conflict(901, 'notOurs', '不属于', 'Not ours')).toThrow(/outside the block of esim/);
});

test('a code is not given twice', () => {
  const taken = refusalsOf('esim');
  expect(() => taken.notFound(1401, 'chipNotFoundAgain', '不存在', 'Not found')).toThrow(/declared twice/);
});
