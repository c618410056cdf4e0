import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { systemClock } from '@cardinal/primitives/clock.ts';
import { text } from '@cardinal/primitives/text.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import * as z from 'zod';
import type { CarrierAdapter, Line, Reply } from '../../protocol/adapter.ts';
import { CREDENTIALS_WORK, noNumber, told } from '../../protocol/exchange.ts';
import type { CardAddress, CarrierDevice, CarrierLocation } from '../../protocol/operations.ts';
import { capOrder } from '../caps.ts';
import { judge, NO_SUCH_MOVE, NO_SUCH_SERVICE, NO_SUCH_SPEED, taken } from '../judge.ts';
import { orderOrActivate } from '../move.ts';
import { oneByOne } from '../oneByOne.ts';
import {
  cardPage,
  deviceOf,
  listedOf,
  mainStatusAnswer,
  onlineAnswer,
  realNameAnswer,
  realNameOf,
  sessionOf,
  trafficAnswer,
  usageOf,
} from '../readings.ts';
import { speedOrder } from '../speeds.ts';
import { orderTypeOf } from '../statuses.ts';
import { telecomCmpCapabilities } from './capabilities.ts';
import { askCmp, callCmp, keysOf } from './client.ts';
import {
  allowancesOf,
  anyAnswer,
  bindingAnswer,
  bindingOf,
  numbersAnswer,
  packagesAnswer,
  placeOf,
  poolsAnswer,
  poolsOf,
  rangeOf,
  realNamePage,
  withNumbers,
} from './wire.ts';

const TOTALS_ONLY = { needDtl: '0' };
const cardsAnswer = z.object({ description: cardPage });

/** Sends a stop or resume order, or an activation. */
const move = (line: Line, card: CardAddress, orderTypeId: string): Promise<Reply<unknown>> =>
  orderOrActivate(
    line,
    () => callCmp(line, { method: 'disabledNumber', card, signed: { acctCd: '', orderTypeId } }, anyAnswer),
    () => callCmp(line, { method: 'requestServActive', card }, anyAnswer),
  );

/** For a card known by its ICCID only, the numbers are queried as well; without them the device is still returned. */
async function device(line: Line, card: CardAddress): Promise<Reply<CarrierDevice>> {
  const asked = { method: 'queryCardMainStatus', card, unsigned: { queryDropCard: 'true' } };
  const reply = told(await callCmp(line, asked, mainStatusAnswer), (raw) => deviceOf(card, raw));
  if (reply.kind !== 'ok' || card.msisdn || !(await line.nextBudgetSlot())) return reply;
  const numbers = await callCmp(line, { method: 'getTelephonePlus', card }, numbersAnswer);
  return numbers.kind === 'ok' ? { ...reply, answer: withNumbers(reply.answer, numbers.answer) } : reply;
}

/** Words or fields are a refusal; a position is a row of encrypted blocks and nothing else. */
async function locate(line: Line, card: CardAddress): Promise<Reply<CarrierLocation>> {
  const heard = await askCmp(line, { method: 'getLocationByPhone', card });
  if (heard.kind !== 'heard') return heard;
  const { status, text: said } = heard.heard;
  const answer = status === 200 ? placeOf(card, said, keysOf(line).key) : undefined;
  if (answer) return { kind: 'ok', httpStatus: status, answer };
  const reply = judge(heard.heard, anyAnswer);
  return reply.kind === 'ok' ? { kind: 'unclear', httpStatus: status, words: UNREADABLE_PLACE } : reply;
}
const UNREADABLE_PLACE = text('运营商返回的位置无法识别', 'Unrecognised location from the carrier');

