import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { listPackageOrderRecords } from '@cardinal/contract/api/orders/packageOrders.ts';
import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { describe, expect, it } from 'vitest';
import {
  controlOf,
  nextSort,
  queryOf,
  readListState,
  recentFilter,
  recentStart,
  sameFilters,
  withFilter,
  writeListState,
} from './listState.ts';

const list = listCards as unknown as ListEndpoint;
const read = (query: string) => readListState(list, new URLSearchParams(query));

describe('an address', () => {
  it('is read and written back without its defaults', () => {
    const query = 'lifecycle=activated&lifecycle=stopped&remarkContains=%E4%BB%93&sort=iccid&pageNum=3&pageSize=50';
    const state = read(query);
    expect(state).toEqual({
      filters: { lifecycle: ['activated', 'stopped'], remarkContains: '仓' },
      sort: 'iccid',
      pageNum: 3,
      pageSize: 50,
    });
    expect([...writeListState(list, state)].sort()).toEqual([...new URLSearchParams(query)].sort());
    expect(writeListState(list, read('')).toString()).toBe('');
  });

  it.each([
    'pageNum=0',
    'pageNum=-1',
    'pageNum=1.5',
    'pageNum=abc',
    'pageNum=99999999',
    'pageSize=7',
    'sort=secret',
    'sort=-',
    'lifecycle=dead',
    'lifecycle=',
    'createdAtFrom=yesterday',
    'unknown=1',
    'customerId=0',
    'constructor=1&__proto__=2',
    'q=12',
  ])('edited by hand to %s asks for nothing strange', (query) => {
    expect(read(query)).toEqual({ filters: {}, sort: '-createdAt', pageNum: 1, pageSize: 20 });
  });

  it('keeps what is good beside what is not', () => {
    expect(read('lifecycle=dead&remarkContains=x&pageNum=nine').filters).toEqual({ remarkContains: 'x' });
  });

  it('the filters of the screen win over those of the address', () => {
    expect(queryOf(read('kind=2&lifecycle=stopped'), { kind: ['1'] })).toMatchObject({
      kind: ['1'],
      lifecycle: 'stopped',
    });
  });
});

describe('a list that shows the last days first', () => {
  const records = listPackageOrderRecords as unknown as ListEndpoint;
  const of = (query: string) => recentFilter(records, readListState(records, new URLSearchParams(query)));
  const recent = { createdAtFrom: recentStart() };

  it.each(['', 'usageState=1', 'packageNameContains=x&pageNum=2'])('does so with «%s»', (query) => {
    expect(of(query)).toEqual(recent);
  });

  it.each([
    'orderNo=P1',
    'iccid=898601',
    'businessNumber=1064912345678',
    'identifiers=898601',
    'createdAtTo=2026-01-01T00:00:00Z',
    'endsAtFrom=2026-01-01T00:00:00Z',
    'period=all',
  ])('does not cut what «%s» asks for', (query) => {
    expect(of(query)).toEqual({});
  });

  it('says in its address that everything is shown; other lists know no such thing', () => {
    const state = readListState(records, new URLSearchParams('period=all'));
    expect(writeListState(records, state).toString()).toBe('period=all');
    expect(read('period=all')).not.toHaveProperty('isAllTime');
    expect(recentFilter(list, read(''))).toEqual({});
  });
});

it('knows when filters were changed and not searched', () => {
  expect(sameFilters({ a: '1', b: ['2'] }, { b: '2', a: '1' })).toBe(true);
  expect(sameFilters({ a: '1' }, { a: '2' })).toBe(false);
  expect(withFilter({ a: '1', b: '2' }, 'a', '')).toEqual({ b: '2' });
  expect(withFilter({ a: '1' }, 'b', [])).toEqual({ a: '1' });
});

it('a header turns down, up and back', () => {
  expect(nextSort('-createdAt', 'iccid', '-createdAt')).toBe('-iccid');
  expect(nextSort('-iccid', 'iccid', '-createdAt')).toBe('iccid');
  expect(nextSort('iccid', 'iccid', '-createdAt')).toBe('-createdAt');
  expect(nextSort('seq', 'seq', 'seq')).toBe('-seq');
});

it.each([
  ['lifecycle', { kind: 'choices', key: 'lifecycle' }],
  ['iccid', { kind: 'text', key: 'iccidContains' }],
  ['createdAt', { kind: 'times', from: 'createdAtFrom', to: 'createdAtTo' }],
  ['flowUsed', { kind: 'numbers', from: 'flowUsedFrom', to: 'flowUsedTo' }],
  ['customerId', undefined],
  ['tags', undefined],
  ['pending', undefined],
] as const)('%s is asked for by %j', (name, control) => {
  expect(controlOf(name, listCards.fields[name])).toEqual(control);
});
