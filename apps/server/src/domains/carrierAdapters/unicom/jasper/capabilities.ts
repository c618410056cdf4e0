import type { Capabilities } from '../../protocol/capabilities.ts';

/** Unicom's Control Center; README.md lists the source of every figure. */
export const jasperCapabilities: Capabilities = {
  operations: [
    'echo',
    'getDevice',
    'listDevices',
    'setStatus',
    'setPlan',
    'getUsage',
    'getSession',
    'getLocations',
    'sendSms',
    'getSms',
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
  // An edit is answered when it is accepted, not when it is carried out; there is no documented push.
  confirmation: 'query',
  batchSizes: { listDevices: 50 },
  defaultLimits: { callsPerSecond: 5, inFlight: 1, perDay: null },
  quietSecondsPerCard: 0,
  cycleDay: 27,
  timeoutMs: 10_000,
  verifiedOn: null,
};
