import type { StatusModel } from '../cardWorld/statusModel.ts';

/**
 * The SIM statuses of Control Center. ACTIVATED and DEACTIVATED are seen in public REST clients; the others are
 * inferred from the older SOAP names. The stored number of a status is its place in this list: append, never reorder.
 */
export const SIM_STATUSES = [
  'INVENTORY',
  'TEST_READY',
  'ACTIVATION_READY',
  'ACTIVATED',
  'DEACTIVATED',
  'RETIRED',
  'PURGED',
  'REPLACED',
  'TRIAL',
  'START',
] as const;
export type SimStatus = (typeof SIM_STATUSES)[number];

/** The allowed transitions (assumed: the vendor's own table is not public). */
const MAY_BECOME: Readonly<Record<SimStatus, readonly SimStatus[]>> = {
  START: ['INVENTORY', 'TEST_READY', 'ACTIVATION_READY', 'ACTIVATED'],
  INVENTORY: ['TEST_READY', 'ACTIVATION_READY', 'ACTIVATED'],
  TRIAL: ['ACTIVATION_READY', 'ACTIVATED', 'DEACTIVATED'],
  TEST_READY: ['ACTIVATION_READY', 'ACTIVATED'],
  ACTIVATION_READY: ['ACTIVATED'],
  ACTIVATED: ['DEACTIVATED'],
  DEACTIVATED: ['ACTIVATED', 'RETIRED'],
  RETIRED: ['PURGED'],
  PURGED: [],
  REPLACED: [],
};

export function isSimStatus(value: string): value is SimStatus {
  return (SIM_STATUSES as readonly string[]).includes(value);
}

export const JASPER_STATUSES: StatusModel = {
  words: SIM_STATUSES,
  activated: ['ACTIVATED'],
  alsoConnects: ['TEST_READY', 'TRIAL'],
  fresh: ['INVENTORY', 'TEST_READY', 'ACTIVATION_READY', 'START'],
  attaches: { ACTIVATION_READY: 'ACTIVATED' },
  mayBecome: (from, to) => isSimStatus(from) && (MAY_BECOME[from] as readonly string[]).includes(to),
};
