import type { Times } from '../cardWorld/cardCarrier.ts';
import { chinaMonth, chinaStamp } from '../cardWorld/chinaTime.ts';
import type { WireText } from '../cardWorld/underFaults.ts';
import { transaction } from './cardTellings.ts';
import { FIELD, type TelecomCarrier, UNNAMED } from './telecomNature.ts';
import { json, notAllowed, type TelecomRefusal, words, xml } from './wireTexts.ts';

/** One order for one card, from either platform. */
export type CardOrder = {
  readonly carrier: TelecomCarrier;
  readonly row: number;
  readonly username: string;
  readonly times: Times;
  readonly parameters: Readonly<Record<string, string>>;
};

/** The statuses that `orderTypeId` switches between. */
const MOVES: Readonly<Record<string, { readonly from: readonly string[]; readonly to: string }>> = {
  19: { from: ['4'], to: '5' },
  20: { from: ['5'], to: '4' },
  21: { from: ['2'], to: '3' },
  22: { from: ['3'], to: '2' },
};
const NEVER_USED = ['1', '2', '3'];
const STOPPED = ['5', UNNAMED];
const MOST_REBINDINGS_A_MONTH = 3;

export const refusalText = ({ code, message }: TelecomRefusal): WireText => words(`${code}：${message}`);

const noted = (order: CardOrder) => transaction(order.carrier, order.username);
const answered = (order: CardOrder, RspCode: string, RspDesc: string): WireText =>
  xml('SvcCont', {
    Response: { RspType: RspCode === '0000' ? '0' : '1', RspCode, RspDesc },
    GROUP_TRANSACTIONID: noted(order),
  });
const result = (order: CardOrder, code: string, message: string): WireText =>
  xml('SvcCont', { result: code, resultMsg: message, GROUP_TRANSACTIONID: noted(order) });

function refused({ carrier, row }: CardOrder, said: WireText): WireText {
  carrier.refuse(carrier.world.devices.iccid(row));
  return said;
}

function change({ carrier, row, username, times }: CardOrder, field: string, value: string): boolean {
  return carrier.edit({ row, changes: [{ field, value }], by: username, times }).kind !== 'refused';
}

/** An accepted order is executed later; a second one for the same card is refused meanwhile. */
export const oneAtATime =
  (carryOut: (order: CardOrder) => WireText) =>
  (order: CardOrder): WireText => {
    const asked = order.carrier.askedOf(order.carrier.world.devices.iccid(order.row));
    const isInWork = asked.some(({ origin }) => origin === 'api');
    return isInWork ? refused(order, words('-7：该号码存在在途订单')) : carryOut(order);
  };

/** Stops and resumes. */
export function disableNumber(order: CardOrder): WireText {
  const { carrier, row } = order;
  const orderTypeId = order.parameters['orderTypeId'] ?? '';
  const move = MOVES[orderTypeId];
  if (!move) return words('-2：orderTypeId错误');
  const status = carrier.world.field(row, 'status');
  if (orderTypeId === '19' && STOPPED.includes(status)) {
    return refused(order, words('该号码已存在停机类型为120000的停机记录，不能重复停机'));
  }
  if (orderTypeId === '20' && NEVER_USED.includes(status)) {
    return refused(order, result(order, '100008', '该号码待激活，不能复机'));
  }
  if (!move.from.includes(status)) return refused(order, refusalText(notAllowed()));
  return change(order, 'status', move.to)
    ? result(order, '0', '成功接收消息')
    : refused(order, refusalText(notAllowed()));
}

export function activate(order: CardOrder): WireText {
  const { carrier, row } = order;
  if (!NEVER_USED.includes(carrier.world.field(row, 'status'))) {
    const said = { RESULT: '-9', SMSG: '该号码不是待激活状态', GROUP_TRANSACTIONID: noted(order) };
    return refused(order, json(said));
  }
  change(order, 'status', '4');
  return json({ RESULT: '0', SMSG: '成功', GROUP_TRANSACTIONID: noted(order) });
}

/** «Add» cuts off; an order for the current state is refused. */
export function cutNet(order: CardOrder): WireText {
  const isCut = order.carrier.world.field(order.row, FIELD.data) === 'off';
  const wantsCut = order.parameters['action'] === 'ADD';
  if (isCut === wantsCut) return refused(order, answered(order, '-9', '已订购功能产品，不能重复订购'));
  change(order, FIELD.data, wantsCut ? 'off' : 'on');
  return answered(order, '0000', '成功接收消息');
}

/** For one APN «add» permits. */
export function switchApn(order: CardOrder): WireText {
  const action = order.parameters['action'] === 'ADD' ? 'DEL' : 'ADD';
  return cutNet({ ...order, parameters: { ...order.parameters, action } });
}

/** 10 to 33. */
const SPEED_VALUE = /^(1\d|2\d|3[0-3])$/;

export function limitSpeed(order: CardOrder): WireText {
  const { speedValue = '', action } = order.parameters;
  if (!SPEED_VALUE.test(speedValue)) return refused(order, json({ resultCode: '-2', resultMsg: 'speedValue错误' }));
  change(order, FIELD.speed, action === 'ADD' ? speedValue : '');
  return json({ resultCode: '0000', resultMsg: '成功', GROUP_TRANSACTIONID: noted(order) });
}

/** An existing cap is changed or removed, a missing one is added; -1 is none, 0 the first byte. */
export function capUsage(order: CardOrder): WireText {
  const { action = '', quota = '', type } = order.parameters;
  const isThere = order.carrier.world.field(order.row, FIELD.cap) !== '';
  if (!['1', '2', '3'].includes(action)) return words('-2：action错误');
  if (action !== '3' && (!/^(-1|\d+)$/.test(quota) || !['1', '2'].includes(type ?? '')))
    return words('-2：quota或type错误');
  if (action === '1' && isThere) return refused(order, answered(order, '-5', '已订购达量断网，请修改阈值'));
  if (action !== '1' && !isThere) return refused(order, answered(order, '-9', '未订购达量断网'));
  change(order, FIELD.cap, action === '3' || quota === '-1' ? '' : quota);
  return answered(order, '0000', '成功接收消息');
}

/** Binds to one device (type 2), or to the one the card is in: the next it will be seen in. */
export function rebind(order: CardOrder): WireText {
  const { carrier, row, parameters } = order;
  const { devices } = carrier.world;
  const month = chinaMonth(chinaStamp(carrier.nowMs()).slice(0, 6));
  const rebindings = devices
    .changes(row)
    .filter(({ field, atMs }) => field === FIELD.imei && month && atMs >= month.fromMs);
  if (rebindings.length >= MOST_REBINDINGS_A_MONTH) {
    return refused(order, answered(order, '-5', '业务校验失败（单卡本月调用次数已超过限定次数！）'));
  }
  if (parameters['bind_type'] === '2' && !parameters['imei']) return refused(order, words('-2：缺少参数imei'));
  change(order, FIELD.imei, parameters['bind_type'] === '2' ? (parameters['imei'] ?? '') : '');
  return answered(order, '0000', '成功接收消息');
}
