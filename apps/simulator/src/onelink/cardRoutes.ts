import type { OrderLine } from '../cardWorld/cardEvents.ts';
import { chinaStamp } from '../cardWorld/chinaTime.ts';
import {
  badParameter,
  manyCards,
  notAllowed,
  notYours,
  type OneLinkCall,
  type OneLinkHandler,
  oneCard,
  oneOf,
  required,
  unknownCard,
} from './onelinkCall.ts';
import { isOperType, isStopped, platformOf, targetOf } from './onelinkStatuses.ts';

const MOST = 100;
/** The delay between acceptance and start of a job. */
const JOB_WAITS_MS = 1000;
const CHANGE_REASONS = ['01'] as const;

const stampOrEmpty = (ms: number): string => (Number.isNaN(ms) ? '' : chinaStamp(ms));

/** When the status last changed, or when the card was added. */
function lastChangeMs({ carrier }: OneLinkCall, row: number): number {
  const changes = carrier.world.devices.changes(row).filter(({ field }) => field === 'status');
  return changes.at(-1)?.atMs ?? carrier.world.devices.sinceMs(row);
}

const present = ({ carrier }: OneLinkCall, row: number): string => carrier.world.devices.status(row);

/** No second change of a card within the account's window, whatever the result of the first. */
function refuseWithinWindow({ carrier, account }: OneLinkCall, row: number): void {
  if (account.changeWindowMs === 0) return;
  const iccid = carrier.world.devices.iccid(row);
  const changes = carrier.world.devices.changes(row);
  const last = changes.findLast(({ field, origin }) => field === 'status' && origin === 'api')?.atMs ?? Number.NaN;
  const isRecent = carrier.nowMs() - last < account.changeWindowMs;
  const isUnderWay = carrier.askedOf(iccid).some(({ changes: asked }) => asked.some(({ field }) => field === 'status'));
  if (!isRecent && !isUnderWay) return;
  carrier.refuse(iccid);
  throw notAllowed(`同一卡号${Math.round(account.changeWindowMs / 60_000)}分钟内不得重复办理`);
}

function changeStatus(call: OneLinkCall) {
  const { carrier, account, conduct } = call;
  const row = oneCard(call);
  const operType = required(call, 'operType');
  if (!isOperType('single', operType)) throw badParameter('operType');
  refuseWithinWindow(call, row);
  const to = targetOf('single', operType, present(call, row));
  const iccid = carrier.world.devices.iccid(row);
  if (to === undefined) {
    carrier.refuse(iccid);
    throw notAllowed('卡当前状态不允许办理该业务');
  }
  const changes = [{ field: 'status', value: to }];
  const outcome = carrier.edit({ row, changes, by: account.username, times: conduct.times, isOrdered: true });
  const asked = outcome.kind === 'later' ? outcome.asked : null;
  const orderNum = carrier.noteOrder(account.username, 'DEMO', [{ iccid, asked, outcome: 'waiting', code: null }]);
  const { msisdn, imsi } = carrier.world.numbers(row);
  return [{ msisdn, imsi, iccid, orderNum }];
}

/** Unknown cards and a card within its window fail the whole batch; a card in another status fails alone. */
function changeStatuses(call: OneLinkCall) {
  const { carrier, account, conduct } = call;
  const cards = manyCards(call, MOST, ['msisdn']);
  const operType = required(call, 'operType');
  if (!isOperType('batch', operType)) throw badParameter('operType');
  if (operType === '9' || operType === '11') oneOf(call, 'reason', CHANGE_REASONS);
  const rows = cards.map(({ row }) => {
    if (row === undefined) throw notYours();
    return row;
  });
  for (const row of rows) refuseWithinWindow(call, row);
  const lines = rows.map((row): OrderLine => {
    const iccid = carrier.world.devices.iccid(row);
    const to = targetOf('batch', operType, present(call, row));
    if (to === undefined) {
      carrier.refuse(iccid);
      return { iccid, asked: null, outcome: 'failed', code: '12089' };
    }
    const changes = [{ field: 'status', value: to }];
    const outcome = carrier.edit({ row, changes, by: account.username, times: conduct.times, isOrdered: true });
    return { iccid, asked: outcome.kind === 'later' ? outcome.asked : null, outcome: 'waiting', code: null };
  });
  return [{ jobId: carrier.noteOrder(account.username, 'JOB', lines) }];
}

