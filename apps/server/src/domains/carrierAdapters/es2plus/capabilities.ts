import type { Capabilities } from '../protocol/capabilities.ts';

/** Neither SGP.22 nor SGP.32 sets a rate: the limits are ours, and cautious. */
export const es2plusCapabilities: Capabilities = {
  operations: [
    'echo',
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
  // The chip has no status at an SM-DP+; the numbers on it are cards of their own carriers.
  statusActions: [],
  confirmation: 'push',
  batchSizes: {},
  defaultLimits: { callsPerSecond: 10, inFlight: 4, perDay: null },
  quietSecondsPerCard: 0,
  cycleDay: 1,
  timeoutMs: 15_000,
  verifiedOn: null,
};
