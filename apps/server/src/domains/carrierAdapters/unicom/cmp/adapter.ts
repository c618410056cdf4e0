import { LtSubType, Platform } from '@cardinal/contract/enumerations/card.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { CarrierAdapter, Line, Reply } from '../../protocol/adapter.ts';
import { CREDENTIALS_WORK, carrierSaid, told } from '../../protocol/exchange.ts';
import type { CardAddress, CarrierDevice } from '../../protocol/operations.ts';
import { cmpCapabilities } from './capabilities.ts';
import { callCmp } from './client.ts';
import { statusOfWire, statusToWire } from './statuses.ts';
import {
  accessAnswer,
  closedUsageAnswer,
  detailsAnswer,
  editAnswer,
  progressAnswer,
  readGatewayDate,
  realNameAnswer,
  recordsAnswer,
  sessionAnswer,
  type Terminal,
} from './wire.ts';

/** The gateway's codes for the field `wsEditTerminal` changes. */
const CHANGE = { status: '3', ratePlan: '4' } as const;
/** Codes for a value that is set already. */
const ALREADY = { terminal: '1193', access: '6079' } as const;
const REAL_NAME = { done: '0001', due: '0002' } as const;
/** A card that does not exist: a query for it tests the signature and touches nothing. */
const NONEXISTENT_ICCID = '8986000000000000000';
/** ICCIDs are printed with their check digit; some interfaces know them without. */
const ICCID_LENGTH = 19;

const NOT_ASKED = text('CMP 不支持转为该状态', 'CMP does not support this status');
const ONLY_MONTHS = text('CMP 只提供已出账的整月用量', 'CMP provides usage of closed months only');
const UNKNOWN = text('运营商不认识该卡', 'Card unknown to the carrier');
const unknownCard: Reply<never> = { kind: 'refused', code: 'unknownCard', words: UNKNOWN, isUnknown: true };

const orNull = (value: string | null | undefined): string | null => value || null;
/** The same card, whether written with its check digit or without. */
const same = (one: string, other: string) =>
  one === other || (one.length !== other.length && one.slice(0, ICCID_LENGTH) === other.slice(0, ICCID_LENGTH));

const deviceOf = (raw: Terminal, iccid: string): CarrierDevice => ({
  iccid,
  status: statusOfWire(raw.simStatus),
  imsi: orNull(raw.imsi),
  msisdn: orNull(raw.msisdn),
  imei: orNull(raw.imei),
  ratePlan: orNull(raw.ratePlan),
  communicationPlan: null,
  activatedAt: readGatewayDate(raw.dateActivated),
  changedAt: readGatewayDate(raw.dateModified),
  raw,
});

const details = (line: Line, cards: readonly CardAddress[]) =>
  callCmp(line, {
    api: 'wsGetTerminalDetails',
    data: { iccids: cards.map(({ iccid }) => iccid) },
    answer: detailsAnswer,
  });

/** One card; the gateway omits unknown ones. */
async function detailOf<A>(line: Line, card: CardAddress, tell: (terminal: Terminal) => A): Promise<Reply<A>> {
  const reply = await details(line, [card]);
  if (reply.kind !== 'ok') return reply;
  const found = reply.answer.terminals?.find((each) => same(each.iccid, card.iccid));
  return found ? { ...reply, answer: tell(found) } : { ...unknownCard, httpStatus: reply.httpStatus };
}

const edit = (line: Line, card: CardAddress, changeType: string, targetValue: string) =>
  callCmp(line, {
    api: 'wsEditTerminal',
    data: { asynchronous: '0', iccid: card.iccid, changeType, targetValue },
    answer: editAnswer,
    alsoDone: [ALREADY.terminal],
  });

const PROGRESS = { completed: 'done', success: 'done', pending: 'waiting', processing: 'waiting', failed: 'failed' };
const isProgress = (word: string): word is keyof typeof PROGRESS => Object.hasOwn(PROGRESS, word);

