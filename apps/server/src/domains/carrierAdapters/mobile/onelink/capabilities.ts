import type { Capabilities } from '../../protocol/capabilities.ts';

/** OneLink v5; README.md lists the source of every figure. */
export const oneLinkCapabilities: Capabilities = {
  operations: [
    'echo',
    'openSession',
    'getDevice',
    'listCards',
    'setStatus',
    'getOrder',
    'getUsage',
    'getUsages',
    'getAllowances',
    'getSession',
    'getPower',
    'getLocations',
    'getServices',
    'setService',
    'setSpeed',
    'resetNetwork',
    'getWhiteList',
    'setWhiteList',
    'getBinding',
    'bindImei',
    'getRealName',
    'startRealName',
    'getStopReasons',
    'listPools',
  ],
  statusActions: [
    'active_card',
    'stop_card',
    'reboot_card',
    'forced_stop_card',
    'lift_forced_stop',
    'to_inventory',
    'to_activate',
  ],
  // A change is answered with an order number; no push of its completion is documented.
  confirmation: 'query',
  batchSizes: { getUsages: 100, getLocations: 20 },
  usagePeriods: ['month'],
  // Assumed: no limit is published.
  defaultLimits: { callsPerSecond: 5, inFlight: 2, perDay: null },
  speeds: [2048, 1024, 512, 128],
  services: ['data', 'voice', 'sms'],
  // A PB card reports its month up to the previous day.
  usualDelayMinutes: { usage: 1_440 },
  quietSecondsPerCard: 180,
  cycleDay: 1,
  timeoutMs: 10_000,
  verifiedOn: null,
};
