import * as z from 'zod';
import { billingCycleAt } from '../cardWorld/billingCycle.ts';
import type { Times } from '../cardWorld/cardCarrier.ts';
import { dataLimitBytes } from '../cardWorld/cardUsage.ts';
import { CHINA_OFFSET_MS, chinaDayOf, chinaDayText, startOfChinaDay } from '../cardWorld/chinaTime.ts';
import type { CmpAccount, CmpCarrier } from './cmpCarrier.ts';
import { REFUSALS } from './cmpEnvelope.ts';

type Asked = {
  readonly account: CmpAccount;
  readonly data: Readonly<Record<string, unknown>>;
  readonly times: Times;
  readonly toldStatus: string | undefined;
};
export type CmpApi = (asked: Asked) => object;

const MOST_CARDS = 50;
const RECORDS_PER_PAGE = 50;
const MONTHS_KEPT = 6;
const MEGABYTE = 1024 * 1024;

/** `2026-11-21 10:30:00`, China time. */
export const chinaTime = (ms: number): string =>
  new Date(ms + CHINA_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(3);

function read<T>(schema: z.ZodType<T>, data: unknown): T {
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw REFUSALS.badRequest(parsed.error.issues[0]?.path.join('.') ?? 'data');
  return parsed.data;
}

const card = z.object({ iccid: z.string() });
const cards = z.object({ iccids: z.array(z.string()).min(1).max(MOST_CARDS) });
const change = card.extend({
  asynchronous: z.enum(['0', '1']),
  changeType: z.coerce.string(),
  targetValue: z.coerce.string().min(1),
});
/** What can be changed by `wsEditTerminal` here: field names by the gateway's numbers. */
const CHANGED: Readonly<Record<string, string>> = { 3: 'status', 4: 'ratePlan', 28: 'realNameStatus' };

/** The interfaces of the gateway, by the names in their addresses. */
export function cmpApis(carrier: CmpCarrier): Readonly<Record<string, CmpApi>> {
  const { world } = carrier;

  /** A card of this account by 20 digits, or by 19 where the check digit is left out. */
  const rowOf = (account: CmpAccount, iccid: string): number | undefined => {
    const digits = iccid.length === 19 ? ['', ...'0123456789'] : [''];
    const rows = digits.map((digit) => world.devices.rowOf(iccid + digit));
    const row = rows.find((each) => each !== undefined);
    return row !== undefined && world.accountOf(row).username === account.username ? row : undefined;
  };
  const known = (account: CmpAccount, iccid: string): number => {
    const row = rowOf(account, iccid);
    if (row === undefined) throw REFUSALS.unknownCard();
    return row;
  };
  const realNameOf = (row: number): string =>
    world.field(row, 'realNameStatus') || (Number.isNaN(world.devices.activatedMs(row)) ? '1' : '2');

  const terminal = (account: CmpAccount, row: number, toldStatus: string | undefined) => {
    const { startMs } = billingCycleAt(carrier.nowMs(), account.cycleDay);
    const used = carrier.usage(row, startMs, carrier.nowMs());
    const activatedMs = world.devices.activatedMs(row);
    const ratePlan = world.field(row, 'ratePlan');
    return {
      iccid: world.devices.iccid(row),
      ...world.numbers(row),
      simStatus: toldStatus ?? world.field(row, 'status'),
      ratePlan,
      realNameStatus: realNameOf(row),
      lockStatus: world.field(row, 'lockStatus'),
      accountId: account.username,
      dateActivated: Number.isNaN(activatedMs) ? '' : chinaTime(activatedMs),
      dateModified: chinaTime(world.devices.changes(row).at(-1)?.atMs ?? world.devices.addedMs(row)),
      monthToDateDataUsage: megabytes(used.dataBytes),
      monthToDateUsage: megabytes(used.dataBytes),
      monthToDateSMSUsage: String(used.sms),
      monthToDateVoiceUsage: String(Math.ceil(used.voiceSeconds / 60)),
      ctdSessionCount: used.sessions,
      overageLimitReached: String(used.dataBytes >= (dataLimitBytes(ratePlan) ?? Number.POSITIVE_INFINITY)),
      networkType: '4G',
    };
  };

  const edit = (asked: Asked, row: number, field: string, value: string, already: () => Error): object => {
    const iccid = world.devices.iccid(row);
    const isSo = world.field(row, field) === value;
    const { account, times } = asked;
    const outcome = carrier.edit({ row, changes: [{ field, value }], by: account.username, times });
    if (outcome.kind === 'refused') throw REFUSALS.notAllowed();
    if (isSo) throw already();
    return { iccid, effectiveDate: chinaTime(carrier.nowMs()) };
  };

  return {
    wsGetTerminalDetails: ({ account, data, toldStatus }) => {
      const rows = read(cards, data).iccids.map((iccid) => rowOf(account, iccid));
      return {
        terminals: rows.flatMap((row) => (row === undefined ? [] : [terminal(account, row, toldStatus)])),
      };
    },
    wsEditTerminal: (asked) => {
      const { iccid, changeType, targetValue } = read(change, asked.data);
      const field = CHANGED[changeType];
      if (!field) throw REFUSALS.badRequest('changeType');
      if (field === 'status' && !world.statuses.words.includes(targetValue)) throw REFUSALS.badRequest('targetValue');
      return edit(asked, known(asked.account, iccid), field, targetValue, REFUSALS.already);
    },
    wsEditNetworkAccessConfig: (asked) => {
      const { iccid, nacId } = read(card.extend({ nacId: z.coerce.string().min(1) }), asked.data);
      return edit(asked, known(asked.account, iccid), 'communicationPlan', nacId, REFUSALS.accessAlready);
    },
    wsGetNetworkAccessconfig: ({ account, data }) => ({
      nacs: read(cards, data)
        .iccids.map((iccid) => world.field(known(account, iccid), 'communicationPlan'))
        .map((nacId) => ({ nacId, nacName: `NAC-${nacId}`, apn: account.apn })),
    }),
    wsGetTerminalUsage: ({ account, data }) => {
      const { iccid, billingCycle } = read(card.extend({ billingCycle: z.string().regex(/^\d{6}$/) }), data);
      const row = known(account, iccid);
      for (let back = 1; back <= MONTHS_KEPT; back++) {
        const { startMs, endMs } = billingCycleAt(carrier.nowMs(), account.cycleDay, back);
        // A cycle is called by the month it ends in.
        const name = chinaDayText(chinaDayOf(endMs - 1))
          .slice(0, 7)
          .replace('-', '');
        if (name !== billingCycle) continue;
        const { dataBytes, sms, voiceSeconds } = carrier.usage(row, startMs, endMs);
        return {
          iccid,
          billingCycle,
          totalDataVolume: megabytes(dataBytes),
          totalSmsVolume: String(sms),
          totalVoiceVolume: String(Math.ceil(voiceSeconds / 60)),
        };
      }
      throw REFUSALS.month();
    },
    wsGetTerminalUsageDataDetails: ({ account, data }) => {
      const asked = card.extend({
        cycleStartDate: z.string().min(10),
        pageNumber: z.coerce.number().int().min(1).default(1),
      });
      const { iccid, cycleStartDate, pageNumber } = read(asked, data);
      const row = known(account, iccid);
      const fromMs = Date.parse(`${cycleStartDate.slice(0, 10)}T00:00:00+08:00`);
      if (Number.isNaN(fromMs)) throw REFUSALS.badRequest('cycleStartDate');
      const { startMs, endMs } = billingCycleAt(fromMs, account.cycleDay);
      const details = recordsBetween(carrier, row, startMs, Math.min(endMs, carrier.nowMs()));
      const from = (pageNumber - 1) * RECORDS_PER_PAGE;
      return {
        iccid,
        totalPages: Math.max(1, Math.ceil(details.length / RECORDS_PER_PAGE)),
        usageDetails: details.slice(from, from + RECORDS_PER_PAGE),
      };
    },
    wsGetSessionInfo: ({ account, data }) => {
      const [iccid = ''] = read(z.object({ iccid: z.array(z.string()).min(1).max(1) }), data).iccid;
      const row = known(account, iccid);
      const session = carrier.session(row);
      if (!session || session.endedMs !== null) return { sessionInfo: [] };
      const { startedMs, ipAddress } = session;
      const { imei } = world.numbers(row);
      const open = { iccid, sessionStartTime: chinaTime(startedMs), ipAddress, apn: account.apn, imei, rat: '4G' };
      return { sessionInfo: [open] };
    },
    wsStatus: ({ account, data }) => {
      const { iccid, changeType } = read(card.extend({ changeType: z.coerce.string() }), data);
      known(account, iccid);
      const field = CHANGED[changeType];
      const isOpen = carrier.askedOf(iccid).some((asked) => asked.changes.some((each) => each.field === field));
      return { iccid, changeType, provisionStatus: isOpen ? 'Pending' : 'Completed' };
    },
    realNameStatusQuery: ({ account, data }) => {
      const { iccid } = read(z.object({ iccid: z.string().length(19) }), data);
      const isDone = realNameOf(known(account, iccid)) > '1';
      return isDone ? { rspcode: '0001', rspdesc: '已实名' } : { rspcode: '0002', rspdesc: '需实名' };
    },
  };
}

/** One record a day on which the card used something. */
function recordsBetween(carrier: CmpCarrier, row: number, fromMs: number, toMs: number) {
  const records: { sessionStartTime: string; sessionEndTime: string; dataVolume: number }[] = [];
  for (let day = chinaDayOf(fromMs); startOfChinaDay(day) < toMs; day++) {
    const startMs = startOfChinaDay(day);
    const endMs = Math.min(startOfChinaDay(day + 1), toMs);
    const { dataBytes } = carrier.usage(row, startMs, endMs);
    if (dataBytes > 0) {
      const sessionEndTime = chinaTime(endMs - 1_000);
      records.push({ sessionStartTime: chinaTime(startMs), sessionEndTime, dataVolume: dataBytes });
    }
  }
  return records;
}
