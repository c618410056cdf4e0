import { Platform, YdSubType } from '@cardinal/contract/enumerations/card.ts';
import { systemClock } from '@cardinal/primitives/clock.ts';
import { text } from '@cardinal/primitives/text.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import * as z from 'zod';
import type { CarrierAdapter, Line, Reply } from '../../protocol/adapter.ts';
import { CREDENTIALS_WORK, told } from '../../protocol/exchange.ts';
import type { CardAddress, CarrierDevice, PeriodUsage } from '../../protocol/operations.ts';
import { bytesOf } from '../../protocol/volumes.ts';
import { statusOfWire } from '../onelink/statuses.ts';
import { readStamp } from '../onelink/wire.ts';
import { guangdongCapabilities } from './capabilities.ts';
import { callTriopi } from './client.ts';

const NOT_ASKED = text(
  '广东移动接口不支持转为该状态',
  'The China Mobile Guangdong interface does not support this status',
);
const DATA_ONLY = text('广东移动接口只能开关数据功能', 'The China Mobile Guangdong interface can only switch data');
const NO_MSISDN = text('运营商未提供该卡的 MSISDN', 'The carrier does not provide this card’s MSISDN');
const NO_TURN = text('通道暂不可用，未提交', 'The carrier account is unavailable; nothing was sent');
const USUAL_APN = 'CMIOT';
const OPT_TYPES: Readonly<Record<string, string>> = { stop: '0', normal: '1' };
const ASK_REAL_NAME = '2';

// The names of all these fields are assumed.
const words = z.string().nullish();
const lifecycleAnswer = z.looseObject({ iccid: words, msisdn: words, status: z.coerce.string(), statusTime: words });
const infoAnswer = z.looseObject({ msisdn: words, imsi: words, actiTime: words });
const memberAnswer = z.object({ iccid: words, msisdn: words, imsi: words });
const listOf = <A>(element: z.ZodType<A>) => z.object({ list: z.array(element) });
const flowAnswer = z.object({ iccid: z.string(), flow: z.union([z.string(), z.number()]).nullish() });
const realNameAnswer = z.object({ realNameStatus: z.coerce.string() });

const askInfo = (line: Line, { iccid }: CardAddress) =>
  callTriopi(line, 'triopi.member.info.single.query', { iccid }, infoAnswer);

function deviceOf(
  iccid: string,
  raw: z.output<typeof lifecycleAnswer>,
  info?: z.output<typeof infoAnswer>,
): CarrierDevice {
  return {
    iccid,
    status: statusOfWire(raw.status),
    imsi: info?.imsi || null,
    msisdn: raw.msisdn || info?.msisdn || null,
    imei: null,
    ratePlan: null,
    communicationPlan: null,
    activatedAt: readStamp(info?.actiTime),
    changedAt: readStamp(raw.statusTime),
    raw: { ...raw, ...info },
  };
}

/** Usage of a day; this router offers no month and no future days, so these cost no call. */
async function usages(
  line: Line,
  cards: readonly CardAddress[],
  period: 'day' | 'month',
  on: string,
): Promise<Reply<{ readonly found: readonly PeriodUsage[]; readonly unknown: readonly string[] }>> {
  const iccids = cards.map(({ iccid }) => iccid);
  const today = dayText(systemClock.now());
  if (period === 'month' || on > today) {
    return { kind: 'ok', answer: { found: iccids.map((iccid) => ({ iccid, bytes: null })), unknown: [] } };
  }
  const asked = { iccids: iccids.join(',') };
  const reply =
    on === today
      ? await callTriopi(line, 'triopi.member.dailyflow.realtime.batch.query', asked, listOf(flowAnswer))
      : await callTriopi(
          line,
          'triopi.member.dailyflow.batch.query',
          { ...asked, date: on.replaceAll('-', '') },
          listOf(flowAnswer),
        );
  return told(reply, ({ list }) => {
    const flows = new Map(list.map(({ iccid, flow }) => [iccid, bytesOf(flow, 'KB')]));
    return {
      found: iccids.flatMap((iccid) => (flows.has(iccid) ? [{ iccid, bytes: flows.get(iccid) ?? null }] : [])),
      unknown: iccids.filter((iccid) => !flows.has(iccid)),
    };
  });
}

