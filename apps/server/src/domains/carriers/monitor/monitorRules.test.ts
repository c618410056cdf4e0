import { expect, test } from 'vitest';
import type { Capabilities } from '../../carrierAdapters/protocol/capabilities.ts';
import { wayOf } from '../accounts/scheduleRules.ts';
import { budgetUsed, fullPassSeconds } from './monitorRules.ts';

const can = (operations: Capabilities['operations'], batchSizes: Capabilities['batchSizes'] = {}) =>
  ({ operations, batchSizes }) as Capabilities;

test('a budget used is told downwards: 99.96 % is not all', () => {
  expect([budgetUsed(2_999, 10, 300), budgetUsed(3_000, 10, 300), budgetUsed(0, 0.5, 300)]).toEqual([99.9, 100, 0]);
});

test('a full pass takes what it takes at the pace of the last hour', () => {
  expect([fullPassSeconds(1_000, 500), fullPassSeconds(1_000, 0)]).toEqual([7_200, null]);
});

test('status comes from the list of changes where there is one, other readings from the largest batch', () => {
  expect(wayOf('status', can(['listDevices', 'getDevices'], { listDevices: 50 }))).toEqual({ way: 'list', batch: 50 });
  expect(wayOf('status', can(['getDevices', 'getDevice'], { getDevices: 100 }))).toEqual({ way: 'batch', batch: 100 });
  expect(wayOf('usage', can(['getUsage']))).toEqual({ way: 'single', batch: 1 });
  expect(wayOf('usage', can(['getUsage', 'getUsages']))).toEqual({ way: 'single', batch: 1 });
  expect(wayOf('usage', can(['getUsages']))).toEqual({ way: 'batch', batch: 1 });
  expect(wayOf('realName', can(['getUsage']))).toEqual({ way: 'none', batch: null });
});
