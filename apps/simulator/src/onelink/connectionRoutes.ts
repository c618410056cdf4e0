import { chinaStamp } from '../cardWorld/chinaTime.ts';
import {
  badParameter,
  manyCards,
  type OneLinkCall,
  type OneLinkHandler,
  oneCard,
  oneOf,
  required,
} from './onelinkCall.ts';

const MOST_PLACES = 20;
/** How long after its last session a device counts as switched on. */
const STILL_ON_MS = 3_600_000;
const RAT_4G = '6';
const BOUND_DIGITS = 14;

const SERVICES = [
  ['01', 'service.voice'],
  ['08', 'service.sms'],
  ['10', 'service.roaming'],
  ['11', 'service.data'],
] as const;

/** Makes a change that gets an order number. */
function ordered(call: OneLinkCall, row: number, field: string, value: string) {
  const { carrier, account, conduct } = call;
  const iccid = carrier.world.devices.iccid(row);
  const changes = [{ field, value }];
  const outcome = carrier.edit({ row, changes, by: account.username, times: conduct.times, isOrdered: true });
  const asked = outcome.kind === 'later' ? outcome.asked : null;
  return [
    { orderNum: carrier.noteOrder(account.username, 'DEMO', [{ iccid, asked, outcome: 'waiting', code: null }]) },
  ];
}

function apnOf(call: OneLinkCall): string {
  const apnName = required(call, 'apnName');
  if (apnName !== call.account.apn) throw badParameter('apnName');
  return apnName;
}

/** 0 switches on, 1 off. */
const switched =
  (field: string): OneLinkHandler =>
  (call) =>
    ordered(call, oneCard(call), field, oneOf(call, 'operType', ['0', '1']) === '0' ? '1' : '0');

function bindStatus(call: OneLinkCall) {
  const { carrier } = call;
  required(call, 'msisdn');
  const testType = oneOf(call, 'testType', ['0', '1']);
  const row = oneCard(call);
  const tac = carrier.world.field(row, 'boundTac');
  if (tac === '') return [{ result: '2', errorCode: '12089', errorDes: '未订购机卡绑定' }];
  const isSeparated = !carrier.world.numbers(row).imei.startsWith(tac);
  if (!isSeparated) return [{ result: '1' }];
  return [{ result: '0', ...(testType === '0' ? { sepTime: chinaStamp(carrier.nowMs()) } : {}) }];
}

function bind(call: OneLinkCall) {
  const row = oneCard(call);
  if (oneOf(call, 'operType', ['1', '2']) === '2') return ordered(call, row, 'boundTac', '');
  if (oneOf(call, 'bindingStyle', ['0', '1']) === '0') {
    return ordered(call, row, 'boundTac', call.carrier.world.numbers(row).imei.slice(0, BOUND_DIGITS));
  }
  const tac = required(call, 'tac');
  if (!/^\d{8,14}$/.test(tac)) throw badParameter('tac');
  return ordered(call, row, 'boundTac', tac);
}

/** The names of these fields, and the path of the batch, are assumed. */
function lastPlaces(call: OneLinkCall) {
  return manyCards(call, MOST_PLACES).flatMap(({ kind, value, row }) => {
    if (row === undefined) return [];
    const [place] = call.carrier.places(row, 1);
    if (!place) return [{ [kind]: value }];
    const { latitude, longitude, atMs } = place;
    return [{ [kind]: value, lat: String(latitude), lon: String(longitude), lastTime: chinaStamp(atMs) }];
  });
}

function session(call: OneLinkCall) {
  const found = call.carrier.session(oneCard(call));
  if (!found) return [{ simSessionList: [] }];
  const isOpen = found.endedMs === null;
  const of = { apnId: call.account.apn, status: isOpen ? '01' : '00', createDate: chinaStamp(found.startedMs) };
  return [{ simSessionList: [{ ...of, ip: isOpen ? found.ipAddress : '', rat: RAT_4G }] }];
}

export const CONNECTION_ROUTES: Readonly<Record<string, OneLinkHandler>> = {
  'query/on-off-status': (call) => {
    const found = call.carrier.session(oneCard(call));
    const isOn = found && (found.endedMs === null || call.carrier.nowMs() - found.endedMs < STILL_ON_MS);
    return [{ status: isOn ? '1' : '0' }];
  },
  'query/sim-session': session,
  'query/sim-communication-function-status': (call) => {
    const row = oneCard(call);
    const serviceTypeList = SERVICES.map(([serviceType, field]) => ({
      serviceType,
      serviceStatus: call.carrier.world.field(row, field),
      ...(field === 'service.data' ? { apnName: call.account.apn } : {}),
    }));
    return [{ serviceTypeList }];
  },
  'operate/sim-call-function': switched('service.voice'),
  'operate/sim-sms-function': switched('service.sms'),
  'operate/sim-apn-function': (call) => {
    apnOf(call);
    return switched('service.data')(call);
  },
  'operate/network-speed': (call) => {
    apnOf(call);
    return ordered(call, oneCard(call), 'speed', oneOf(call, 'serviceUsageState', ['1', '91', '92', '93', '94']));
  },
  'operate/sim-gprs-status-reset': (call) => {
    const { carrier, account, conduct } = call;
    const changes = [{ field: 'resetAt', value: String(carrier.nowMs()) }];
    carrier.edit({ row: oneCard(call), changes, by: account.username, times: conduct.times });
    return [];
  },
  'query/card-bind-status': bindStatus,
  'operate/card-bind-by-bill': bind,
  'query/last-position-location/batch': lastPlaces,
  'secure/sim-real-name-reg': (call) => {
    const row = oneCard(call);
    oneOf(call, 'urlType', ['1', '2']);
    const iccid = call.carrier.world.devices.iccid(row);
    const busiSeq = `RN${chinaStamp(call.carrier.nowMs())}${iccid.slice(-6)}`;
    return [{ busiSeq, url: `https://realname.iot.example.com/${busiSeq}` }];
  },
  'query/sim-real-name-status': (call) => {
    const row = oneCard(call);
    const { world } = call.carrier;
    const realNameStatus = world.field(row, 'realName');
    const change = world.devices.changes(row).findLast(({ field, to }) => field === 'realName' && to === '1');
    const successTime = realNameStatus === '1' ? chinaStamp(change?.atMs ?? world.devices.addedMs(row)) : '';
    return [{ realNameStatus, reason: realNameStatus === '1' ? '' : '未实名', successTime }];
  },
};
