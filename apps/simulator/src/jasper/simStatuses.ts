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

/** What may follow what when somebody asks for it (assumed: the vendor's own table is not public). */
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

export function mayBecome(from: SimStatus, to: SimStatus): boolean {
  return MAY_BECOME[from].includes(to);
}

/** Whether a card in this status uses the network, so that usage grows and sessions open. */
export function isConnectable(status: SimStatus): boolean {
  return status === 'ACTIVATED' || status === 'TEST_READY' || status === 'TRIAL';
}
