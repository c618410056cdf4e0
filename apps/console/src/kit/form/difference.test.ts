import { expect, it } from 'vitest';
import { isSame, keptOf, mergeDraft } from './difference.ts';

const base = { id: '1', version: 1, name: '1 GB', sort: 10, remark: null, tags: ['a'] };

it('keeps what was typed, and takes over what was not touched', () => {
  const draft = { ...base, name: '1 GB 月', sort: 10 };
  const theirs = { ...base, version: 2, name: '1 GB new', sort: 20 };
  const merged = mergeDraft<Record<string, unknown>>(base, draft, theirs, ['name', 'sort', 'remark', 'tags']);
  expect(merged.draft).toEqual({ ...base, version: 2, name: '1 GB 月', sort: 20 });
  expect(merged.differing).toEqual([
    { name: 'name', theirs: '1 GB new', yours: '1 GB 月' },
    { name: 'sort', theirs: 20, yours: 10 },
  ]);
  expect(merged.differing.map((each) => keptOf(merged.draft[each.name], each))).toEqual(['yours', 'theirs']);
});

it('says nothing of fields that only the draft changed, or that both changed alike', () => {
  const draft = { ...base, sort: '20', remark: 'mine' };
  const merged = mergeDraft<Record<string, unknown>>(base, draft, { ...base, version: 5, sort: 20 }, [
    'name',
    'sort',
    'remark',
  ]);
  expect(merged.differing).toEqual([]);
  expect(merged.draft).toEqual({ ...draft, version: 5 });
});

it('takes over what no field shows, and keeps what the record does not have', () => {
  const theirs = { ...base, version: 3, tags: ['b'] };
  const merged = mergeDraft<Record<string, unknown>>(base, { ...base, password: 'typed' }, theirs, ['name']);
  expect(merged).toEqual({ draft: { ...theirs, password: 'typed' }, differing: [] });
});

it('lists the differing fields in the order of the form', () => {
  const theirs = { ...base, name: 'a', sort: 2, remark: 'b' };
  const { differing } = mergeDraft<Record<string, unknown>>(base, base, theirs, ['remark', 'sort', 'name']);
  expect(differing.map(({ name }) => name)).toEqual(['remark', 'sort', 'name']);
});

it('compares values, not their notation', () => {
  expect(isSame(null, '')).toBe(true);
  expect(isSame('30', 30)).toBe(true);
  expect(isSame(new Set(['b', 'a']), new Set(['a', 'b']))).toBe(true);
  expect(isSame({ a: 1, b: [2] }, { b: ['2'], a: '1' })).toBe(true);
  expect(isSame(['a', 'b'], ['b', 'a'])).toBe(false);
  expect(isSame(false, '')).toBe(false);
});
