import { expect, test } from 'vitest';
import { inUse, placed, remarkCode } from '../accounts/accountRules.ts';
import { choose, isFailing, objectionTo } from './routeRules.ts';

const account = (id: string, differing: object = {}) => ({
  id,
  is_enabled: true,
  least: null,
  most: null,
  day_most: null,
  ...differing,
});

test('an account takes amounts within its limits, the bounds included', () => {
  const limited = account('1', { least: '100', most: '500', day_most: '800' });
  expect(objectionTo(limited, 99n, 0n)).toBe('belowLeast');
  expect(objectionTo(limited, 100n, 0n)).toBeUndefined();
  expect(objectionTo(limited, 500n, 300n)).toBeUndefined();
  expect(objectionTo(limited, 500n, 301n)).toBe('dayFull');
  expect(objectionTo(limited, 501n, 0n)).toBe('aboveMost');
  expect(objectionTo({ ...limited, is_enabled: false }, 200n, 0n)).toBe('disabled');
});

test('a merchant that took its day’s most is passed over in every route, whatever the account allows', () => {
  const of = (merchant: string, most: string | null) =>
    account(merchant, { merchant_id: merchant, merchant_is_enabled: true, merchant_day_most: most });
  const collected = { accounts: new Map(), merchants: new Map([['7', 900n]]) };
  const accounts = [of('7', '1000'), of('8', null)];
  expect(choose(accounts, 100n, collected).chosen?.id).toBe('7');
  const { chosen, passedOver } = choose(accounts, 101n, collected);
  expect([chosen?.id, passedOver.map(({ why }) => why)]).toEqual(['8', ['merchantFull']]);
});

test('without an amount an account is full only where its least would not fit', () => {
  const limited = account('1', { least: '100', day_most: '800' });
  expect(objectionTo(limited, undefined, 700n)).toBeUndefined();
  expect(objectionTo(limited, undefined, 701n)).toBe('dayFull');
  expect(objectionTo(account('2', { day_most: '800' }), undefined, 800n)).toBe('dayFull');
});

test('the first that takes the amount is chosen, with the reason of each before it', () => {
  const accounts = [
    account('1', { is_enabled: false }),
    account('2', { most: '500' }),
    account('3', { day_most: '1000' }),
    account('4'),
  ];
  const collected = { accounts: new Map([['3', 900n]]), merchants: new Map<string, bigint>() };
  const { chosen, passedOver } = choose(accounts, 600n, collected);
  expect(chosen?.id).toBe('4');
  expect(passedOver.map(({ account: { id }, why }) => `${id} ${why}`)).toEqual([
    '1 disabled',
    '2 aboveMost',
    '3 dayFull',
  ]);
  expect(choose(accounts.slice(0, 2), 600n, collected).chosen).toBeUndefined();
});

test('a merchant fails with five of its latest calls unanswered, the newest among them', () => {
  const calls = (answered: string) => [...answered].map((each) => each === '+');
  expect(isFailing([])).toBe(false);
  expect(isFailing(calls('----'))).toBe(false);
  expect(isFailing(calls('-----'))).toBe(true);
  expect(isFailing(calls('+-----'))).toBe(false);
  expect(isFailing(calls('-+-+-+-+-'))).toBe(true);
});

test('in use is the first that is enabled; a place is changed without losing one', () => {
  const rows = [
    { id: 'a', is_enabled: false, position: 1 },
    { id: 'c', is_enabled: true, position: 3 },
    { id: 'b', is_enabled: true, position: 2 },
  ];
  expect(inUse(rows)?.id).toBe('b');
  expect(inUse(rows.slice(0, 1))).toBeUndefined();
  expect(placed(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b']);
  expect(placed(['a', 'b', 'c'], 'a', 3)).toEqual(['b', 'c', 'a']);
  expect(remarkCode('CZ-', 'AGENT-A')).toBe('CZ-AGENT-A');
  expect(remarkCode(null, 'AGENT-A')).toBe('AGENT-A');
});
