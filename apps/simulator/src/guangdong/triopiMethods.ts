import { chinaDay, chinaDayOf, chinaStamp, startOfChinaDay } from '../cardWorld/chinaTime.ts';
import { type Conduct, WireRefusal } from '../cardWorld/underFaults.ts';
import type { GuangdongAccount, GuangdongCarrier } from './guangdongCarrier.ts';

/** The router's refusals. No code but 0 is public: these are assumed. */
export class TriopiRefusal extends WireRefusal {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
export const wrongSign = () => new TriopiRefusal('1001', '签名错误');
export const wrongTransId = () => new TriopiRefusal('1003', 'transID 错误或重复');
export const badParameter = (name: string) => new TriopiRefusal('4001', `参数错误：${name}`);
export const tooFast = () => new TriopiRefusal('4290', '调用频率超过限制');
export const notAllowed = () => new TriopiRefusal('3001', '成员当前状态不允许办理该业务');
const unknownMember = () => new TriopiRefusal('2001', '成员不存在');

export type TriopiCall = {
  readonly carrier: GuangdongCarrier;
  readonly account: GuangdongAccount;
  readonly params: Readonly<Record<string, string>>;
  readonly conduct: Conduct;
};
type Handler = (call: TriopiCall) => object;

const MOST = 100;
const DAYS_KEPT = 31;

const isTheirs = ({ carrier, account }: TriopiCall, row: number | undefined): row is number =>
  row !== undefined && carrier.world.accountOf(row).username === account.username;

/** The member a call names by its ICCID or its number. */
export function memberOf(call: TriopiCall): number {
  const { iccid, msisdn } = call.params;
  if ((iccid === undefined) === (msisdn === undefined)) throw badParameter('iccid、msisdn 二选一');
  const { world } = call.carrier;
  const row = iccid === undefined ? world.rowOfNumber('msisdn', msisdn ?? '') : world.devices.rowOf(iccid);
  if (!isTheirs(call, row)) throw unknownMember();
  return row;
}

/** The known members of a batch; unknown ones are omitted. */
function membersOf(call: TriopiCall): number[] {
  const iccids = (call.params['iccids'] ?? '').split(',').filter(Boolean);
  if (iccids.length === 0 || iccids.length > MOST) throw badParameter('iccids');
  return iccids.map((iccid) => call.carrier.world.devices.rowOf(iccid)).filter((row) => isTheirs(call, row));
}

function lifecycle({ carrier, conduct }: TriopiCall, row: number) {
  const { devices } = carrier.world;
  const last = devices.changes(row).findLast(({ field }) => field === 'status');
  return {
    iccid: devices.iccid(row),
    msisdn: carrier.world.numbers(row).msisdn,
    status: conduct.toldStatus ?? devices.status(row),
    statusTime: chinaStamp(last?.atMs ?? devices.sinceMs(row)),
  };
}

function info({ carrier }: TriopiCall, row: number) {
  const { devices } = carrier.world;
  const activatedMs = devices.activatedMs(row);
  const { msisdn, imsi } = carrier.world.numbers(row);
  const actiTime = Number.isNaN(activatedMs) ? '' : chinaStamp(activatedMs);
  return { iccid: devices.iccid(row), msisdn, imsi, actiTime };
}

const kilobytes = (bytes: number): string => String(Math.round((bytes / 1024) * 100) / 100);

function flow(call: TriopiCall, row: number, fromMs: number, toMs: number) {
  const { carrier } = call;
  return { iccid: carrier.world.devices.iccid(row), flow: kilobytes(carrier.usage(row, fromMs, toMs).dataBytes) };
}

/** Today so far, as the network counts it. */
const todaysFlow = (call: TriopiCall, row: number) => {
  const nowMs = call.carrier.nowMs();
  return flow(call, row, startOfChinaDay(chinaDayOf(nowMs)), nowMs);
};

/** A day that is over. */
function closedFlow(call: TriopiCall) {
  const day = chinaDay(call.params['date'] ?? '');
  const today = startOfChinaDay(chinaDayOf(call.carrier.nowMs()));
  const isKept = day && day.fromMs < today && day.fromMs >= today - DAYS_KEPT * 86_400_000;
  if (!isKept) throw badParameter('date');
  return { list: membersOf(call).map((row) => flow(call, row, day.fromMs, day.toMs)) };
}

function change(call: TriopiCall, row: number, field: string, value: string): object {
  const { carrier, account, conduct } = call;
  const outcome = carrier.edit({ row, changes: [{ field, value }], by: account.username, times: conduct.times });
  if (outcome.kind === 'refused') throw notAllowed();
  return {};
}

/** 0 stops, 1 resumes; a member already in that status is refused. */
function memberSwitch(call: TriopiCall) {
  const row = memberOf(call);
  const moves: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    0: { '00': '02', '2': '4' },
    1: { '02': '00', '4': '2', '07': '00' },
  };
  const move = moves[call.params['optType'] ?? ''];
  if (!move) throw badParameter('optType');
  const to = move[call.carrier.world.devices.status(row)];
  if (to !== undefined) return change(call, row, 'status', to);
  call.carrier.refuse(call.carrier.world.devices.iccid(row));
  throw notAllowed();
}

/** 0 switches the APN on, 1 off. */
function gprsSwitch(call: TriopiCall) {
  if (call.params['msisdn'] === undefined) throw badParameter('msisdn');
  if (call.params['apnName'] !== call.account.apn) throw badParameter('apnName');
  const { optType } = call.params;
  if (optType !== '0' && optType !== '1') throw badParameter('optType');
  return change(call, memberOf(call), 'service.data', optType === '0' ? '1' : '0');
}

/** 1 lets the member register, 2 asks whether it has. */
function realName(call: TriopiCall) {
  const row = memberOf(call);
  const { optType } = call.params;
  if (optType !== '1' && optType !== '2') throw badParameter('optType');
  return { realNameStatus: call.carrier.world.field(row, 'realName') };
}

export const TRIOPI_METHODS: Readonly<Record<string, Handler>> = {
  'triopi.group.info.query': (call) => {
    if (call.params['groupCode'] !== call.account.groupCode) throw badParameter('groupCode');
    return { groupCode: call.account.groupCode, apnName: call.account.apn };
  },
  'triopi.member.lifecycle.single.query': (call) => lifecycle(call, memberOf(call)),
  'triopi.member.lifecycle.batch.query': (call) => ({ list: membersOf(call).map((row) => lifecycle(call, row)) }),
  'triopi.member.info.single.query': (call) => info(call, memberOf(call)),
  'triopi.member.info.batch.query': (call) => ({ list: membersOf(call).map((row) => info(call, row)) }),
  'triopi.member.iccid.all.query': (call) => {
    if (call.params['groupCode'] !== call.account.groupCode) throw badParameter('groupCode');
    const { devices } = call.carrier.world;
    const rows = Array.from({ length: devices.size }, (_, row) => row).filter((row) => isTheirs(call, row));
    return { list: rows.map((row) => ({ iccid: devices.iccid(row), ...call.carrier.world.numbers(row) })) };
  },
  'triopi.member.dailyflow.realtime.query': (call) => todaysFlow(call, memberOf(call)),
  'triopi.member.dailyflow.realtime.batch.query': (call) => ({
    list: membersOf(call).map((row) => todaysFlow(call, row)),
  }),
  'triopi.member.dailyflow.batch.query': closedFlow,
  'triopi.business.member.switch': memberSwitch,
  'triopi.business.gprs.switch': gprsSwitch,
  'triopi.member.realname.boss': realName,
};
