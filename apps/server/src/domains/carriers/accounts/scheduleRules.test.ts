import { expect, test } from 'vitest';
import { adapterOf } from '../../carrierAdapters/adapters.ts';
import { isDue, newSchedules, readingsOf, schedulesOf } from './scheduleRules.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20) + seconds * 1_000);

test('due after its time, with half a minute of grace; never with 0; at once when there was none', () => {
  expect(isDue(300, at(0), at(200))).toBe(false);
  expect(isDue(300, at(0), at(269))).toBe(false);
  expect(isDue(300, at(0), at(270))).toBe(true);
  expect(isDue(300, null, at(0))).toBe(true);
  expect(isDue(0, null, at(0))).toBe(false);
  expect(isDue(0, at(0), at(1_000_000))).toBe(false);
});

test('a new account reads its pools once an hour where its carrier tells of them, never where it does not', () => {
  expect(['onelink', 'telecomCmp', 'jasper'].map((key) => schedulesOf(adapterOf(key)).pools)).toEqual([
    3_600, 3_600, 0,
  ]);
});

test('what was chosen for an interface counts as far as it can be asked for; the usual where nothing was', () => {
  const every = { status: 60, usage: 60, session: 60, realName: 60, pools: 60 };
  const jasper = adapterOf('jasper');
  expect(newSchedules(jasper, {})).toEqual(schedulesOf(jasper));
  expect(newSchedules(jasper, { onelink: every })).toEqual(schedulesOf(jasper));
  expect(newSchedules(jasper, { jasper: every })).toMatchObject({ status: 60, usage: 60, pools: 0 });
  expect(readingsOf(jasper)).not.toContain('pools');
  // No profile yet: every reading may be chosen.
  expect(readingsOf(adapterOf('generic'))).toEqual(Object.keys(every));
});
