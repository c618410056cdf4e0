import { strEnc, thirdsOf } from '@cardinal/primitives/strEnc.ts';
import { chinaDay } from '../cardWorld/chinaTime.ts';
import type { Conduct, WireText } from '../cardWorld/underFaults.ts';
import {
  activate,
  type CardOrder,
  capUsage,
  cutNet,
  disableNumber,
  limitSpeed,
  oneAtATime,
  rebind,
} from './cardOrders.ts';
import {
  cardPage,
  mainStatus,
  online,
  packages,
  place,
  realName,
  thisMonth,
  traffic,
  transaction,
} from './cardTellings.ts';
import { FIELD, type TelecomAccount, type TelecomCarrier } from './telecomNature.ts';
import { json, missing, words, xml } from './wireTexts.ts';

export type CmpCall = {
  readonly carrier: TelecomCarrier;
  readonly account: TelecomAccount;
  readonly key: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly conduct: Conduct;
};
export type CardCall = CmpCall & { readonly row: number };

/** A method of the interface. Methods on one card get its row; a refused change is counted. */
export type CmpMethod = {
  /** Its own parameters whose values are signed, in the order of the manual. */
  readonly signed: readonly string[];
  readonly isChange?: true;
} & (
  | { readonly about: 'card'; readonly answer: (call: CardCall) => WireText }
  | { readonly about: 'account'; readonly answer: (call: CmpCall) => WireText }
);

const TOTALS = 'web:NEW_DATA_TICKET_QRsp';

const order = ({ carrier, row, account, conduct, parameters }: CardCall): CardOrder => ({
  carrier,
  row,
  username: account.username,
  times: conduct.times,
  parameters,
});
const GROUP = ({ carrier, account }: CmpCall) => ({
  GROUP_TRANSACTIONID: transaction(carrier, account.username),
});

const asked = (answer: (call: CardCall) => WireText): CmpMethod => ({ about: 'card', signed: [], answer });
const ordered = (signed: readonly string[], carryOut: (order: CardOrder) => WireText): CmpMethod => ({
  about: 'card',
  signed,
  isChange: true,
  answer: (call) => oneAtATime(carryOut)(order(call)),
});

const totals = (call: CardCall, period: { readonly fromMs: number; readonly toMs: number }): WireText =>
  xml('root', { [TOTALS]: { ...traffic(call.carrier, call.row, period), ...GROUP(call) } });

/** Both days included, within one month. */
function trafficByDate(call: CardCall): WireText {
  const { startDate = '', endDate = '' } = call.parameters;
  const first = chinaDay(startDate);
  const last = chinaDay(endDate);
  if (!first || !last) throw missing('startDate或endDate');
  if (startDate.slice(0, 6) !== endDate.slice(0, 6)) return words('-2：起止时间需在一个自然月内');
  return totals(call, { fromMs: first.fromMs, toMs: last.toMs });
}

function binding({ carrier, row }: CardCall): WireText {
  const bound = carrier.world.field(row, FIELD.imei);
  const { msisdn, imsi, imei } = carrier.world.numbers(row);
  return json({
    resultCode: '0',
    resultMsg: '成功',
    msisdn,
    iccid: carrier.world.devices.iccid(row),
    imsi,
    lastIMEI: imei,
    imei: bound,
    bingdingType: bound === '' ? '未开通' : '开通',
    bingdingStatus: bound === '' || bound === imei ? '是' : '否',
  });
}

function located(call: CardCall): WireText {
  const found = place(call.carrier, call.row);
  return words(found ? strEnc(JSON.stringify(found), thirdsOf(call.key)) : '-9：未查询到该号码的位置信息');
}

const POOLS = ['50LLC00001', '50LLC00002'];

/** The supported methods; any other name is unknown to the carrier. */
export const CMP_METHODS: ReadonlyMap<string, CmpMethod> = new Map<string, CmpMethod>([
  ['getTelephone', asked(({ carrier, row }) => json({ RESULT: '0', SMSG: carrier.world.numbers(row).msisdn }))],
  [
    'getTelephonePlus',
    asked(({ carrier, row }) => {
      const { msisdn, imsi } = carrier.world.numbers(row);
      const info = { access_number: msisdn, ICCID: carrier.world.devices.iccid(row), '4G_IMSI': imsi, '3G_IMSI': '' };
      return json({ resultCode: '0', resultMsg: '成功', info });
    }),
  ],
  [
    'queryCardMainStatus',
    asked((call) => {
      const { carrier, row, conduct } = call;
      return json({
        resultCode: '0',
        resultMsg: '成功',
        ...GROUP(call),
        ...mainStatus(carrier, row, conduct.toldStatus),
      });
    }),
  ],
  ['queryTraffic', asked((call) => totals(call, thisMonth(call.carrier)))],
  ['queryTrafficByDate', asked(trafficByDate)],
  [
    'queryPakage',
    asked((call) => {
      if (!chinaDay(call.parameters['monthDate'] ?? '')) throw missing('monthDate');
      const { carrier, row } = call;
      const number = carrier.world.numbers(row).msisdn;
      const told = { CumulRspList: packages(carrier, row), IRESULT: '0', SMSG: '成功', number, ...GROUP(call) };
      return xml('root', { 'web:CurrAcuRsp': told });
    }),
  ],
  [
    'getOnlineStatus',
    asked(({ carrier, row, account }) =>
      json({
        resultCode: '0',
        resultMsg: '成功',
        groupTransactionId: transaction(carrier, account.username),
        description: online(carrier, row),
      }),
    ),
  ],
  ['realNameQueryIot', asked((call) => xml('SvcCont', { ...realName(call.carrier, call.row), ...GROUP(call) }))],
  ['queryBindDetection', asked(binding)],
  ['getLocationByPhone', asked(located)],
  ['disabledNumber', ordered(['acctCd', 'orderTypeId'], disableNumber)],
  ['requestServActive', ordered([], activate)],
  ['singleCutNet', ordered(['action'], cutNet)],
  ['speedLimitAction', ordered(['speedValue', 'action'], limitSpeed)],
  ['offNetAction', ordered(['action', 'quota', 'type'], capUsage)],
  ['IMEIReRecord', ordered(['action'], rebind)],
  [
    'getSIMList',
    {
      about: 'account',
      signed: [],
      answer: ({ carrier, account, parameters }) => {
        const page = cardPage(carrier, account.username, Number(parameters['pageIndex'] ?? 1));
        return json({ resultCode: '0', resultMsg: '成功', description: page });
      },
    },
  ],
  [
    'getPoolList',
    {
      about: 'account',
      signed: [],
      answer: (call) => {
        const OutProdInfos = POOLS.map((poolNbr, at) => ({ poolNbr, poolName: `后向流量池${at + 1}` }));
        return xml('SvcCont', { OutProdInfos, resultCode: '0', resultMsg: '处理成功!', ...GROUP(call) });
      },
    },
  ],
]);
