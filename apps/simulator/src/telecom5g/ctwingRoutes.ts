import { strDec, thirdsOf } from '@cardinal/primitives/strEnc.ts';
import { chinaDay, chinaMonth, type Period } from '../cardWorld/chinaTime.ts';
import type { Conduct, WireText } from '../cardWorld/underFaults.ts';
import {
  activate,
  type CardOrder,
  capUsage,
  cutNet,
  disableNumber,
  limitSpeed,
  oneAtATime,
  switchApn,
} from '../telecomCmp/cardOrders.ts';
import {
  cardPage,
  isNamed,
  mainStatus,
  online,
  place,
  thisMonth,
  traffic,
  transaction,
} from '../telecomCmp/cardTellings.ts';
import {
  FIELD,
  MAIN_STATUSES,
  type TelecomAccount,
  type TelecomCarrier,
  UNNAMED,
} from '../telecomCmp/telecomNature.ts';
import { json, missing, TelecomRefusal, xml } from '../telecomCmp/wireTexts.ts';

export type CtwingCall = {
  readonly carrier: TelecomCarrier;
  readonly account: TelecomAccount;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly conduct: Conduct;
};
export type CardCall = CtwingCall & { readonly row: number };

/** A path of the interface; its last word is its name in faults and counts. */
export type CtwingRoute = {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly isChange?: true;
} & (
  | { readonly about: 'card'; readonly answer: (call: CardCall) => WireText }
  | { readonly about: 'account'; readonly answer: (call: CtwingCall) => WireText }
);

const MOST_IN_A_BATCH = 100;
/** The part of the secret that encrypts messages. */
const KEY_CHARACTERS = 9;
const MEGABYTE = 1024 * 1024;

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const asked = (path: string, answer: (call: CardCall) => WireText): CtwingRoute => ({
  name: nameOf(path),
  method: 'GET',
  path,
  about: 'card',
  answer,
});
const ordered = (path: string, carryOut: (order: CardOrder) => WireText): CtwingRoute => ({
  ...asked(path, ({ carrier, row, account, conduct, query }) =>
    oneAtATime(carryOut)({ carrier, row, username: account.username, times: conduct.times, parameters: query }),
  ),
  isChange: true,
});
const batch = (path: string, answer: (call: CtwingCall) => WireText): CtwingRoute => ({
  name: nameOf(path),
  method: 'POST',
  path,
  about: 'account',
  answer,
});

const done = (data: unknown): WireText => json({ code: 0, msg: '成功', data });

/** The rows of a batch with their requested numbers; unknown ones are omitted. */
function rowsOf({ carrier, account, body }: CtwingCall, field: string): (readonly [number, string])[] {
  const numbers = body[field];
  if (!Array.isArray(numbers) || numbers.length === 0) throw missing(field);
  if (numbers.length > MOST_IN_A_BATCH) throw new TelecomRefusal('-2', `一次最多${MOST_IN_A_BATCH}个号码`);
  return numbers.map(String).flatMap((number) => {
    const row = carrier.world.rowOfNumber('msisdn', number);
    return row !== undefined && carrier.world.accountOf(row).username === account.username
      ? [[row, number] as const]
      : [];
  });
}

function customerChecked(call: CtwingCall): CtwingCall {
  if (call.body['custNumber'] !== call.account.custNumber) throw new TelecomRefusal('-2', '客户编码错误');
  return call;
}

function flows(call: CtwingCall, period: Period | undefined, when: string): WireText {
  if (!period) throw missing(when);
  const rows = rowsOf(customerChecked(call), 'accessNumber').map(([row, accessNumber]) => ({
    accessNumber,
    result: '0',
    unit: 'MB',
    flowAmount: (call.carrier.usage(row, period.fromMs, period.toMs).dataBytes / MEGABYTE).toFixed(3),
    [when]: call.body[when],
    status: '0',
    statusDesc: '成功',
  }));
  return done(rows);
}

function simInfos(call: CtwingCall): WireText {
  const { carrier, conduct } = call;
  const qrySimInfoList = rowsOf(customerChecked(call), 'accessNumbers').map(([row, accessNumber]) => {
    const status = conduct.toldStatus ?? carrier.world.field(row, 'status');
    return {
      accessNumber,
      iccid: carrier.world.devices.iccid(row),
      imsi: carrier.world.numbers(row).imsi,
      simStatus: status === UNNAMED ? '5' : status,
      simStatusName: status === UNNAMED ? '未实名停机' : MAIN_STATUSES[status],
    };
  });
  return done({ qrySimInfoList });
}

