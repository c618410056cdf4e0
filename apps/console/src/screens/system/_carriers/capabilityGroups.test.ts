import { CarrierOperation } from '@cardinal/contract/api/carriers/carrierCapabilities.ts';
import { expect, it } from 'vitest';
import { type Capable, capabilityColumns, OPERATION_GROUPS } from './capabilityGroups.ts';

it('each operation stands in one group', () => {
  const grouped = OPERATION_GROUPS.flatMap(({ operations }) => operations);
  expect(grouped.toSorted()).toEqual(CarrierOperation.options.map(({ value }) => value).toSorted());
});

const account = (name: string, also: Partial<Capable> = {}): Capable => ({
  accountId: name,
  name,
  platform: 1,
  adapterName: 'Jasper',
  isConnected: true,
  isProven: false,
  operations: ['echo', 'getDevice'],
  batchSizes: {},
  ...also,
});

it('accounts that can do the same share a column; carriers stay together', () => {
  const columns = capabilityColumns([
    account('A'),
    account('China Mobile', { platform: 2 }),
    account('B', { operations: ['getDevice', 'echo'] }),
    account('C', { batchSizes: { getDevice: 50 } }),
  ]);
  expect(columns.map(({ names }) => names)).toEqual([['A', 'B'], ['C'], ['China Mobile']]);
});