/** China Mobile Guangdong's provincial «triopi» router. */
export const guangdong: CarrierAdapter = {
  key: 'guangdong',
  name: text('广东移动', 'China Mobile Guangdong'),
  platform: Platform.values.Yd,
  subType: YdSubType.values.GUANGDONG,
  credentials: [
    { name: 'appKey', label: text('appKey', 'appKey'), isSecret: false, maxLength: 64 },
    { name: 'secret', label: text('密钥', 'Secret'), isSecret: true, maxLength: 128 },
    { name: 'groupCode', label: text('集团编码', 'Group code'), isSecret: false, maxLength: 32 },
  ],
  capabilities: guangdongCapabilities,
  operate: {
    echo: async (line) => {
      const { groupCode = '' } = line.credentials;
      const reply = await callTriopi(line, 'triopi.group.info.query', { groupCode }, z.unknown());
      return told(reply, () => ({ words: CREDENTIALS_WORK }));
    },
    /** The numbers take a second request while the IMSI is unknown. */
    getDevice: async (line, card) => {
      const { iccid } = card;
      const reply = await callTriopi(line, 'triopi.member.lifecycle.single.query', { iccid }, lifecycleAnswer);
      if (reply.kind !== 'ok') return reply;
      const info = !card.imsi && (await line.nextBudgetSlot()) ? await askInfo(line, card) : undefined;
      return { ...reply, answer: deviceOf(iccid, reply.answer, info?.kind === 'ok' ? info.answer : undefined) };
    },
    getDevices: async (line, { cards }) => {
      const iccids = cards.map(({ iccid }) => iccid);
      const method = 'triopi.member.lifecycle.batch.query';
      const reply = await callTriopi(line, method, { iccids: iccids.join(',') }, listOf(lifecycleAnswer));
      return told(reply, ({ list }) => {
        const members = new Map(list.map((member) => [member.iccid, member]));
        return {
          found: iccids.flatMap((iccid) => {
            const member = members.get(iccid);
            return member ? [deviceOf(iccid, member)] : [];
          }),
          unknown: iccids.filter((iccid) => !members.has(iccid)),
        };
      });
    },
    /** All members in one answer. */
    listCards: async (line) => {
      const { groupCode = '' } = line.credentials;
      const reply = await callTriopi(line, 'triopi.member.iccid.all.query', { groupCode }, listOf(memberAnswer));
      return told(reply, ({ list }) => ({
        cards: list.flatMap(({ iccid, msisdn, imsi }) =>
          iccid ? [{ iccid, msisdn: msisdn || null, imsi: imsi || null, status: null }] : [],
        ),
        next: null,
      }));
    },
    setStatus: async (line, { iccid, status }) => {
      const optType = OPT_TYPES[status];
      if (optType === undefined) return { kind: 'refused', code: 'notOffered', words: NOT_ASKED };
      const reply = await callTriopi(line, 'triopi.business.member.switch', { iccid, optType }, z.unknown());
      return told(reply, () => ({ reference: null }));
    },
    getUsages: (line, { cards, period, on }) => usages(line, cards, period, on),
    /** Needs the MSISDN, which is queried first if unknown. */
    setService: async (line, { service, isOn, apn, ...card }) => {
      if (service !== 'data') return { kind: 'refused', code: 'notOffered', words: DATA_ONLY };
      let { msisdn } = card;
      if (!msisdn) {
        const info = await askInfo(line, card);
        if (info.kind === 'unclear') return { kind: 'notSent', words: info.words };
        if (info.kind !== 'ok') return info;
        msisdn = info.answer.msisdn;
        if (!msisdn) return { kind: 'refused', code: 'noNumber', words: NO_MSISDN };
        if (!(await line.nextBudgetSlot())) return { kind: 'notSent', words: NO_TURN };
      }
      const parameters = { msisdn, apnName: apn ?? USUAL_APN, optType: isOn ? '0' : '1' };
      const reply = await callTriopi(line, 'triopi.business.gprs.switch', parameters, z.unknown());
      return told(reply, () => ({ reference: null }));
    },
    getRealName: async (line, { iccid }) => {
      const parameters = { iccid, optType: ASK_REAL_NAME };
      const reply = await callTriopi(line, 'triopi.member.realname.boss', parameters, realNameAnswer);
      return told(reply, ({ realNameStatus }) => ({ isDone: realNameStatus === '1', at: null, words: null }));
    },
  },
};