function diagnosis({ carrier, row }: CardCall): WireText {
  const status = carrier.world.field(row, 'status');
  const session = carrier.session(row);
  const isOnline = session !== undefined && session.endedMs === null;
  const item = (itemName: string, isGood: boolean, good: string, bad: string) => ({
    itemName,
    itemResult: isGood ? '0' : '1',
    itemDesc: isGood ? good : bad,
  });
  return done({
    itemList: [
      item('卡状态', status === '4', '在用', MAIN_STATUSES[status] ?? status),
      item('实名', isNamed(carrier, row), '已实名', '未实名'),
      item('上网功能', carrier.world.field(row, FIELD.data) === 'on', '已开通', '已断网'),
      item('在线', isOnline, '有在线会话', '当前没有会话'),
      { itemName: '终端', itemResult: '2', itemDesc: '终端未上报' },
    ],
  });
}

function located({ carrier, row }: CardCall): WireText {
  const found = place(carrier, row);
  return found ? done(found) : json({ code: -9, msg: '未查询到该号码的位置信息' });
}

function message(call: CardCall): WireText {
  const { carrier, row, account, conduct, query } = call;
  const text = strDec(query['content'] ?? '', thirdsOf((account.signingSecret ?? '').slice(0, KEY_CHARACTERS)));
  if (!text) throw missing('content');
  const { id } = carrier.sendSms(row, text, account.username, conduct.times === 'once' ? 1 : 2);
  return done({ messageId: String(id) });
}

const CARDS = '/openapi/v1/prodinst';
const COMMON = '/5gcmp/openapi/v1/common';
const SUBSCRIBERS = '/openapi/v1/subscribers';

export const CTWING_ROUTES: readonly CtwingRoute[] = [
  asked(`${CARDS}/queryCardMainStatus`, ({ carrier, row, conduct }) => {
    const { number: _, ...told } = mainStatus(carrier, row, conduct.toldStatus);
    const authStatus = isNamed(carrier, row) ? '1' : '0';
    const netBlockStatusName = carrier.world.field(row, FIELD.data) === 'on' ? '未断网' : '断网';
    return json({ result: '0', resultMsg: '成功', netBlockStatusName, authStatus, ...told });
  }),
  asked(`${CARDS}/getOnlineStatus`, ({ carrier, row }) =>
    json({ resultCode: '0', resultMsg: '成功', description: online(carrier, row) }),
  ),
  {
    ...batch(`${CARDS}/getSIMList`, ({ carrier, account, query }) =>
      done(cardPage(carrier, account.username, Number(query['pageIndex'] ?? 1))),
    ),
    method: 'GET',
  },
  asked('/api/v1/openbill/queryTraffic', ({ carrier, row, account }) => {
    const told = traffic(carrier, row, thisMonth(carrier));
    const number = { GROUP_TRANSACTIONID: transaction(carrier, account.username) };
    return xml('root', { 'web:NEW_DATA_TICKET_QRsp': { ...told, ...number } });
  }),
  batch('/api/v1/batchQry/batchQryFlowByMonth', (call) =>
    flows(call, chinaMonth(String(call.body['month'] ?? '')), 'month'),
  ),
  batch('/api/v1/batchQry/batchQryFlowByDate', (call) =>
    flows(call, chinaDay(String(call.body['date'] ?? '')), 'date'),
  ),
  batch('/api/v1/prod/batchQrySimInfo', simInfos),
  batch('/api/v1/realName/qryRealNameStatus', (call) => {
    const statusList = rowsOf(call, 'accessNumber').map(([row, accessNumber]) => ({
      accessNumber,
      status: isNamed(call.carrier, row) ? '1' : '0',
    }));
    return done({ statusList });
  }),
  ordered(`${COMMON}/disabledNumberService`, (order) => {
    if (order.parameters['acctCd'] === undefined) throw missing('acctCd');
    return disableNumber(order);
  }),
  ordered(`${COMMON}/requestServActive`, activate),
  ordered(`${COMMON}/singleCutNet`, cutNet),
  ordered(`${COMMON}/speedLimitAction`, limitSpeed),
  ordered(`${COMMON}/offNetAction`, capUsage),
  ordered(`${SUBSCRIBERS}/apnNetStatusAction`, switchApn),
  ordered(`${SUBSCRIBERS}/apnMoudleSpeedLimitAction`, limitSpeed),
  asked(`${SUBSCRIBERS}/queryUsingAPN`, ({ carrier, row }) => {
    const netStatus = carrier.world.field(row, FIELD.data) === 'on' ? '1' : '0';
    return done({ apnList: [{ apn: 'ctiot', netStatus }] });
  }),
  asked('/api/v1/openRisk/:access_number/diagnosis', diagnosis),
  asked('/openapi/v1/map/qryLocationService', located),
  { ...asked('/api/v1/na/notice/message/sendSms', message), isChange: true },
];
