import { Platform, YdSubType } from '@cardinal/contract/enumerations/card.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Capabilities } from '../capabilities.ts';
import type { CarrierAdapter } from './adapter.ts';

const nothing: Capabilities = {
  operations: [],
  statusActions: [],
  confirmation: 'none',
  batchSizes: {},
  defaultLimits: { callsPerSecond: 1, inFlight: 1, perDay: null },
  quietSecondsPerCard: 0,
  cycleDay: 1,
  timeoutMs: 10_000,
  verifiedOn: null,
};

const notConnected = (key: string, name: Text, platform: Platform, subType: number | null = null): CarrierAdapter => ({
  key,
  name,
  platform,
  subType,
  credentials: [],
  capabilities: nothing,
  operate: {},
});

/** Carriers whose cards are kept and whose interface is not connected yet: nothing can be asked of them. */
export const NOT_CONNECTED: readonly CarrierAdapter[] = [
  notConnected('guangdong', text('广东移动', 'China Mobile Guangdong'), Platform.values.Yd, YdSubType.values.GUANGDONG),
];
