import { type Text, text } from '@cardinal/primitives/text.ts';
import type { CarrierAdapter } from '../protocol/adapter.ts';

/** A profile as plain data, so that it can be shown and edited. */
export type Document = Readonly<Record<string, unknown>>;
export type Preset = {
  readonly key: string;
  readonly name: Text;
  readonly profile: Document & Record<string, unknown>;
};

const secret = (name: string, zh: string, en: string) => ({ name, label: { zh, en }, isSecret: true });
const plain = (name: string, zh: string, en: string) => ({ name, label: { zh, en }, isSecret: false });

const APP = [plain('appId', '应用标识', 'App id'), secret('secret', '应用密钥', 'App secret')];

/** The authentication methods of our contract. */
const WAYS = {
  signature: {
    credentials: APP,
    headers: { 'x-app-id': '{credential.appId}', 'x-timestamp': '{milliseconds}', 'x-nonce': '{nonce}' },
    auth: {
      kind: 'signature',
      algorithm: 'hmac-sha256',
      key: '{credential.secret}',
      parts: ['{method}', '{path}', '{query}', '{milliseconds}', '{nonce}', '{body}'],
      between: '\n',
      into: { header: 'x-signature' },
    },
  },
  token: {
    credentials: APP,
    auth: {
      kind: 'token',
      request: {
        method: 'POST',
        path: '/v1/token',
        json: { appId: '{credential.appId}', secret: '{credential.secret}' },
      },
      token: '/data/token',
      lives: '/data/livesSeconds',
      into: { header: 'authorization' },
    },
  },
  bearer: {
    credentials: [secret('token', '访问令牌', 'Access token')],
    auth: { kind: 'bearer', token: '{credential.token}' },
  },
  header: {
    credentials: [secret('apiKey', 'API Key', 'API key')],
    auth: { kind: 'header', name: 'x-api-key', value: '{credential.apiKey}' },
  },
  basic: {
    credentials: [plain('username', '用户名', 'User name'), secret('password', '密码', 'Password')],
    auth: { kind: 'basic', username: '{credential.username}', password: '{credential.password}' },
  },
} as const;
type Way = keyof typeof WAYS;

const CARD = '/v1/cards/{iccid}';
const YES = ['true', '1'];
const yes = (at: string) => ({ at, is: YES });
const DEVICE = {
  status: '/status',
  imsi: '/imsi',
  msisdn: '/msisdn',
  imei: '/imei',
  ratePlan: '/ratePlan',
  communicationPlan: '/communicationPlan',
  activatedAt: '/activatedAt',
  changedAt: '/changedAt',
};
const DEVICES = { iccid: '/iccid', ...DEVICE };
const order = { at: '/data', fields: { reference: '/orderId' } };

const CONNECTION = {
  ipAddress: '/ip',
  apn: '/apn',
  rat: '/rat',
  mcc: '/mcc',
  mnc: '/mnc',
  bytes: '/bytes',
  bytesUp: '/bytesUp',
  bytesDown: '/bytesDown',
};

