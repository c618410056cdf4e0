import { expect, test } from 'vitest';
import { EVERY_GROUP, groupsOfRoles, hiddenField, looked, masked } from './readonlyRules.ts';

test('roles see together what each of them sees; one without a setting sees everything', () => {
  const views = [
    { roleId: '1', groups: ['usage'] },
    { roleId: '2', groups: ['package', 'session'] },
    { roleId: '3', groups: [] },
  ];
  expect([...groupsOfRoles(['1', '2'], views)]).toEqual(['package', 'usage', 'session']);
  expect([...groupsOfRoles(['3'], views)]).toEqual([]);
  expect([...groupsOfRoles(['3', '9'], views)]).toEqual([...EVERY_GROUP]);
});

test('numbers keep their ends only', () => {
  expect(masked('89860600000000000013')).toBe('898606**********0013');
  expect(masked('1064123')).toBe('10*****');
});

test('what a group hides is empty, and cannot be asked for either', () => {
  const row = { iccid: '89860600000000000013', flowUsed: '1', packageName: 'A', lifecycle: 'activated' };
  const seen = { groups: new Set(['usage'] as const), isMasked: false };
  expect(looked(row, seen)).toMatchObject({
    iccid: row.iccid,
    flowUsed: '1',
    packageName: null,
    lifecycle: 'activated',
  });
  expect(hiddenField(['lifecycle', 'packageEndsAt'], seen.groups)).toBe('packageEndsAt');
  expect(hiddenField(['flowUsed', 'iccid'], seen.groups)).toBeUndefined();
});
