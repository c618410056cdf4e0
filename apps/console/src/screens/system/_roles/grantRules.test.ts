import { describe, expect, it } from 'vitest';
import { type GrantPage, leverState, makeAndApprove, withLever, withPermission } from './grantRules.ts';

const choice = (id: string, lever: 'see' | 'act' | 'export') => ({ id, zh: id, en: id, danger: null, lever });
const page: GrantPage = {
  path: '/x',
  zh: 'x',
  en: 'x',
  permissions: [
    choice('bill.view', 'see'),
    choice('bill.add', 'act'),
    choice('bill.check', 'act'),
    choice('bill.export', 'export'),
  ],
};

describe('levers', () => {
  it('say how much of them is given', () => {
    const grant = new Set(['bill.view', 'bill.add']);
    expect(leverState(page, 'see', grant)).toBe('all');
    expect(leverState(page, 'act', grant)).toBe('some');
    expect(leverState(page, 'export', grant)).toBe('none');
    expect(leverState({ ...page, permissions: [] }, 'export', grant)).toBe('absent');
  });

  it('acting brings seeing with it', () => {
    expect([...withPermission(page, 'bill.add', true, new Set())].sort()).toEqual(['bill.add', 'bill.view']);
    expect([...withLever(page, 'export', true, new Set())].sort()).toEqual(['bill.export', 'bill.view']);
  });

  it('without seeing nothing of the page is left, and nothing of others is lost', () => {
    const grant = new Set(['bill.view', 'bill.add', 'other.view']);
    expect([...withLever(page, 'see', false, grant)]).toEqual(['other.view']);
    expect([...withPermission(page, 'bill.add', false, grant)]).toEqual(['bill.view', 'other.view']);
  });

  it('a page without a lever of seeing keeps what is given', () => {
    const acting = { ...page, permissions: page.permissions.filter((each) => each.lever !== 'see') };
    expect([...withPermission(acting, 'bill.add', false, new Set(['bill.add', 'bill.export']))]).toEqual([
      'bill.export',
    ]);
  });
});

it('points at who could approve what he made', () => {
  expect(makeAndApprove([page], new Set(['bill.add', 'bill.check']))).toEqual([page]);
  expect(makeAndApprove([page], new Set(['bill.add', 'bill.export']))).toEqual([]);
});
