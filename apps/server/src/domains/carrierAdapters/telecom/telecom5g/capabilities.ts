import type { Capabilities } from '../../protocol/capabilities.ts';
import { SPEEDS } from '../speeds.ts';

/** Cards per batch: the manual's figure for card information, assumed for all batches. */
export const BATCH = 100;

/** The 5G platform of China Telecom (CTWing); README.md lists the source of every figure. */
export const telecom5gCapabilities: Capabilities = {
  operations: [
    'echo',
    'getDevice',
    'listCards',
    'getDevices',
    'setStatus',
    'getUsage',
    'getUsages',
    'getSession',
    'getLocations',
    'diagnose',
    'getServices',
    'setService',
    'setSpeed',
    'setUsageCap',
    'getRealName',
    'sendSms',
  ],
  statusActions: ['active_card', 'stop_card', 'reboot_card', 'forced_stop_card', 'lift_forced_stop'],
  // An order is answered when it is accepted; there is no documented push.
  confirmation: 'query',
  batchSizes: { getDevices: BATCH, getUsages: BATCH, getLocations: 1 },
  // Assumed: the figure of the older platform.
  defaultLimits: { callsPerSecond: 8, inFlight: 4, perDay: null },
  speeds: SPEEDS,
  services: ['data'],
  quietSecondsPerCard: 60,
  cycleDay: 1,
  timeoutMs: 15_000,
  verifiedOn: null,
};
