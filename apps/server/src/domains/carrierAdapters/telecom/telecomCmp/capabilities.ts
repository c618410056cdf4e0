import type { Capabilities } from '../../protocol/capabilities.ts';
import { SPEEDS } from '../speeds.ts';

/** The older platform of China Telecom («m2m_ec»); README.md lists the source of every figure. */
export const telecomCmpCapabilities: Capabilities = {
  operations: [
    'echo',
    'getDevice',
    'listCards',
    'setStatus',
    'getUsage',
    'getUsages',
    'getAllowances',
    'getSession',
    'getLocations',
    'setService',
    'setSpeed',
    'setUsageCap',
    'getBinding',
    'bindImei',
    'getRealName',
    'startRealName',
    'listPools',
  ],
  statusActions: ['active_card', 'stop_card', 'reboot_card', 'forced_stop_card', 'lift_forced_stop'],
  // An order is answered when it is accepted; there is no documented push.
  confirmation: 'query',
  batchSizes: { getUsages: 1, getLocations: 1 },
  // 500 a minute for traffic and packages.
  defaultLimits: { callsPerSecond: 8, inFlight: 4, perDay: null },
  speeds: SPEEDS,
  services: ['data'],
  quietSecondsPerCard: 60,
  cycleDay: 1,
  timeoutMs: 15_000,
  verifiedOn: null,
};