function orderOf(call: OneLinkCall, name: string) {
  const order = call.carrier.world.orders.find(required(call, name));
  if (!order || order.username !== call.account.username) throw badParameter(name);
  return order;
}

/** The fields of this answer are assumed: 0 under way, 1 done, 2 failed. */
function orderInfo(call: OneLinkCall) {
  const { number, lines, atMs } = orderOf(call, 'orderNum');
  const states = { waiting: '0', done: '1', failed: '2' } as const;
  return [{ orderNum: number, orderStatus: states[lines[0]!.outcome], createTime: chinaStamp(atMs) }];
}

/** 0 waiting, 1 running, 2 done, 3 done with failures, 4 failed. */
function batchResult(call: OneLinkCall) {
  const { lines, atMs } = orderOf(call, 'jobId');
  const count = (outcome: OrderLine['outcome']) => lines.filter((line) => line.outcome === outcome).length;
  const hasBegun = call.carrier.nowMs() - atMs >= JOB_WAITS_MS || count('done') > 0;
  let jobStatus = count('failed') === 0 ? '2' : count('done') === 0 ? '4' : '3';
  if (count('waiting') > 0) jobStatus = hasBegun ? '1' : '0';
  const resultList = lines
    .filter(({ outcome }) => outcome !== 'waiting')
    .map(({ iccid, outcome, code }) => ({ iccid, status: outcome === 'done' ? '0' : (code ?? '19010') }));
  return [{ jobStatus, resultList }];
}

export const CARD_ROUTES: Readonly<Record<string, OneLinkHandler>> = {
  'query/sim-basic-info': (call) => {
    const row = oneCard(call);
    const { devices } = call.carrier.world;
    const { msisdn, imsi } = call.carrier.world.numbers(row);
    const dates = { activeDate: stampOrEmpty(devices.activatedMs(row)), openDate: chinaStamp(devices.addedMs(row)) };
    return [{ msisdn, imsi, iccid: devices.iccid(row), ...dates, remark: '' }];
  },
  'query/sim-status': (call) => {
    const row = oneCard(call);
    const cardStatus = call.conduct.toldStatus ?? present(call, row);
    return [{ cardStatus, lastChangeDate: chinaStamp(lastChangeMs(call, row)) }];
  },
  'query/sim-change-history': (call) => {
    const row = oneCard(call);
    const changes = call.carrier.world.devices.changes(row).filter(({ field }) => field === 'status');
    const changeHistoryList = changes.map(({ from, to, atMs }) => ({
      descStatus: from,
      targetStatus: to,
      changeDate: chinaStamp(atMs),
    }));
    return [{ changeHistoryList }];
  },
  'query/sim-card-info/batch': (call) =>
    manyCards(call, MOST).map(({ kind, value, row }) => {
      if (row === undefined) return { status: unknownCard().code, message: unknownCard().message, [kind]: value };
      const { msisdn, imsi } = call.carrier.world.numbers(row);
      return { status: '0', message: '正确', msisdn, imsi, iccid: call.carrier.world.devices.iccid(row) };
    }),
  'query/sim-platform/batch': (call) =>
    manyCards(call, MOST).flatMap(({ kind, value, row }) =>
      row === undefined ? [] : [{ [kind]: value, platformType: platformOf(present(call, row)) }],
    ),
  'query/sim-imei': (call) => [{ imei: call.carrier.world.numbers(oneCard(call)).imei }],
  'query/sim-stop-reason': (call) => {
    const row = oneCard(call);
    const word = present(call, row);
    const last = call.carrier.world.devices.changes(row).findLast(({ field }) => field === 'status');
    const isOurs = last?.origin !== 'foreign';
    const why = isOurs ? ['01', '主动停机'] : ['02', '管理停机'];
    const [stopReason = '', shutdownReasonDesc = ''] = isStopped(word) ? why : [];
    return [{ platformType: platformOf(word), stopReason, shutdownReasonDesc }];
  },
  'change/sim-status': changeStatus,
  'change/sim-status/batch': changeStatuses,
  'query/order-info': orderInfo,
  'query/sim-batch-result': batchResult,
};