/** China Unicom through the open gateway of its connection management platform (CMP, «gwapi»). */
export const cmp: CarrierAdapter = {
  key: 'cmp',
  name: text('联通 CMP', 'Unicom CMP'),
  platform: Platform.values.Lt,
  subType: LtSubType.values.CMP,
  credentials: [
    { name: 'appId', label: text('应用标识 app_id', 'App id (app_id)'), isSecret: false, maxLength: 64 },
    { name: 'secret', label: text('应用密钥', 'App secret'), isSecret: true, maxLength: 128 },
    { name: 'openId', label: text('openId', 'openId'), isSecret: false, maxLength: 64 },
  ],
  capabilities: cmpCapabilities,
  operate: {
    echo: async (line) => {
      const reply = await details(line, [{ iccid: NONEXISTENT_ICCID }]);
      // The card was refused, but the caller was recognised.
      const isKnown = reply.kind === 'ok' || reply.kind === 'refused';
      if (!isKnown) return reply;
      const { httpStatus, reference } = reply;
      return { kind: 'ok', httpStatus, reference, answer: { words: CREDENTIALS_WORK } };
    },
    getDevice: (line, card) => detailOf(line, card, (found) => deviceOf(found, card.iccid)),
    getDevices: async (line, { cards }) =>
      told(await details(line, cards), ({ terminals }) => {
        const pairs = cards.map(({ iccid }) => ({ iccid, raw: terminals?.find((each) => same(each.iccid, iccid)) }));
        return {
          found: pairs.flatMap(({ iccid, raw }) => (raw ? [deviceOf(raw, iccid)] : [])),
          unknown: pairs.filter(({ raw }) => !raw).map(({ iccid }) => iccid),
        };
      }),
    setStatus: async (line, { status, ...card }) => {
      const code = statusToWire(status);
      if (code === undefined) return { kind: 'refused', code: 'notOffered', words: NOT_ASKED };
      return told(await edit(line, card, CHANGE.status, code), () => ({ reference: CHANGE.status }));
    },
    setPlan: async (line, { kind, name, ...card }) => {
      if (kind === 'rate') {
        return told(await edit(line, card, CHANGE.ratePlan, name), () => ({ reference: CHANGE.ratePlan }));
      }
      const reply = await callCmp(line, {
        api: 'wsEditNetworkAccessConfig',
        data: { asynchronous: '0', iccid: card.iccid, nacId: name },
        answer: editAnswer,
        alsoDone: [ALREADY.access],
      });
      return told(reply, () => ({ reference: null }));
    },
    getOrder: async (line, { iccid, reference }) => {
      const data = { iccid, changeType: reference };
      return told(await callCmp(line, { api: 'wsStatus', data, answer: progressAnswer }), ({ provisionStatus }) => {
        const word = provisionStatus?.trim().toLowerCase() ?? '';
        return {
          state: isProgress(word) ? (PROGRESS[word] as 'done' | 'waiting' | 'failed') : 'unknown',
          words: carrierSaid(provisionStatus ?? '—'),
        };
      });
    },
    getUsage: (line, card) =>
      detailOf(line, card, (found) => ({
        iccid: card.iccid,
        status: statusOfWire(found.simStatus),
        cycleBytes: found.monthToDateDataUsage,
        // Minutes, according to one client's source.
        cycleSeconds: String(Math.round(Number(found.monthToDateVoiceUsage ?? 0) * 60)),
        cycleMessages: Number(found.monthToDateSMSUsage ?? 0),
        overageLimitReached: found.overageLimitReached,
      })),
    getUsages: async (line, { cards, period, on }) => {
      const [card] = cards;
      if (period !== 'month' || !card) return { kind: 'refused', code: 'notOffered', words: ONLY_MONTHS };
      const data = { iccid: card.iccid, billingCycle: on.replace('-', '') };
      const reply = await callCmp(line, { api: 'wsGetTerminalUsage', data, answer: closedUsageAnswer });
      return told(reply, ({ totalDataVolume }) => ({
        found: [{ iccid: card.iccid, bytes: totalDataVolume }],
        unknown: [],
      }));
    },
    listUsageRecords: async (line, { iccid, cycleStart, page }) => {
      const data = { iccid, cycleStartDate: `${cycleStart} 00:00:00`, pageNumber: String(page) };
      const reply = await callCmp(line, { api: 'wsGetTerminalUsageDataDetails', data, answer: recordsAnswer });
      return told(reply, ({ usageDetails, totalPages }) => {
        const records = (usageDetails ?? []).flatMap((each) => {
          const startedAt = readGatewayDate(each.sessionStartTime);
          const endedAt = readGatewayDate(each.sessionEndTime);
          return startedAt ? [{ startedAt, endedAt, bytes: each.dataVolume || '0' }] : [];
        });
        // Without a page count the first empty page ends the list.
        return { records, isLastPage: totalPages ? page >= totalPages : records.length === 0 };
      });
    },
    getSession: async (line, { iccid }) => {
      const reply = await callCmp(line, { api: 'wsGetSessionInfo', data: { iccid: [iccid] }, answer: sessionAnswer });
      return told(reply, ({ sessionInfo }) => {
        const [open] = sessionInfo ?? [];
        return {
          iccid,
          isOnline: open !== undefined,
          startedAt: readGatewayDate(open?.sessionStartTime),
          endedAt: null,
          ipAddress: orNull(open?.ipAddress),
          apn: orNull(open?.apn),
          imei: orNull(open?.imei),
          rat: orNull(open?.rat),
        };
      });
    },
    getServices: async (line, { iccid }) => {
      const data = { iccids: [iccid] };
      const reply = await callCmp(line, { api: 'wsGetNetworkAccessconfig', data, answer: accessAnswer });
      return told(reply, ({ nacs }) => {
        const [config] = nacs ?? [];
        const apn = orNull(config?.apn) ?? orNull(config?.nacName) ?? orNull(config?.nacId);
        return { services: [{ service: 'data', isOn: config !== undefined, apn }] };
      });
    },
    getBinding: (line, card) =>
      detailOf(line, card, ({ lockStatus }) => ({
        iccid: card.iccid,
        // The gateway reports that the card is locked, not to which device.
        boundImei: null,
        isSeparated: lockStatus === '1' ? true : lockStatus === '0' ? false : null,
        separatedAt: null,
      })),
    getRealName: async (line, { iccid }) => {
      const reply = await callCmp(line, {
        api: 'realNameStatusQuery',
        data: { iccid: iccid.slice(0, ICCID_LENGTH) },
        answer: realNameAnswer,
        alsoDone: [REAL_NAME.done, REAL_NAME.due],
      });
      return told(reply, ({ rspcode }) => ({ isDone: rspcode === REAL_NAME.done, at: null, words: null }));
    },
  },
};
