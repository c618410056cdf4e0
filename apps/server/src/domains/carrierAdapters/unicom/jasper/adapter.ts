import { LtSubType, Platform } from '@cardinal/contract/enumerations/card.ts';
import { text } from '@cardinal/primitives/text.ts';
import type * as z from 'zod';
import type { CarrierAdapter } from '../../protocol/adapter.ts';
import { CREDENTIALS_WORK, told } from '../../protocol/exchange.ts';
import type { CarrierDevice, CarrierLocation } from '../../protocol/operations.ts';
import { jasperCapabilities } from './capabilities.ts';
import { callJasper } from './client.ts';
import { statusOfWire, statusToWire } from './statuses.ts';
import {
  deviceAnswer,
  echoAnswer,
  editAnswer,
  placesAnswer,
  readVendorDate,
  searchAnswer,
  sessionAnswer,
  smsAnswer,
  smsDetailAnswer,
  usageAnswer,
  writeVendorMoment,
} from './wire.ts';

const MOST_PER_PAGE = 50;
const ECHO = 'cardinal';
const NOT_ASKED = text('Jasper 不支持转为该状态', 'Jasper does not support this status');

const orNull = (value: string | null | undefined): string | null => value || null;

function deviceOf(raw: z.output<typeof deviceAnswer>): CarrierDevice {
  return {
    iccid: raw.iccid,
    status: statusOfWire(raw.status),
    imsi: orNull(raw.imsi),
    msisdn: orNull(raw.msisdn),
    imei: orNull(raw.imei),
    ratePlan: orNull(raw.ratePlan),
    communicationPlan: orNull(raw.communicationPlan),
    activatedAt: readVendorDate(raw.dateActivated),
    changedAt: readVendorDate(raw.dateUpdated),
    raw,
  };
}

const locationOf = (
  iccid: string,
  { latitude, longitude, accuracy, dateCaptured }: z.output<typeof placesAnswer>['simlocations'][number],
): CarrierLocation => ({
  iccid,
  source: 'last',
  latitude,
  longitude,
  accuracyMetres: accuracy ?? null,
  district: null,
  at: readVendorDate(dateCaptured),
});

/** China Unicom through Cisco Control Center (Jasper). */
export const jasper: CarrierAdapter = {
  key: 'jasper',
  name: text('联通 Jasper', 'Unicom Jasper'),
  platform: Platform.values.Lt,
  subType: LtSubType.values.JASPER,
  credentials: [
    { name: 'username', label: text('用户名', 'User name'), isSecret: false, maxLength: 64 },
    { name: 'apiKey', label: text('API Key', 'API key'), isSecret: true, maxLength: 128 },
  ],
  capabilities: jasperCapabilities,
  operate: {
    echo: async (line) =>
      told(await callJasper(line, { method: 'GET', path: ['echo', ECHO] }, echoAnswer), () => ({
        words: CREDENTIALS_WORK,
      })),
    getDevice: async (line, { iccid }) =>
      told(await callJasper(line, { method: 'GET', path: ['devices', iccid] }, deviceAnswer), deviceOf),
    listDevices: async (line, { modifiedSince, page, pageSize = MOST_PER_PAGE }) => {
      const query = {
        modifiedSince: writeVendorMoment(modifiedSince),
        pageNumber: String(page),
        pageSize: String(Math.min(pageSize, MOST_PER_PAGE)),
      };
      const reply = await callJasper(line, { method: 'GET', path: ['devices'], query }, searchAnswer);
      return told(reply, ({ devices, lastPage }) => ({ devices: devices.map(deviceOf), isLastPage: lastPage }));
    },
    setStatus: async (line, { iccid, status }) => {
      const word = statusToWire(status);
      if (!word) return { kind: 'refused', code: 'notOffered', words: NOT_ASKED };
      const asked = { method: 'PUT' as const, path: ['devices', iccid], body: { status: word } };
      return told(await callJasper(line, asked, editAnswer), () => ({ reference: null }));
    },
    setPlan: async (line, { iccid, kind, name }) => {
      const body = kind === 'communication' ? { communicationPlan: name } : { ratePlan: name };
      const asked = { method: 'PUT' as const, path: ['devices', iccid], body };
      return told(await callJasper(line, asked, editAnswer), () => ({ reference: null }));
    },
    getUsage: async (line, { iccid }) =>
      told(await callJasper(line, { method: 'GET', path: ['devices', iccid, 'ctdUsages'] }, usageAnswer), (usage) => ({
        iccid: usage.iccid,
        status: statusOfWire(usage.status),
        cycleBytes: usage.ctdDataUsage,
        cycleSeconds: usage.ctdVoiceUsage,
        cycleMessages: usage.ctdSMSUsage,
        overageLimitReached: usage.overageLimitReached,
      })),
    getSession: async (line, { iccid }) =>
      told(
        await callJasper(line, { method: 'GET', path: ['devices', iccid, 'sessionInfo'] }, sessionAnswer),
        (session) => {
          const startedAt = readVendorDate(session.dateSessionStarted);
          const endedAt = readVendorDate(session.dateSessionEnded);
          return {
            iccid: session.iccid,
            isOnline: startedAt !== null && endedAt === null,
            startedAt,
            endedAt,
            ipAddress: orNull(session.ipAddress),
            apn: orNull(session.apn),
          };
        },
      ),
    getLocations: async (line, { cards }) => {
      const [card] = cards;
      if (!card) return { kind: 'ok', answer: { found: [], unknown: [] } };
      const asked = { method: 'GET' as const, path: ['devices', card.iccid, 'locationHistory'] };
      return told(await callJasper(line, asked, placesAnswer), ({ simlocations: [latest] }) => ({
        found: latest ? [locationOf(card.iccid, latest)] : [],
        unknown: [],
      }));
    },
    sendSms: async (line, { iccid, text: messageText }) => {
      const body = { messageText, messageEncoding: 'LITERAL' };
      const asked = { method: 'POST' as const, path: ['devices', iccid, 'smsMessages'], body };
      const reply = await callJasper(line, asked, smsAnswer);
      return told(reply, (messageId) => ({ messageId }));
    },
    getSms: async (line, { messageId }) =>
      told(await callJasper(line, { method: 'GET', path: ['smsMessages', messageId] }, smsDetailAnswer), (sms) => ({
        messageId: sms.smsMsgId,
        status: sms.status,
      })),
  },
};
