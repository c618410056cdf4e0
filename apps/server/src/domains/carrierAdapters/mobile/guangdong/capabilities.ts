import type { Capabilities } from '../../protocol/capabilities.ts';

/** The provincial router; README.md lists the source of every figure. */
export const guangdongCapabilities: Capabilities = {
  operations: ['echo', 'getDevice', 'listCards', 'getDevices', 'setStatus', 'getUsages', 'setService', 'getRealName'],
  statusActions: ['stop_card', 'reboot_card', 'forced_stop_card', 'lift_forced_stop'],
  // No order number and no push is described.
  confirmation: 'query',
  // Assumed, like all limits.
  batchSizes: { getDevices: 100, getUsages: 100 },
  usagePeriods: ['today'],
  defaultLimits: { callsPerSecond: 5, inFlight: 2, perDay: null },
  services: ['data'],
  quietSecondsPerCard: 0,
  cycleDay: 1,
  timeoutMs: 10_000,
  verifiedOn: null,
};