/** Our own contract: for partners without an interface of their own, and for the simulator. */
const OPERATIONS = {
  echo: { method: 'GET', path: '/v1/ping' },
  getDevice: { method: 'GET', path: CARD, at: '/data', fields: DEVICE },
  getDevices: {
    method: 'POST',
    path: '/v1/cards/query',
    json: { iccids: '{iccids:list}' },
    at: '/data/cards',
    fields: DEVICES,
    batchSize: 100,
  },
  listDevices: {
    method: 'GET',
    path: '/v1/cards',
    query: { modifiedSince: '{since}', page: '{page}', pageSize: '{pageSize}' },
    at: '/data/cards',
    fields: DEVICES,
    paging: { pageSize: 100, pages: '/data/pages' },
  },
  setStatus: { method: 'PUT', path: `${CARD}/status`, json: { status: '{status}' }, ...order },
  getOrder: {
    method: 'GET',
    path: '/v1/orders/{reference}',
    at: '/data',
    fields: { state: '/state', words: '/message' },
  },
  getUsage: {
    method: 'GET',
    path: `${CARD}/usage`,
    at: '/data',
    fields: {
      cycleBytes: '/bytes',
      cycleSeconds: '/seconds',
      cycleMessages: '/messages',
      overageLimitReached: yes('/limitReached'),
      status: '/status',
    },
  },
  getUsages: {
    method: 'POST',
    path: '/v1/usage/query',
    json: { iccids: '{iccids:list}', period: '{period}', on: '{on}' },
    at: '/data/usages',
    fields: { iccid: '/iccid', bytes: '/bytes' },
    batchSize: 100,
  },
  listUsageRecords: {
    method: 'GET',
    path: `${CARD}/records`,
    query: { cycleStart: '{cycleStart}', page: '{page}' },
    at: '/data/records',
    fields: { startedAt: '/startedAt', endedAt: '/endedAt', ...CONNECTION },
    paging: { pageSize: 100, pages: '/data/pages' },
  },
  getSession: {
    method: 'GET',
    path: `${CARD}/session`,
    at: '/data',
    fields: {
      isOnline: yes('/online'),
      startedAt: '/startedAt',
      endedAt: '/endedAt',
      imei: '/imei',
      ...CONNECTION,
    },
  },
  getLocations: {
    method: 'POST',
    path: '/v1/locations/query',
    json: { iccids: '{iccids:list}' },
    at: '/data/locations',
    fields: {
      iccid: '/iccid',
      latitude: '/latitude',
      longitude: '/longitude',
      accuracyMetres: '/accuracyMetres',
      at: '/at',
    },
    batchSize: 100,
  },
  getServices: {
    method: 'GET',
    path: `${CARD}/services`,
    at: '/data/services',
    fields: { service: '/service', isOn: yes('/on'), apn: '/apn' },
  },
  setService: {
    method: 'PUT',
    path: `${CARD}/services/{service}`,
    json: { on: '{isOn:flag}', apn: '{apn?}' },
    ...order,
  },
  setSpeed: { method: 'PUT', path: `${CARD}/speed`, json: { speed: '{speed}' }, ...order },
  setUsageCap: { method: 'PUT', path: `${CARD}/usage-cap`, json: { megabytes: '{megabytes?:number}' }, ...order },
  setApn: { method: 'PUT', path: `${CARD}/apn`, json: { apn: '{apn}' }, ...order },
  resetNetwork: { method: 'POST', path: `${CARD}/network-reset`, json: {}, ...order },
  getWhiteList: { method: 'GET', path: `${CARD}/white-list`, at: '/data/numbers', fields: { number: '/number' } },
  setWhiteList: {
    method: 'PUT',
    path: `${CARD}/white-list`,
    json: { add: '{added:list}', remove: '{removed:list}' },
    ...order,
  },
  listPlans: {
    method: 'GET',
    path: '/v1/plans',
    at: '/data/plans',
    fields: { name: '/name', cards: '/cards' },
    kind: 'communication',
  },
  listRatePlans: {
    method: 'GET',
    path: '/v1/rate-plans',
    query: { page: '{page}', pageSize: '{pageSize}' },
    at: '/data/ratePlans',
    fields: { code: '/code', name: '/name', bytes: '/bytes', months: '/months', days: '/days' },
    paging: { pageSize: 100, pages: '/data/pages' },
  },
  setPlan: {
    method: 'PUT',
    path: `${CARD}/communication-plan`,
    json: { plan: '{plan}' },
    kind: 'communication',
    ...order,
  },
  steerNetwork: { method: 'PUT', path: '/v1/networks/{mcc}-{mnc}', json: { steered: '{isOn:flag}' }, ...order },
  getBinding: {
    method: 'GET',
    path: `${CARD}/binding`,
    at: '/data',
    fields: { boundImei: '/imei', isSeparated: yes('/separated') },
  },
  bindImei: { method: 'PUT', path: `${CARD}/binding`, json: { imei: '{imei?}' }, ...order },
  getRealName: {
    method: 'GET',
    path: `${CARD}/real-name`,
    at: '/data',
    fields: { isDone: yes('/done'), at: '/at' },
  },
  sendSms: {
    method: 'POST',
    path: `${CARD}/sms`,
    json: { text: '{text}' },
    at: '/data',
    fields: { messageId: '/messageId' },
  },
  getSms: { method: 'GET', path: '/v1/sms/{messageId}', at: '/data', fields: { status: '/status' } },
};

