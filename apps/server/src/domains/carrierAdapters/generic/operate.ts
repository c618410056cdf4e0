import type { CarrierProfile, ProfileRequest } from '@cardinal/contract/carrierProfiles/profile.ts';
import type { ProfileOperationName } from '@cardinal/contract/carrierProfiles/profileOperations.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { CarrierAdapter, Line, Reply, Watch } from '../protocol/adapter.ts';
import { CREDENTIALS_WORK, carrierSaid, told } from '../protocol/exchange.ts';
import { networkSeenOf } from '../protocol/networkSeen.ts';
import type { CardAddress, CarrierDevice, CarrierRatePlan, NetworkService } from '../protocol/operations.ts';
import { callProfile } from './call.ts';
import type { Fillers } from './fill.ts';
import { textOf, valueAt } from './judge.ts';
import { writeMoment } from './moments.ts';
import type { Read } from './read.ts';

const ICCID_LENGTH = 19;
const NOT_ASKED = text('该通道的配置没有此状态', 'The account’s configuration has no such status');
const NO_WORD = text('该通道的配置没有此选项', 'The account’s configuration has no such option');
const notOffered = (words: typeof NOT_ASKED): Reply<never> => ({ kind: 'refused', code: 'notOffered', words });

const words = (value: Read[string]): string | null => (typeof value === 'string' ? value : null);
const number = (value: Read[string]): number | null => (typeof value === 'number' ? value : null);
const moment = (value: Read[string]): Date | null => (value instanceof Date ? value : null);
const flag = (value: Read[string]): boolean => value === true;

const cardNames = ({ iccid, msisdn, imsi }: CardAddress): Fillers => ({
  iccid,
  iccid19: iccid.slice(0, ICCID_LENGTH),
  msisdn,
  imsi,
});
const cardsNames = (cards: readonly CardAddress[]): Fillers => ({ iccids: cards.map(({ iccid }) => iccid) });
/** The same card, whether written with its check digit or without. */
const same = (one: string, other: string) =>
  one === other || (one.length !== other.length && one.slice(0, ICCID_LENGTH) === other.slice(0, ICCID_LENGTH));

const connectionOf = (row: Read) => ({
  ipAddress: words(row['ipAddress']),
  apn: words(row['apn']),
  rat: words(row['rat']),
  network: networkSeenOf({
    mcc: words(row['mcc']),
    mnc: words(row['mnc']),
    plmn: words(row['plmn']),
    country: words(row['country']),
  }),
  bytes: words(row['bytes']),
  bytesUp: words(row['bytesUp']),
  bytesDown: words(row['bytesDown']),
});

/** A card of an answer; its pool is set only if the profile names it. */
export const deviceOf = (row: Read, iccid: string): CarrierDevice => ({
  iccid,
  status: words(row['status']) ?? '',
  imsi: words(row['imsi']),
  msisdn: words(row['msisdn']),
  imei: words(row['imei']),
  ratePlan: words(row['ratePlan']),
  communicationPlan: words(row['communicationPlan']),
  ...('poolId' in row ? { poolId: words(row['poolId']) } : {}),
  activatedAt: moment(row['activatedAt']),
  changedAt: moment(row['changedAt']),
  raw: row,
});

/** A plan runs for whole months or days; anything else is no period. */
function ratePlanOf(row: Read): CarrierRatePlan {
  const lasting = (unit: 'month' | 'day', count: number | null) =>
    count !== null && Number.isInteger(count) && count > 0 ? { unit, count } : null;
  return {
    code: String(row['code']),
    name: words(row['name']),
    bytes: words(row['bytes']),
    period: lasting('month', number(row['months'])) ?? lasting('day', number(row['days'])),
  };
}

const taken = (rows: readonly Read[]) => ({ reference: words(rows[0]?.['reference']) });
const NO_ROW: Read = {};
const first = (rows: readonly Read[]): Read => rows[0] ?? NO_ROW;

