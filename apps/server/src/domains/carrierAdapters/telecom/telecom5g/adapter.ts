import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { strEnc, thirdsOf } from '@cardinal/primitives/strEnc.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import type { CarrierAdapter, Line, Reply } from '../../protocol/adapter.ts';
import { CREDENTIALS_WORK, noNumber, told } from '../../protocol/exchange.ts';
import type { CardAddress } from '../../protocol/operations.ts';
import { capOrder } from '../caps.ts';
import { NO_SUCH_MOVE, NO_SUCH_SERVICE, NO_SUCH_SPEED, notOffered, taken } from '../judge.ts';
import { orderOrActivate } from '../move.ts';
import { numberOf } from '../numbers.ts';
import { oneByOne } from '../oneByOne.ts';
import {
  cardPage,
  deviceOf,
  listedOf,
  mainStatusAnswer,
  onlineAnswer,
  sessionOf,
  trafficAnswer,
  usageOf,
} from '../readings.ts';
import { speedOrder } from '../speeds.ts';
import { orderTypeOf } from '../statuses.ts';
import { BATCH, telecom5gCapabilities } from './capabilities.ts';
import { callCtwing } from './client.ts';
import {
  anyAnswer,
  apnsAnswer,
  deviceOfRow,
  diagnosisAnswer,
  flowsAnswer,
  placeAnswer,
  placeOf,
  realNamesAnswer,
  servicesOf,
  sharedOut,
  simInfoAnswer,
  smsAnswer,
  stepsOf,
  usageOfRow,
} from './wire.ts';

const cardsAnswer = z.object({ data: cardPage });

const CARDS = 'openapi/v1/prodinst';
const BILL = 'api/v1/openbill';
const BATCHES = 'api/v1/batchQry';
const COMMON = '5gcmp/openapi/v1/common';
const SUBSCRIBERS = 'openapi/v1/subscribers';

const TOO_MANY_CARDS = notOffered(`每次最多 ${BATCH} 张卡`, `At most ${BATCH} cards at a time`);

const customerOf = (line: Line): string => line.credentials['custNumber'] ?? '';

/** The access numbers of a batch; undefined if one is missing or there are too many. */
const numbersOf = (cards: readonly CardAddress[]): string[] | undefined => {
  const numbers = cards.flatMap(({ msisdn }) => msisdn ?? []);
  return numbers.length === cards.length ? numbers : undefined;
};

/** Sends a stop or resume order, or an activation. */
const move = (line: Line, card: CardAddress, orderTypeId: string): Promise<Reply<unknown>> => {
  const number = numberOf(card);
  const order = { path: `${COMMON}/disabledNumberService`, query: { ...number, acctCd: '', orderTypeId } };
  const activation = { path: `${COMMON}/requestServActive`, query: number };
  return orderOrActivate(
    line,
    () => callCtwing(line, order, anyAnswer),
    () => callCtwing(line, activation, anyAnswer),
  );
};

