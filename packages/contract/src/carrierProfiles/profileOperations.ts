import type { CarrierOperation } from '../api/carriers/carrierCapabilities.ts';

/** How a value of an answer is read. A status is translated by a table of the profile, a time by its date format. */
export type FieldKind = 'text' | 'number' | 'volume' | 'moment' | 'flag' | 'status' | 'service' | 'state';

/** What a profile may define for an operation: the names in its request, and the fields of its answer. */
export type ProfileOperation = {
  readonly names: readonly string[];
  readonly fields: Readonly<Record<string, FieldKind>>;
  /** Required fields of an answer. */
  readonly needs: readonly string[];
  /** The answer is a list; each field is read in a row of it. */
  readonly rows?: true;
  readonly paged?: true;
};

const CARD = ['iccid', 'iccid19', 'msisdn', 'imsi'] as const;
const CARDS = ['iccids'] as const;
const DEVICE = {
  status: 'status',
  imsi: 'text',
  msisdn: 'text',
  imei: 'text',
  ratePlan: 'text',
  communicationPlan: 'text',
  /** A description with this field tells of every card whether it belongs to a pool. */
  poolId: 'text',
  activatedAt: 'moment',
  changedAt: 'moment',
} as const satisfies Record<string, FieldKind>;
const DEVICES = { iccid: 'text', ...DEVICE } as const;
/** Of a session: its network as `mcc` and `mnc` or both in `plmn`, or the `country` alone; its volume, whole or by direction. */
const CONNECTION = {
  ipAddress: 'text',
  apn: 'text',
  rat: 'text',
  mcc: 'text',
  mnc: 'text',
  plmn: 'text',
  country: 'text',
  bytes: 'volume',
  bytesUp: 'volume',
  bytesDown: 'volume',
} as const satisfies Record<string, FieldKind>;

const shape = (
  names: readonly string[],
  fields: ProfileOperation['fields'],
  needs: readonly string[],
  more: { readonly rows?: true; readonly paged?: true } = {},
): ProfileOperation => ({ names, fields, needs, ...more });

const rows = { rows: true } as const;
const pages = { rows: true, paged: true } as const;

/**
 * The operations a profile can describe. Missing ones cannot be expressed by requests and answers alone: a diagnosis, the
 * real-name URL, eSIM orders; `openSession` follows from the authentication.
 */
export const PROFILE_OPERATIONS = {
  echo: shape([], {}, []),
  getDevice: shape(CARD, DEVICE, ['status']),
  getDevices: shape(CARDS, DEVICES, ['iccid', 'status'], rows),
  listDevices: shape(['since', 'page', 'pageSize'], DEVICES, ['iccid', 'status'], pages),
  setStatus: shape([...CARD, 'status'], { reference: 'text' }, []),
  getOrder: shape([...CARD, 'reference'], { state: 'state', words: 'text' }, ['state']),
  getUsage: shape(
    CARD,
    {
      cycleBytes: 'volume',
      cycleSeconds: 'number',
      cycleMessages: 'number',
      overageLimitReached: 'flag',
      status: 'status',
    },
    ['cycleBytes'],
  ),
  getUsages: shape(
    [...CARDS, 'period', 'on', 'onDigits'],
    { iccid: 'text', bytes: 'volume' },
    ['iccid', 'bytes'],
    rows,
  ),
  listUsageRecords: shape(
    [...CARD, 'cycleStart', 'page'],
    { startedAt: 'moment', endedAt: 'moment', ...CONNECTION },
    ['startedAt'],
    pages,
  ),
  getSession: shape(
    CARD,
    {
      isOnline: 'flag',
      startedAt: 'moment',
      endedAt: 'moment',
      imei: 'text',
      ...CONNECTION,
    },
    ['isOnline'],
  ),
  getPower: shape(CARD, { isOn: 'flag' }, ['isOn']),
  getLocations: shape(
    CARDS,
    {
      iccid: 'text',
      latitude: 'number',
      longitude: 'number',
      accuracyMetres: 'number',
      district: 'text',
      at: 'moment',
    },
    ['iccid'],
    rows,
  ),
  getServices: shape(CARD, { service: 'service', isOn: 'flag', apn: 'text' }, ['service', 'isOn'], rows),
  setService: shape([...CARD, 'service', 'isOn', 'apn'], { reference: 'text' }, []),
  setSpeed: shape([...CARD, 'speed', 'apn'], { reference: 'text' }, []),
  setUsageCap: shape([...CARD, 'megabytes'], { reference: 'text' }, []),
  setApn: shape([...CARD, 'apn'], { reference: 'text' }, []),
  resetNetwork: shape(CARD, { reference: 'text' }, []),
  getWhiteList: shape(CARD, { number: 'text' }, ['number'], rows),
  setWhiteList: shape([...CARD, 'added', 'removed'], { reference: 'text' }, []),
  listPlans: shape([], { name: 'text', cards: 'number' }, ['name'], rows),
  listRatePlans: shape(
    ['page', 'pageSize'],
    { code: 'text', name: 'text', bytes: 'volume', months: 'number', days: 'number' },
    ['code'],
    pages,
  ),
  setPlan: shape([...CARD, 'plan'], { reference: 'text' }, []),
  steerNetwork: shape(['mcc', 'mnc', 'isOn'], { reference: 'text' }, []),
  getAllowances: shape(
    CARD,
    { name: 'text', totalBytes: 'volume', usedBytes: 'volume', isDirected: 'flag' },
    ['name'],
    rows,
  ),
  getBinding: shape(CARD, { boundImei: 'text', isSeparated: 'flag' }, []),
  bindImei: shape([...CARD, 'imei'], { reference: 'text' }, []),
  getRealName: shape(CARD, { isDone: 'flag', at: 'moment', words: 'text' }, ['isDone']),
  getStopReasons: shape(CARD, { code: 'text', words: 'text' }, ['words']),
  listPools: shape(
    ['page'],
    { poolId: 'text', name: 'text', totalBytes: 'volume', usedBytes: 'volume', members: 'number' },
    ['poolId', 'name'],
    pages,
  ),
  sendSms: shape([...CARD, 'text'], { messageId: 'text' }, ['messageId']),
  getSms: shape(['messageId'], { status: 'text' }, ['status']),
} as const satisfies Partial<Record<CarrierOperation, ProfileOperation>>;

export type ProfileOperationName = keyof typeof PROFILE_OPERATIONS;
export const PROFILE_OPERATION_NAMES = Object.keys(PROFILE_OPERATIONS) as ProfileOperationName[];

/** Names in every request besides those of its operation and the credentials. */
export const COMMON_NAMES = ['seconds', 'milliseconds', 'time', 'nonce'] as const;
/** Names a signature may use: the parts of the finished request. */
export const SIGNED_NAMES = ['method', 'path', 'query', 'sortedQuery', 'body'] as const;
