import type { Capabilities } from '../../protocol/capabilities.ts';

/** The open gateway of Unicom's CMP; README.md lists the source of every figure. */
export const cmpCapabilities: Capabilities = {
  operations: [
    'echo',
    'getDevice',
    'getDevices',
    'setStatus',
    'getOrder',
    'getUsage',
    'getUsages',
    'listUsageRecords',
    'getSession',
    'getServices',
    'setPlan',
    'getBinding',
    'getRealName',
  ],
  statusActions: [
    'active_card',
    'stop_card',
    'reboot_card',
    'forced_stop_card',
    'lift_forced_stop',
    'cancel_card',
    'to_test',
    'to_inventory',
    'to_activate',
  ],
  // An edit is answered when it is accepted; there is no documented push.
  confirmation: 'query',
  batchSizes: { getDevices: 50 },
  // Assumed: no figure is public; Jasper behind it allows five a second, one at a time.
  defaultLimits: { callsPerSecond: 5, inFlight: 1, perDay: null },
  quietSecondsPerCard: 0,
  cycleDay: 27,
  // Public clients use a read timeout of half a minute.
  timeoutMs: 30_000,
  verifiedOn: null,
};
