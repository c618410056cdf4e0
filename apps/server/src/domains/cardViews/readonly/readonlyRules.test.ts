import { expect, test } from 'vitest';
import { groupsOfRoles, hiddenFields, looked, UNSET } from './readonlyRules.ts';

test('roles see together what each of them sees; one without a setting sees all but the location', () => {
  const views = [
    { roleId: '1', groups: ['usage'] },
    { roleId: '2', groups: ['package', 'session'] },
    { roleId: '3', groups: [] },
    { roleId: '4', groups: ['location'] },
  ];
  expect(UNSET.has('location')).toBe(false);
  expect(groupsOfRoles(['4', '9'], views).has('location')).toBe(true);
  expect([...groupsOfRoles(['1', '2'], views)]).toEqual(['package', 'usage', 'session']);
  expect([...groupsOfRoles(['3'], views)]).toEqual([]);
  expect([...groupsOfRoles(['3', '9'], views)]).toEqual([...UNSET]);
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
  const hidden = hiddenFields(seen.groups);
  expect(hidden).toContain('packageEndsAt');
  for (const shown of ['lifecycle', 'flowUsed', 'iccid']) expect(hidden).not.toContain(shown);
});
