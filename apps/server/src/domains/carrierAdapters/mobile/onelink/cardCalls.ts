import { text } from '@cardinal/primitives/text.ts';
import type { CarrierAdapter, Line, Reply } from '../../protocol/adapter.ts';
import { told } from '../../protocol/exchange.ts';
import type { CardAddress, CarrierDevice } from '../../protocol/operations.ts';
import { callOneLink, numberOf } from './client.ts';
import { isAskedFor, NO_SUCH_NUMBER, onlyWayTo, operTypeOf, platformOf, statusOfWire } from './statuses.ts';
import { basicAnswer, orderAnswer, orderInfoAnswer, readStamp, statusAnswer, stopReasonAnswer } from './wire.ts';

const NOT_ASKED = text('OneLink 不支持转为该状态', 'OneLink does not support this status');
const NO_SUCH = text('运营商：号码不存在', 'Carrier: number not found');
export const NO_TURN = text('通道暂不可用，未提交', 'The carrier account is unavailable; nothing was sent');

const orNull = (value: string | null | undefined): string | null => value || null;

export const askBasics = (line: Line, card: CardAddress) =>
  callOneLink(line, 'query/sim-basic-info', numberOf(card), basicAnswer);
const askStatus = (line: Line, card: CardAddress) =>
  callOneLink(line, 'query/sim-status', numberOf(card), statusAnswer);

/** The status; also the numbers while the IMSI is unknown, which takes a second request. */
async function getDevice(line: Line, card: CardAddress): Promise<Reply<CarrierDevice>> {
  const status = await askStatus(line, card);
  if (status.kind !== 'ok') return status;
  const { cardStatus, lastChangeDate } = status.answer;
  if (cardStatus === NO_SUCH_NUMBER) return { kind: 'refused', code: cardStatus, words: NO_SUCH, isUnknown: true };
  const basics = !card.imsi && (await line.nextBudgetSlot()) ? await askBasics(line, card) : undefined;
  const known = basics?.kind === 'ok' ? basics.answer : undefined;
  return {
    ...status,
    answer: {
      iccid: card.iccid,
      status: statusOfWire(cardStatus),
      imsi: orNull(known?.imsi),
      msisdn: orNull(known?.msisdn),
      imei: null,
      ratePlan: null,
      communicationPlan: null,
      activatedAt: readStamp(known?.activeDate),
      changedAt: readStamp(lastChangeDate),
      raw: { ...status.answer, platformType: platformOf(cardStatus), ...known },
    },
  };
}

/**
 * If several operations lead to a status, the present one decides and is queried first. Nothing is changed before the change
 * itself is requested, however the query ends.
 */
async function operTypeFor(line: Line, card: CardAddress, target: string): Promise<Reply<string | null>> {
  if (!isAskedFor(target)) return { kind: 'refused', code: 'notOffered', words: NOT_ASKED };
  const only = onlyWayTo(target);
  if (only !== undefined) return { kind: 'ok', answer: only };
  const present = await askStatus(line, card);
  if (present.kind === 'unclear') return { kind: 'notSent', words: present.words };
  if (present.kind !== 'ok') return present;
  const { cardStatus } = present.answer;
  if (statusOfWire(cardStatus) === target) return { kind: 'ok', answer: null };
  const operType = operTypeOf(cardStatus, target);
  if (operType === undefined) return { kind: 'refused', code: 'notOffered', words: NOT_ASKED };
  return (await line.nextBudgetSlot()) ? { kind: 'ok', answer: operType } : { kind: 'notSent', words: NO_TURN };
}

const ORDER_STATES: Readonly<Record<string, 'waiting' | 'done' | 'failed'>> = { 0: 'waiting', 1: 'done', 2: 'failed' };
const ORDER_WORDS = {
  waiting: text('办理中', 'In progress'),
  done: text('办理成功', 'Done'),
  failed: text('办理失败', 'Failed'),
  unknown: text('未知', 'Unknown'),
};

export const cardCalls: CarrierAdapter['operate'] = {
  getDevice,
  setStatus: async (line, { status, ...card }) => {
    const way = await operTypeFor(line, card, status);
    if (way.kind !== 'ok') return way;
    // It has the status already: nothing is requested, and the next check confirms it.
    if (way.answer === null) return { kind: 'ok', answer: { reference: null } };
    const parameters = { ...numberOf(card), operType: way.answer };
    const reply = await callOneLink(line, 'change/sim-status', parameters, orderAnswer);
    return told(reply, ({ orderNum }) => ({ reference: orNull(orderNum) }));
  },
  getOrder: async (line, { reference }) =>
    told(await callOneLink(line, 'query/order-info', { orderNum: reference }, orderInfoAnswer), ({ orderStatus }) => {
      const state = ORDER_STATES[orderStatus] ?? 'unknown';
      return { state, words: ORDER_WORDS[state] };
    }),
  getStopReasons: async (line, card) =>
    told(await callOneLink(line, 'query/sim-stop-reason', numberOf(card), stopReasonAnswer), (reason) => {
      const said = reason.shutdownReasonDesc || reason.stopReason || '';
      return { code: orNull(reason.stopReason), words: text(said || '运营商未说明', said || 'The carrier gives none') };
    }),
};