/** China Telecom through its 5G connection management platform (CTWing). */
export const telecom5g: CarrierAdapter = {
  key: 'telecom5g',
  name: text('电信 5G CMP（天翼物联）', 'China Telecom 5G CMP (CTWing)'),
  platform: Platform.values.Dx,
  subType: null,
  credentials: [
    { name: 'appKey', label: text('AppKey', 'AppKey'), isSecret: false, maxLength: 64 },
    { name: 'secretKey', label: text('SecretKey', 'SecretKey'), isSecret: true, maxLength: 128 },
    { name: 'custNumber', label: text('客户编码', 'Customer number'), isSecret: false, maxLength: 64 },
  ],
  capabilities: telecom5gCapabilities,
  operate: {
    echo: async (line) => {
      const asked = { path: `${CARDS}/getSIMList`, query: { pageIndex: '1' } };
      return told(await callCtwing(line, asked, anyAnswer), () => ({ words: CREDENTIALS_WORK }));
    },
    getDevice: async (line, card) => {
      const asked = { path: `${CARDS}/queryCardMainStatus`, query: { ...numberOf(card), queryDropCard: 'true' } };
      return told(await callCtwing(line, asked, mainStatusAnswer), (raw) => deviceOf(card, raw));
    },
    /** Cards without a known access number stay unknown: the card list brings it. */
    getDevices: async (line, { cards }) => {
      const named = cards.filter(({ msisdn }) => msisdn);
      const accessNumbers = numbersOf(named);
      if (!accessNumbers || named.length === 0) return noNumber;
      if (accessNumbers.length > BATCH) return TOO_MANY_CARDS;
      const body = { custNumber: customerOf(line), accessNumbers, groupId: '', simStatus: '' };
      const reply = await callCtwing(line, { path: 'api/v1/prod/batchQrySimInfo', body }, simInfoAnswer);
      return told(reply, ({ data }) => sharedOut(named, data.qrySimInfoList, deviceOfRow));
    },
    listCards: async (line, { after }) => {
      const pageIndex = after ?? '1';
      const asked = { path: `${CARDS}/getSIMList`, query: { pageIndex } };
      return told(await callCtwing(line, asked, cardsAnswer), ({ data }) => listedOf(data, Number(pageIndex)));
    },
    setStatus: async (line, { status, ...card }) => {
      const orderTypeId = orderTypeOf(status);
      return orderTypeId ? taken(await move(line, card, orderTypeId)) : NO_SUCH_MOVE;
    },
    getUsage: async (line, card) => {
      const asked = { path: `${BILL}/queryTraffic`, query: { ...numberOf(card), needDtl: '0' } };
      return told(await callCtwing(line, asked, trafficAnswer), (raw) => usageOf(card, raw));
    },
    getUsages: async (line, { cards, period, on }) => {
      const named = cards.filter(({ msisdn }) => msisdn);
      const accessNumber = numbersOf(named);
      if (!accessNumber || named.length === 0) return noNumber;
      if (accessNumber.length > BATCH) return TOO_MANY_CARDS;
      const compact = on.replaceAll('-', '');
      const [method, when] =
        period === 'month' ? ['batchQryFlowByMonth', { month: compact }] : ['batchQryFlowByDate', { date: compact }];
      const body = { custNumber: customerOf(line), accessNumber, ...when };
      const reply = await callCtwing(line, { path: `${BATCHES}/${method}`, body }, flowsAnswer);
      return told(reply, ({ data }) => sharedOut(named, data, usageOfRow));
    },
    getSession: async (line, card) => {
      const asked = { path: `${CARDS}/getOnlineStatus`, query: numberOf(card) };
      return told(await callCtwing(line, asked, onlineAnswer), (raw) => sessionOf(card, raw));
    },
    getLocations: (line, { cards }) =>
      oneByOne(cards, async (card) => {
        const asked = { path: 'openapi/v1/map/qryLocationService', query: numberOf(card) };
        return told(await callCtwing(line, asked, placeAnswer), (raw) => placeOf(card, raw));
      }),
    diagnose: async (line, { msisdn }) => {
      if (!msisdn) return noNumber;
      const asked = { path: `api/v1/openRisk/${encodeURIComponent(msisdn)}/diagnosis` };
      return told(await callCtwing(line, asked, diagnosisAnswer), (raw) => ({ steps: stepsOf(raw) }));
    },
    getServices: async (line, card) => {
      const asked = { path: `${SUBSCRIBERS}/queryUsingAPN`, query: numberOf(card) };
      return told(await callCtwing(line, asked, apnsAnswer), (raw) => ({ services: servicesOf(raw) }));
    },
    setService: async (line, { service, isOn, apn, ...card }) => {
      if (service !== 'data') return NO_SUCH_SERVICE;
      // For a single APN, ADD grants access; for the whole card, ADD cuts it off.
      const [path, action] = apn
        ? [`${SUBSCRIBERS}/apnNetStatusAction`, isOn ? 'ADD' : 'DEL']
        : [`${COMMON}/singleCutNet`, isOn ? 'DEL' : 'ADD'];
      const query = { ...numberOf(card), ...(apn ? { apn } : {}), action };
      return taken(await callCtwing(line, { path, query }, anyAnswer));
    },
    setSpeed: async (line, { kbps, apn, ...card }) => {
      const order = speedOrder(kbps);
      if (!order) return NO_SUCH_SPEED;
      const path = apn ? `${SUBSCRIBERS}/apnMoudleSpeedLimitAction` : `${COMMON}/speedLimitAction`;
      const query = { ...numberOf(card), ...order, ...(apn ? { apn } : {}) };
      return taken(await callCtwing(line, { path, query }, anyAnswer));
    },
    setUsageCap: async (line, { megabytes, isChange, ...card }) => {
      const query = { ...numberOf(card), ...capOrder(megabytes, isChange) };
      return taken(await callCtwing(line, { path: `${COMMON}/offNetAction`, query }, anyAnswer));
    },
    getRealName: async (line, { msisdn }) => {
      if (!msisdn) return noNumber;
      const asked = { path: 'api/v1/realName/qryRealNameStatus', body: { accessNumber: [msisdn] } };
      return told(await callCtwing(line, asked, realNamesAnswer), ({ data }) => ({
        isDone: data.statusList.some((each) => each.accessNumber === msisdn && each.status === '1'),
        at: null,
        words: null,
      }));
    },
    sendSms: async (line, { text: message, ...card }) => {
      const content = strEnc(message, thirdsOf((line.credentials['secretKey'] ?? '').slice(0, 9)));
      const query = { ...numberOf(card), content };
      const reply = await callCtwing(line, { path: 'api/v1/na/notice/message/sendSms', query }, smsAnswer);
      return told(reply, ({ data }) => ({ messageId: data.messageId }));
    },
  },
};