/** China Telecom through its older connection management platform («m2m_ec»). */
export const telecomCmp: CarrierAdapter = {
  key: 'telecomCmp',
  name: text('电信 CMP（旧版）', 'China Telecom CMP (older)'),
  platform: Platform.values.Dx,
  subType: null,
  credentials: [
    { name: 'userId', label: text('用户名（user_id）', 'User (user_id)'), isSecret: false, maxLength: 64 },
    { name: 'password', label: text('密码', 'Password'), isSecret: true, maxLength: 64 },
    { name: 'key', label: text('9 位密钥', '9-character key'), isSecret: true, maxLength: 9 },
  ],
  capabilities: telecomCmpCapabilities,
  operate: {
    echo: async (line) => {
      const asked = { method: 'getSIMList', unsigned: { pageIndex: '1' } };
      return told(await callCmp(line, asked, anyAnswer), () => ({ words: CREDENTIALS_WORK }));
    },
    getDevice: device,
    listCards: async (line, { after }) => {
      const pageIndex = after ?? '1';
      const asked = { method: 'getSIMList', unsigned: { pageIndex } };
      return told(await callCmp(line, asked, cardsAnswer), ({ description }) =>
        listedOf(description, Number(pageIndex)),
      );
    },
    setStatus: async (line, { status, ...card }) => {
      const orderTypeId = orderTypeOf(status);
      return orderTypeId ? taken(await move(line, card, orderTypeId)) : NO_SUCH_MOVE;
    },
    getUsage: async (line, card) => {
      const asked = { method: 'queryTraffic', card, unsigned: TOTALS_ONLY };
      return told(await callCmp(line, asked, trafficAnswer), (raw) => usageOf(card, raw));
    },
    getUsages: (line, { cards, period, on }) =>
      oneByOne(cards, async (card) => {
        const asked = { method: 'queryTrafficByDate', card, unsigned: { ...rangeOf(period, on), ...TOTALS_ONLY } };
        const { iccid } = card;
        return told(await callCmp(line, asked, trafficAnswer), ({ TOTAL_BYTES_CNT: bytes }) => ({ iccid, bytes }));
      }),
    getSession: async (line, card) =>
      told(await callCmp(line, { method: 'getOnlineStatus', card }, onlineAnswer), (raw) => sessionOf(card, raw)),
    getLocations: (line, { cards }) => oneByOne(cards, (card) => locate(line, card)),
    setService: async (line, { service, isOn, iccid, msisdn }) => {
      // ADD cuts the service off.
      const signed = { action: isOn ? 'DEL' : 'ADD' };
      if (service !== 'data') return NO_SUCH_SERVICE;
      return taken(await callCmp(line, { method: 'singleCutNet', card: { iccid, msisdn }, signed }, anyAnswer));
    },
    setSpeed: async (line, { kbps, iccid, msisdn }) => {
      const signed = speedOrder(kbps);
      if (!signed) return NO_SUCH_SPEED;
      const asked = { method: 'speedLimitAction', path: 'accept', card: { iccid, msisdn }, signed } as const;
      return taken(await callCmp(line, asked, anyAnswer));
    },
    setUsageCap: async (line, { megabytes, isChange, iccid, msisdn }) => {
      const asked = { method: 'offNetAction', card: { iccid, msisdn }, signed: capOrder(megabytes, isChange) };
      return taken(await callCmp(line, asked, anyAnswer));
    },
    getAllowances: async (line, card) => {
      const monthDate = dayText(systemClock.now()).replaceAll('-', '');
      const asked = { method: 'queryPakage', card, unsigned: { monthDate } };
      return told(await callCmp(line, asked, packagesAnswer), (raw) => ({ allowances: allowancesOf(raw) }));
    },
    getBinding: async (line, card) =>
      told(await callCmp(line, { method: 'queryBindDetection', card }, bindingAnswer), (raw) => bindingOf(card, raw)),
    bindImei: async (line, { imei, iccid, msisdn }) => {
      // Without a type the card is released and locked to the next device it is seen in.
      const unsigned: Record<string, string> = imei === null ? { bind_type: '' } : { bind_type: '2', imei };
      const asked = { method: 'IMEIReRecord', card: { iccid, msisdn }, signed: { action: 'ADD' }, unsigned };
      return taken(await callCmp(line, asked, anyAnswer));
    },
    getRealName: async (line, card) =>
      told(await callCmp(line, { method: 'realNameQueryIot', card }, realNameAnswer), realNameOf),
    startRealName: async (line, { msisdn }) =>
      msisdn ? { kind: 'ok', answer: { url: realNamePage(keysOf(line), msisdn), reference: null } } : noNumber,
    listPools: async (line) =>
      told(await callCmp(line, { method: 'getPoolList' }, poolsAnswer), (raw) => ({
        pools: poolsOf(raw),
        isLastPage: true,
      })),
  },
};