const contract = (way: Way, statuses: Readonly<Record<string, readonly string[]>>, heardOnly: readonly string[]) => ({
  format: 1,
  about: 'Cardinal HTTP contract v1, see carrierAdapters/generic/README.md',
  ...WAYS[way],
  success: { at: '/code', is: ['0'] },
  errorCode: '/code',
  errorWords: '/message',
  codes: { unknownCard: ['1404'], tooMany: ['1003'], stranger: ['1001'], tokenGone: ['1002'] },
  zone: '+08:00',
  dates: 'iso',
  volumes: 'B',
  statuses,
  heardOnly,
  services: { data: 'data', voice: 'voice', sms: 'sms', roaming: 'roaming' },
  speeds: { none: 'none', '128': '128', '512': '512', '1024': '1024', '8192': '8192' },
  states: { waiting: ['waiting'], done: ['done'], failed: ['failed'] },
  confirmation: 'query',
  limits: { callsPerSecond: 5, inFlight: 2, perDay: null },
  cycleDay: 1,
  operations: OPERATIONS,
});

const CODED = {
  INVENTORY: ['stock'],
  ACTIVATION_READY: ['ready'],
  TEST_READY: ['test'],
  FREE_PERIOD: ['free'],
  ACTIVATED: ['active'],
  DEACTIVATED: ['stopped'],
};
const OTHER = {
  NO_ACTIVE: ['ready', 'stock', 'test', 'free'],
  ACTIVE: ['active'],
  STOP: ['stopped', 'unverified', 'offline', 'sleep'],
  cancelled: ['retired', 'closing', 'purging', 'purged', 'replaced'],
};

const MOBILE = {
  inventory: ['stock'],
  toActivate: ['ready'],
  test: ['test'],
  freePeriod: ['free'],
  normal: ['active'],
  stop: ['stopped', 'unverified'],
  offlineStop: ['offline'],
  sleep: ['sleep'],
  bespeakClose: ['closing'],
  preclose: ['retired', 'purging', 'purged', 'replaced'],
};
const mobile = { way: 'signature', statuses: MOBILE, heardOnly: ['freePeriod', 'offlineStop', 'preclose'] } as const;

/** Each family's words for the terms of our contract, and its authentication. */
const FAMILIES: Readonly<
  Record<string, { way: Way; statuses: Readonly<Record<string, readonly string[]>>; heardOnly: readonly string[] }>
> = {
  leyu: {
    way: 'token',
    statuses: {
      ...CODED,
      TRIAL: ['trial'],
      SLEEP: ['sleep'],
      RETIRED: ['retired'],
      PURGED_ING: ['purging'],
      PURGED: ['purged'],
      REPLACED: ['replaced'],
    },
    heardOnly: ['TRIAL', 'FREE_PERIOD', 'PURGED_ING', 'PURGED', 'REPLACED'],
  },
  shaanxi: mobile,
  mobileOther: mobile,
  international: {
    way: 'bearer',
    statuses: { ...CODED, RETIRED: ['retired'] },
    heardOnly: ['FREE_PERIOD'],
  },
  broadnet: {
    way: 'signature',
    statuses: {
      INVENTORY: ['stock'],
      ACTIVATION_READY: ['ready'],
      ACTIVATED: ['active'],
      DEACTIVATED: ['stopped'],
      UNNAMED_SHUTDOWN: ['unverified'],
      ACCOUNT_CLOSED: ['retired'],
    },
    heardOnly: ['UNNAMED_SHUTDOWN'],
  },
  generic: { way: 'header', statuses: OTHER, heardOnly: [] },
  thirdParty: { way: 'basic', statuses: OTHER, heardOnly: [] },
};

/** Our contract in this family's terms; also a signed version if the family authenticates otherwise. */
export function presetsOf({ key, name }: Pick<CarrierAdapter, 'key' | 'name'>): Preset[] {
  const family = FAMILIES[key];
  if (!family) return [];
  const { way, statuses, heardOnly } = family;
  const own = { key, name, profile: contract(way, statuses, heardOnly) };
  const signed = text('卡枢通用契约（HMAC 签名）', 'Cardinal contract, signed (HMAC)');
  return way === 'signature'
    ? [own]
    : [own, { key: 'signed', name: signed, profile: contract('signature', statuses, heardOnly) }];
}

/** The first preset. */
export function presetOf(key: string): Preset['profile'] {
  const family = FAMILIES[key];
  if (!family) throw new Error(`The adapter ${key} is not configured by a description`);
  return contract(family.way, family.statuses, family.heardOnly);
}