/** Each card of a batch with its row; those without one are unknown to the carrier. */
function heard<A>(cards: readonly CardAddress[], rows: readonly Read[], tell: (row: Read, iccid: string) => A) {
  const pairs = cards.map(({ iccid }) => ({ iccid, row: rows.find((row) => same(String(row['iccid']), iccid)) }));
  return {
    found: pairs.flatMap(({ iccid, row }) => (row ? [tell(row, iccid)] : [])),
    unknown: pairs.filter(({ row }) => !row).map(({ iccid }) => iccid),
  };
}

function isLast(paging: ProfileRequest['paging'], body: unknown, rows: number, page: number): boolean {
  if (!paging) return true;
  if (paging.last) return paging.last.is.includes(textOf(valueAt(body, paging.last.at)) ?? '');
  const count = (pointer: string | undefined) =>
    pointer === undefined ? Number.NaN : Number(textOf(valueAt(body, pointer)));
  const pages = count(paging.pages);
  if (Number.isFinite(pages)) return page >= pages;
  const total = count(paging.total);
  return Number.isFinite(total) ? page * paging.pageSize >= total : rows < paging.pageSize;
}

type Operate = CarrierAdapter['operate'];
type Asking = { readonly [O in ProfileOperationName]: NonNullable<Operate[O]> };

