import { text } from '@cardinal/primitives/text.ts';
import type { CarrierAdapter, Line, Reply } from '../../protocol/adapter.ts';
import { told } from '../../protocol/exchange.ts';
import type { CarrierLocation, CarrierSession, NetworkService } from '../../protocol/operations.ts';
import { askBasics, NO_TURN } from './cardCalls.ts';
import { callOneLink, numberOf } from './client.ts';
import {
  bindAnswer,
  orderAnswer,
  placesAnswer,
  powerAnswer,
  readStamp,
  realNameAnswer,
  realNameLinkAnswer,
  servicesAnswer,
  sessionAnswer,
  takenAnswer,
} from './wire.ts';

/** The APN of the documentation's examples, for cards without a known one. */
const USUAL_APN = 'CMIOT';
const RATS: Readonly<Record<string, string>> = { 1: '3G', 2: '2G', 6: '4G', 8: 'NB' };
const SERVICES: Readonly<Record<string, NetworkService>> = {
  '01': 'voice',
  '08': 'sms',
  '10': 'roaming',
  '11': 'data',
};
const SWITCHES: Readonly<Partial<Record<NetworkService, string>>> = {
  data: 'operate/sim-apn-function',
  voice: 'operate/sim-call-function',
  sms: 'operate/sim-sms-function',
};
/** `serviceUsageState` by kbit/s. */
const SPEED_STATES: Readonly<Record<number, string>> = { 2048: '91', 1024: '92', 512: '93', 128: '94' };
const FULL_SPEED = '1';
const TAC_DIGITS = 14;
const BOUND_FAILED = '2';

const NO_SUCH_SWITCH = text('OneLink 不能单卡开关该功能', 'OneLink cannot switch this feature for a single card');
const NO_SUCH_SPEED = text('OneLink 不支持该速率', 'OneLink does not support this speed');
const NO_MSISDN = text('运营商未提供该卡的 MSISDN', 'The carrier does not provide this card’s MSISDN');

const orNull = (value: string | null | undefined): string | null => value || null;
const taken = (reply: Reply<{ orderNum?: string | null | undefined }>) =>
  told(reply, ({ orderNum }) => ({ reference: orNull(orderNum) }));

async function getSession(line: Line, card: { readonly iccid: string }): Promise<Reply<CarrierSession>> {
  const reply = await callOneLink(line, 'query/sim-session', numberOf(card), sessionAnswer);
  return told(reply, ({ simSessionList }) => {
    const sessions = simSessionList ?? [];
    const open = sessions.find(({ status }) => status === '01');
    const shown = open ?? sessions[0];
    return {
      iccid: card.iccid,
      isOnline: open !== undefined,
      startedAt: readStamp(shown?.createDate),
      // The carrier does not report the end of a session.
      endedAt: null,
      ipAddress: orNull(open?.ip),
      apn: orNull(shown?.apnId),
      rat: RATS[shown?.rat ?? ''] ?? null,
    };
  });
}

export const connectionCalls: CarrierAdapter['operate'] = {
  getSession,
  getPower: async (line, card) =>
    told(await callOneLink(line, 'query/on-off-status', numberOf(card), powerAnswer), ({ status }) => ({
      isOn: status === '1',
    })),
  getLocations: async (line, { cards }) => {
    const iccids = cards.map(({ iccid }) => iccid);
    const path = 'query/last-position-location/batch';
    return told(await callOneLink(line, path, { iccids: iccids.join('_') }, placesAnswer), (places) => {
      const byCard = new Map(places.map((place) => [place.iccid, place]));
      const found = iccids.flatMap((iccid): CarrierLocation[] => {
        const place = byCard.get(iccid);
        if (!place) return [];
        const isSeen = Boolean(place.lat) && Boolean(place.lon);
        return [
          {
            iccid,
            source: 'last',
            latitude: isSeen ? Number(place.lat) : null,
            longitude: isSeen ? Number(place.lon) : null,
            accuracyMetres: null,
            district: null,
            at: readStamp(place.lastTime),
          },
        ];
      });
      return { found, unknown: iccids.filter((iccid) => !byCard.has(iccid)) };
    });
  },
  getServices: async (line, card) => {
    const path = 'query/sim-communication-function-status';
    return told(await callOneLink(line, path, numberOf(card), servicesAnswer), ({ serviceTypeList }) => ({
      services: serviceTypeList.flatMap(({ serviceType, serviceStatus, apnName }) => {
        const service = SERVICES[serviceType];
        return service ? [{ service, isOn: serviceStatus === '1', apn: orNull(apnName) }] : [];
      }),
    }));
  },
  setService: async (line, { service, isOn, apn, ...card }) => {
    const path = SWITCHES[service];
    if (!path) return { kind: 'refused', code: 'notOffered', words: NO_SUCH_SWITCH };
    const where: Record<string, string> = service === 'data' ? { apnName: apn ?? USUAL_APN } : {};
    return taken(
      await callOneLink(line, path, { ...numberOf(card), ...where, operType: isOn ? '0' : '1' }, orderAnswer),
    );
  },
  setSpeed: async (line, { kbps, apn, ...card }) => {
    const serviceUsageState = kbps === null ? FULL_SPEED : SPEED_STATES[kbps];
    if (!serviceUsageState) return { kind: 'refused', code: 'notOffered', words: NO_SUCH_SPEED };
    const parameters = { ...numberOf(card), apnName: apn ?? USUAL_APN, serviceUsageState };
    return taken(await callOneLink(line, 'operate/network-speed', parameters, orderAnswer));
  },
  resetNetwork: async (line, card) =>
    taken(await callOneLink(line, 'operate/sim-gprs-status-reset', numberOf(card), takenAnswer)),
  /** Needs the MSISDN, which is queried first if unknown. */
  getBinding: async (line, card) => {
    let { msisdn } = card;
    if (!msisdn) {
      const basics = await askBasics(line, card);
      if (basics.kind !== 'ok') return basics;
      msisdn = basics.answer.msisdn;
      if (!msisdn) return { kind: 'refused', code: 'noNumber', words: NO_MSISDN };
      if (!(await line.nextBudgetSlot())) return { kind: 'notSent', words: NO_TURN };
    }
    const reply = await callOneLink(line, 'query/card-bind-status', { msisdn, testType: '0' }, bindAnswer);
    // The carrier reports only whether the card has left its device, not which device it is in.
    return told(reply, ({ result, sepTime }) => ({
      iccid: card.iccid,
      boundImei: null,
      isSeparated: result === BOUND_FAILED ? null : result === '0',
      separatedAt: result === '0' ? readStamp(sepTime) : null,
    }));
  },
  bindImei: async (line, { imei, ...card }) => {
    const how: Record<string, string> =
      imei === null ? { operType: '2' } : { operType: '1', bindingStyle: '1', tac: imei.slice(0, TAC_DIGITS) };
    return taken(await callOneLink(line, 'operate/card-bind-by-bill', { ...numberOf(card), ...how }, orderAnswer));
  },
  getRealName: async (line, card) =>
    told(await callOneLink(line, 'query/sim-real-name-status', numberOf(card), realNameAnswer), (state) => ({
      isDone: state.realNameStatus === '1',
      at: readStamp(state.successTime),
      words: state.reason ? text(state.reason, state.reason) : null,
    })),
  startRealName: async (line, card) => {
    const parameters = { ...numberOf(card), urlType: '1' };
    return told(await callOneLink(line, 'secure/sim-real-name-reg', parameters, realNameLinkAnswer), (link) => ({
      url: link.url,
      reference: orNull(link.busiSeq),
    }));
  },
};
