import { system } from '@cardinal/contract/routes/sections/system.ts';
import { expect, it } from 'vitest';
import { groupedBySubject } from './systemGroups.ts';

it('every screen of the section stands in one of the four groups, in the order of the menu', () => {
  const groups = groupedBySubject(system.screens);
  expect(groups.map(({ key }) => key)).toEqual(['access', 'carriers', 'messages', 'base']);
  expect(groups.flatMap(({ entries }) => entries)).toHaveLength(system.screens.length);
  expect(groups.at(-1)?.entries.map(({ path }) => path)).toContain('/system/dataDictionary');
  expect(groups[0]?.entries[0]?.path).toBe('/system/menu');
});

it('a group of which the account may open nothing is not shown', () => {
  expect(groupedBySubject([{ path: '/system/smsConfig' }]).map(({ key }) => key)).toEqual(['messages']);
});
