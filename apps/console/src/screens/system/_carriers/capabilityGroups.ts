import type { readCarrierMatrix } from '@cardinal/contract/api/carriers/carrierProfiles.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';

export type Capable = AnswerOf<typeof readCarrierMatrix>[number];
type Operation = Capable['operations'][number];

/** The operations by purpose, in the usual order. */
export const OPERATION_GROUPS: readonly { readonly title: Text; readonly operations: readonly Operation[] }[] = [
  { title: text('连接', 'Connection'), operations: ['echo', 'openSession'] },
  { title: text('卡与清单', 'Cards and lists'), operations: ['getDevice', 'getDevices', 'listDevices', 'listCards'] },
  { title: nouns.status, operations: ['setStatus', 'getOrder', 'getStopReasons'] },
  {
    title: nouns.usage,
    operations: ['getUsage', 'getUsages', 'listUsageRecords', 'getAllowances', 'listPools'],
  },
  {
    title: text('在线与位置', 'Online state and location'),
    operations: ['getSession', 'getPower', 'getLocations', 'diagnose'],
  },
  {
    title: text('网络与计划', 'Network and plans'),
    operations: [
      'getServices',
      'setService',
      'setSpeed',
      'setUsageCap',
      'setApn',
      'resetNetwork',
      'listPlans',
      'listRatePlans',
      'setPlan',
      'steerNetwork',
    ],
  },
  { title: nouns.voice, operations: ['getWhiteList', 'setWhiteList'] },
  {
    title: text('机卡与实名', 'Devices and real names'),
    operations: ['getBinding', 'bindImei', 'getRealName', 'startRealName'],
  },
  { title: nouns.sms, operations: ['sendSms', 'getSms'] },
  {
    title: text('eSIM 码号', 'eSIM profiles'),
    operations: [
      'downloadOrder',
      'confirmOrder',
      'cancelOrder',
      'releaseProfile',
      'getProfileState',
      'auditChip',
      'enableProfile',
      'disableProfile',
      'deleteProfile',
      'setFallbackProfile',
      'getChipOperation',
    ],
  },
];

export type CapabilityColumn = Capable & { readonly names: readonly string[] };

const able = ({ platform, adapterName, isConnected, isProven, operations, batchSizes }: Capable) =>
  JSON.stringify([
    platform,
    adapterName,
    isConnected,
    isProven,
    operations.toSorted(),
    Object.entries(batchSizes).toSorted(([a], [b]) => a.localeCompare(b)),
  ]);

/** Accounts of one interface with equal capabilities share a column with all their names; carriers stay together. */
export function capabilityColumns(accounts: readonly Capable[]): CapabilityColumn[] {
  const alike = Map.groupBy(accounts, able);
  return [...alike.values()]
    .flatMap((group) => (group[0] ? [{ ...group[0], names: group.map(({ name }) => name) }] : []))
    .sort((a, b) => a.platform - b.platform);
}