/** Every operation a profile can describe, as calls of that profile. */
function asking(profile: CarrierProfile, watch: Watch | undefined): Asking {
  const call = (name: ProfileOperationName, line: Line, own: Fillers) => callProfile(profile, name, line, own, watch);
  const when = (at: Date) => writeMoment(at, profile.dates, profile.zone);
  const pageNames = (name: ProfileOperationName, page: number, wanted?: number): Fillers => {
    const { firstPage = 1, pageSize = 50 } = profile.operations[name]?.paging ?? {};
    return { page: page - 1 + firstPage, pageSize: Math.min(wanted ?? pageSize, pageSize) };
  };
  async function paged<A>(name: ProfileOperationName, line: Line, page: number, own: Fillers, tell: (row: Read) => A) {
    const reply = await call(name, line, { ...own, ...pageNames(name, page) });
    const { body } = reply;
    return told(reply, (rows) => ({
      rows: rows.map(tell),
      isLastPage: isLast(profile.operations[name]?.paging, body, rows.length, page),
    }));
  }
  const kindOf = (name: 'setPlan' | 'listPlans') => profile.operations[name]?.kind ?? 'communication';

  return {
    echo: async (line) => {
      const reply = await call('echo', line, {});
      const isKnown = reply.kind === 'refused' && profile.operations.echo?.refusalProves;
      return isKnown
        ? { kind: 'ok', httpStatus: reply.httpStatus, answer: { words: CREDENTIALS_WORK } }
        : told(reply, () => ({ words: CREDENTIALS_WORK }));
    },
    getDevice: async (line, card) =>
      told(await call('getDevice', line, cardNames(card)), (rows) => deviceOf(first(rows), card.iccid)),
    getDevices: async (line, { cards }) =>
      told(await call('getDevices', line, cardsNames(cards)), (rows) => heard(cards, rows, deviceOf)),
    listDevices: async (line, { modifiedSince, page }) => {
      const own = { since: when(modifiedSince) };
      const reply = await paged('listDevices', line, page, own, (row) => deviceOf(row, String(row['iccid'])));
      return told(reply, ({ rows, isLastPage }) => ({ devices: rows, isLastPage }));
    },
    setStatus: async (line, { status, ...card }) => {
      const word = profile.heardOnly.includes(status) ? undefined : profile.statuses[status]?.[0];
      if (word === undefined) return notOffered(NOT_ASKED);
      return told(await call('setStatus', line, { ...cardNames(card), status: word }), taken);
    },
    getOrder: async (line, { reference, ...card }) =>
      told(await call('getOrder', line, { ...cardNames(card), reference }), (rows) => {
        const { state, words: said } = first(rows);
        const known = state === 'waiting' || state === 'done' || state === 'failed' ? state : 'unknown';
        return { state: known, words: carrierSaid(words(said) ?? String(state)) };
      }),
    getUsage: async (line, card) =>
      told(await call('getUsage', line, cardNames(card)), (rows) => {
        const row = first(rows);
        const seconds = number(row['cycleSeconds']);
        return {
          iccid: card.iccid,
          status: words(row['status']),
          cycleBytes: words(row['cycleBytes']) ?? '0',
          cycleSeconds: seconds === null ? null : String(Math.round(seconds)),
          cycleMessages: number(row['cycleMessages']),
          overageLimitReached: flag(row['overageLimitReached']),
        };
      }),
    getUsages: async (line, { cards, period, on }) => {
      const own = { ...cardsNames(cards), period, on, onDigits: on.replaceAll('-', '') };
      return told(await call('getUsages', line, own), (rows) =>
        heard(cards, rows, (row, iccid) => ({ iccid, bytes: words(row['bytes']) })),
      );
    },
    listUsageRecords: async (line, { cycleStart, page, ...card }) => {
      const own = { ...cardNames(card), cycleStart };
      const reply = await paged('listUsageRecords', line, page, own, (row) => ({
        startedAt: row['startedAt'] as Date,
        endedAt: moment(row['endedAt']),
        ...connectionOf(row),
      }));
      return told(reply, ({ rows, isLastPage }) => ({ records: rows, isLastPage }));
    },
    getSession: async (line, card) =>
      told(await call('getSession', line, cardNames(card)), (rows) => {
        const row = first(rows);
        return {
          iccid: card.iccid,
          isOnline: flag(row['isOnline']),
          startedAt: moment(row['startedAt']),
          endedAt: moment(row['endedAt']),
          imei: words(row['imei']),
          ...connectionOf(row),
        };
      }),
    getPower: async (line, card) =>
      told(await call('getPower', line, cardNames(card)), (rows) => ({ isOn: flag(first(rows)['isOn']) })),
    getLocations: async (line, { cards }) =>
      told(await call('getLocations', line, cardsNames(cards)), (rows) =>
        heard(cards, rows, (row, iccid) => {
          const latitude = number(row['latitude']);
          return {
            iccid,
            source: latitude === null ? ('district' as const) : ('cell' as const),
            latitude,
            longitude: number(row['longitude']),
            accuracyMetres: number(row['accuracyMetres']),
            district: words(row['district']),
            at: moment(row['at']),
          };
        }),
      ),
    getServices: async (line, card) =>
      told(await call('getServices', line, cardNames(card)), (rows) => ({
        // Services without a word in the profile are ignored.
        services: rows
          .filter((row) => !String(row['service']).startsWith('?'))
          .map((row) => ({
            service: row['service'] as NetworkService,
            isOn: flag(row['isOn']),
            apn: words(row['apn']),
          })),
      })),
    setService: async (line, { service, isOn, apn, ...card }) => {
      const word = profile.services?.[service];
      if (word === undefined) return notOffered(NO_WORD);
      return told(await call('setService', line, { ...cardNames(card), service: word, isOn, apn }), taken);
    },
    setSpeed: async (line, { kbps, apn, ...card }) => {
      const word = profile.speeds?.[kbps === null ? 'none' : String(kbps)];
      if (word === undefined) return notOffered(NO_WORD);
      return told(await call('setSpeed', line, { ...cardNames(card), speed: word, apn }), taken);
    },
    setUsageCap: async (line, { megabytes, isChange: _, ...card }) =>
      told(await call('setUsageCap', line, { ...cardNames(card), megabytes }), taken),
    setApn: async (line, { apn, ...card }) => told(await call('setApn', line, { ...cardNames(card), apn }), taken),
    resetNetwork: async (line, card) => told(await call('resetNetwork', line, cardNames(card)), taken),
    getWhiteList: async (line, card) =>
      told(await call('getWhiteList', line, cardNames(card)), (rows) => ({
        numbers: rows.map((row) => String(row['number'])),
      })),
    setWhiteList: async (line, { added, removed, ...card }) =>
      told(await call('setWhiteList', line, { ...cardNames(card), added, removed }), taken),
    listPlans: async (line) =>
      told(await call('listPlans', line, {}), (rows) => ({
        plans: rows.map((row) => ({
          name: String(row['name']),
          kind: kindOf('listPlans'),
          cards: number(row['cards']),
        })),
      })),
    listRatePlans: async (line, { page }) => {
      const reply = await paged('listRatePlans', line, page, {}, ratePlanOf);
      return told(reply, ({ rows, isLastPage }) => ({ plans: rows, isLastPage }));
    },
    setPlan: async (line, { kind, name, ...card }) => {
      if (kind !== kindOf('setPlan')) return notOffered(NO_WORD);
      return told(await call('setPlan', line, { ...cardNames(card), plan: name }), taken);
    },
    steerNetwork: async (line, { mcc, mnc, isSteered }) =>
      told(await call('steerNetwork', line, { mcc, mnc, isOn: isSteered }), taken),
    getAllowances: async (line, card) =>
      told(await call('getAllowances', line, cardNames(card)), (rows) => ({
        allowances: rows.map((row) => ({
          name: String(row['name']),
          totalBytes: words(row['totalBytes']),
          usedBytes: words(row['usedBytes']),
          isDirected: typeof row['isDirected'] === 'boolean' ? row['isDirected'] : null,
        })),
      })),
    getBinding: async (line, card) =>
      told(await call('getBinding', line, cardNames(card)), (rows) => {
        const { boundImei, isSeparated } = first(rows);
        return {
          iccid: card.iccid,
          boundImei: words(boundImei),
          isSeparated: typeof isSeparated === 'boolean' ? isSeparated : null,
          separatedAt: null,
        };
      }),
    bindImei: async (line, { imei, ...card }) =>
      told(await call('bindImei', line, { ...cardNames(card), imei }), taken),
    getRealName: async (line, card) =>
      told(await call('getRealName', line, cardNames(card)), (rows) => {
        const row = first(rows);
        const said = words(row['words']);
        return { isDone: flag(row['isDone']), at: moment(row['at']), words: said === null ? null : carrierSaid(said) };
      }),
    getStopReasons: async (line, card) =>
      told(await call('getStopReasons', line, cardNames(card)), (rows) => ({
        code: words(first(rows)['code']),
        words: carrierSaid(String(first(rows)['words'])),
      })),
    listPools: async (line, { page }) => {
      const reply = await paged('listPools', line, page, {}, (row) => ({
        poolId: String(row['poolId']),
        name: String(row['name']),
        totalBytes: words(row['totalBytes']),
        usedBytes: words(row['usedBytes']),
        members: number(row['members']),
      }));
      return told(reply, ({ rows, isLastPage }) => ({ pools: rows, isLastPage }));
    },
    sendSms: async (line, { text: message, ...card }) =>
      told(await call('sendSms', line, { ...cardNames(card), text: message }), (rows) => ({
        messageId: String(first(rows)['messageId']),
      })),
    getSms: async (line, { messageId }) =>
      told(await call('getSms', line, { messageId }), (rows) => ({ messageId, status: String(first(rows)['status']) })),
  };
}

/** The operations a profile describes. */
export function operateBy(profile: CarrierProfile, watch?: Watch): Operate {
  const all = asking(profile, watch);
  const described = Object.keys(profile.operations) as ProfileOperationName[];
  return Object.fromEntries(described.map((name) => [name, all[name]]));
}
