import * as z from 'zod';
import { billingCycleAt } from '../cardWorld/billingCycle.ts';
import type { Times } from '../cardWorld/cardCarrier.ts';
import type { FieldChange } from '../cardWorld/cardEvents.ts';
import { dataLimitBytes } from '../cardWorld/cardUsage.ts';
import { chinaDay, chinaMonth } from '../cardWorld/chinaTime.ts';
import { planSize } from '../cardWorld/planSize.ts';
import { lastRecordOf, recordsOf, type SessionRecord } from '../cardWorld/sessionRecords.ts';
import { REFUSALS } from './genericAnswers.ts';
import { type GenericAccount, type GenericCarrier, SERVICES, SPEEDS } from './genericCarrier.ts';

export type Asked = {
  readonly account: GenericAccount;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly times: Times;
  readonly toldStatus: string | undefined;
};
export type ContractRoute = {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly handle: (asked: Asked) => unknown;
};

const MOST_CARDS = 100;
const MOST_PER_PAGE = 100;
const cards = z.strictObject({ iccids: z.array(z.string()).min(1).max(MOST_CARDS) });
const whole = z.coerce.number().int().min(1);
/** Numbers as a card's field stores them. */
const listOf = (kept: string): string[] => kept.split('_').filter(Boolean);
const iso = (ms: number): string => new Date(ms).toISOString();

function read<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw REFUSALS.badRequest(parsed.error.issues[0]?.path.join('.') || 'body');
  return parsed.data;
}

function pageOf<T>(rows: readonly T[], page: number, size: number) {
  const pages = Math.max(1, Math.ceil(rows.length / size));
  return { rows: rows.slice((page - 1) * size, page * size), page, pages };
}

/** A session in the contract's form; a fifth of its traffic is upload. */
function sessionOf({ apn }: GenericAccount, session: SessionRecord) {
  const { startedMs, endedMs, ipAddress, network, bytes } = session;
  const bytesUp = Math.floor(bytes / 5);
  return {
    startedAt: iso(startedMs),
    endedAt: endedMs === null ? null : iso(endedMs),
    ip: ipAddress,
    apn,
    rat: '4G',
    mcc: network.slice(0, 3) || null,
    mnc: network.slice(3) || null,
    bytes,
    bytesUp,
    bytesDown: bytes - bytesUp,
  };
}

/** The contract by path; the adapter's README explains each. */
export function contractRoutes(carrier: GenericCarrier): readonly ContractRoute[] {
  const { world } = carrier;
  const rowOf = (account: GenericAccount, iccid: string): number | undefined => {
    const row = world.devices.rowOf(iccid);
    return row !== undefined && world.accountOf(row).username === account.username ? row : undefined;
  };
  const known = ({ account, params }: Asked): number => {
    const row = rowOf(account, params['iccid'] ?? '');
    if (row === undefined) throw REFUSALS.unknownCard();
    return row;
  };
  const changedMs = (row: number) => world.devices.changes(row).at(-1)?.atMs ?? world.devices.addedMs(row);
  const device = (row: number, toldStatus: string | undefined) => {
    const activatedMs = world.devices.activatedMs(row);
    return {
      iccid: world.devices.iccid(row),
      ...world.numbers(row),
      status: toldStatus ?? world.field(row, 'status'),
      ratePlan: world.field(row, 'ratePlan'),
      communicationPlan: world.field(row, 'communicationPlan'),
      activatedAt: Number.isNaN(activatedMs) ? null : iso(activatedMs),
      changedAt: iso(changedMs(row)),
    };
  };
  const change = (asked: Asked, changes: readonly FieldChange[]) => {
    const row = known(asked);
    const { account, times } = asked;
    const outcome = carrier.edit({ row, changes, by: account.username, times, isOrdered: true });
    if (outcome.kind === 'refused') throw REFUSALS.notAllowed();
    const waits = outcome.kind === 'later' ? outcome.asked : null;
    const line = { iccid: world.devices.iccid(row), asked: waits, outcome: 'waiting' as const, code: null };
    return { orderId: carrier.noteOrder(account.username, 'C', [line]) };
  };
  const rowsOf = (account: GenericAccount, body: unknown) =>
    read(cards, body).iccids.flatMap((iccid) => {
      const row = rowOf(account, iccid);
      return row === undefined ? [] : [{ iccid, row }];
    });
  const get = (name: string, path: string, handle: ContractRoute['handle']): ContractRoute => ({
    name,
    method: 'GET',
    path,
    handle,
  });
  const put = (name: string, path: string, handle: ContractRoute['handle']): ContractRoute => ({
    ...get(name, path, handle),
    method: 'PUT',
  });
  const post = (name: string, path: string, handle: ContractRoute['handle']): ContractRoute => ({
    ...get(name, path, handle),
    method: 'POST',
  });

  return [
    get('echo', '/ping', () => ({})),
    get('getDevice', '/cards/:iccid', (asked) => device(known(asked), asked.toldStatus)),
    post('getDevices', '/cards/query', ({ account, body, toldStatus }) => ({
      cards: rowsOf(account, body).map(({ row }) => device(row, toldStatus)),
    })),
    get('listDevices', '/cards', ({ account, query, toldStatus }) => {
      const asked = z.object({
        modifiedSince: z.iso.datetime({ offset: true }),
        page: whole.default(1),
        pageSize: whole.max(MOST_PER_PAGE).default(MOST_PER_PAGE),
      });
      const { modifiedSince, page, pageSize } = read(asked, query);
      const sinceMs = Date.parse(modifiedSince);
      const changed: { readonly row: number; readonly atMs: number }[] = [];
      for (let row = 0; row < world.devices.size; row++) {
        const atMs = changedMs(row);
        if (atMs >= sinceMs && world.accountOf(row).username === account.username) changed.push({ row, atMs });
      }
      changed.sort((a, b) => a.atMs - b.atMs || a.row - b.row);
      const { rows, pages } = pageOf(changed, page, pageSize);
      return { cards: rows.map(({ row }) => device(row, toldStatus)), page, pages };
    }),
    put('setStatus', '/cards/:iccid/status', (asked) => {
      const { status } = read(z.strictObject({ status: z.string() }), asked.body);
      if (!world.statuses.words.includes(status)) throw REFUSALS.badRequest('status');
      return change(asked, [{ field: 'status', value: status }]);
    }),
    get('getOrder', '/orders/:orderId', ({ account, params }) => {
      const order = world.orders.find(params['orderId'] ?? '');
      if (!order || order.username !== account.username) throw REFUSALS.unknownOrder();
      return { state: order.lines[0]?.outcome ?? 'waiting', message: order.lines[0]?.code ?? '' };
    }),
    get('getUsage', '/cards/:iccid/usage', (asked) => {
      const row = known(asked);
      const { startMs } = billingCycleAt(carrier.nowMs(), asked.account.cycleDay);
      const { dataBytes, sms, voiceSeconds } = carrier.usage(row, startMs, carrier.nowMs());
      return {
        iccid: world.devices.iccid(row),
        status: asked.toldStatus ?? world.field(row, 'status'),
        bytes: dataBytes,
        messages: sms,
        seconds: voiceSeconds,
        limitReached: dataBytes >= (dataLimitBytes(world.field(row, 'ratePlan')) ?? Number.POSITIVE_INFINITY),
      };
    }),
    post('getUsages', '/usage/query', ({ account, body }) => {
      const asked = cards.extend({ period: z.enum(['day', 'month']), on: z.string() });
      const { period, on, ...given } = read(asked, body);
      const digits = on.replaceAll('-', '');
      const span = period === 'day' ? chinaDay(digits) : chinaMonth(digits);
      if (!span) throw REFUSALS.badRequest('on');
      return {
        usages: rowsOf(account, given).map(({ iccid, row }) => ({
          iccid,
          bytes: carrier.usage(row, span.fromMs, span.toMs).dataBytes,
        })),
      };
    }),
    get('listUsageRecords', '/cards/:iccid/records', (asked) => {
      const row = known(asked);
      const { cycleStart, page } = read(z.object({ cycleStart: z.iso.date(), page: whole.default(1) }), asked.query);
      const { startMs, endMs } = billingCycleAt(Date.parse(`${cycleStart}T00:00:00+08:00`), asked.account.cycleDay);
      const toMs = Math.min(endMs, carrier.nowMs());
      const records = recordsOf(carrier, row, startMs, toMs).filter(({ bytes }) => bytes > 0);
      const { rows, pages } = pageOf(records, page, MOST_PER_PAGE);
      return { records: rows.map((each) => sessionOf(asked.account, each)), page, pages };
    }),
    get('getSession', '/cards/:iccid/session', (asked) => {
      const row = known(asked);
      const session = lastRecordOf(carrier, row);
      const { imei } = world.numbers(row);
      return session
        ? { online: session.endedMs === null, imei, ...sessionOf(asked.account, session) }
        : { online: false, imei, startedAt: null, endedAt: null };
    }),
    post('getLocations', '/locations/query', ({ account, body }) => ({
      locations: rowsOf(account, body).flatMap(({ iccid, row }) =>
        carrier.places(row, 1).map(({ atMs, latitude, longitude, accuracyMetres }) => ({
          iccid,
          latitude,
          longitude,
          accuracyMetres,
          at: iso(atMs),
        })),
      ),
    })),
    get('getServices', '/cards/:iccid/services', (asked) => {
      const row = known(asked);
      return {
        services: SERVICES.map((service) => ({
          service,
          on: world.field(row, `service.${service}`) === 'on',
          apn: service === 'data' ? world.field(row, 'apn') || asked.account.apn : null,
        })),
      };
    }),
    put('setService', '/cards/:iccid/services/:service', (asked) => {
      const { on } = read(z.strictObject({ on: z.boolean(), apn: z.string().optional() }), asked.body);
      const service = read(z.enum(SERVICES), asked.params['service']);
      return change(asked, [{ field: `service.${service}`, value: on ? 'on' : 'off' }]);
    }),
    put('setSpeed', '/cards/:iccid/speed', (asked) => {
      const { speed } = read(z.strictObject({ speed: z.enum(SPEEDS) }), asked.body);
      return change(asked, [{ field: 'speed', value: speed }]);
    }),
    put('setUsageCap', '/cards/:iccid/usage-cap', (asked) => {
      const { megabytes } = read(z.strictObject({ megabytes: z.number().int().min(0).optional() }), asked.body);
      return change(asked, [{ field: 'usageCap', value: megabytes === undefined ? '' : String(megabytes) }]);
    }),
    put('setApn', '/cards/:iccid/apn', (asked) => {
      const { apn } = read(z.strictObject({ apn: z.string().min(1) }), asked.body);
      return change(asked, [{ field: 'apn', value: apn }]);
    }),
    post('resetNetwork', '/cards/:iccid/network-reset', (asked) =>
      change(asked, [{ field: 'resetAt', value: String(carrier.nowMs()) }]),
    ),
    get('getWhiteList', '/cards/:iccid/white-list', (asked) => ({
      numbers: listOf(world.field(known(asked), 'whiteList')).map((number) => ({ number })),
    })),
    put('setWhiteList', '/cards/:iccid/white-list', (asked) => {
      const numbers = z.array(z.string().min(3)).default([]);
      const { add, remove } = read(z.strictObject({ add: numbers, remove: numbers }), asked.body);
      const rest = listOf(world.field(known(asked), 'whiteList')).filter((number) => !remove.includes(number));
      return change(asked, [{ field: 'whiteList', value: [...new Set([...rest, ...add])].join('_') }]);
    }),
    get('listPlans', '/plans', ({ account }) => {
      const counts = new Map<string, number>();
      for (let row = 0; row < world.devices.size; row++) {
        if (world.accountOf(row).username !== account.username) continue;
        const plan = world.field(row, 'communicationPlan');
        counts.set(plan, (counts.get(plan) ?? 0) + 1);
      }
      return { plans: [...counts].map(([name, count]) => ({ name, cards: count })) };
    }),
    get('listRatePlans', '/rate-plans', ({ account, query }) => {
      const paging = z.object({ page: whole.default(1), pageSize: whole.max(MOST_PER_PAGE).default(MOST_PER_PAGE) });
      const { page, pageSize } = read(paging, query);
      const own = [...world.ratePlansOf(account.username)].map((code) => ({ code, bytes: planSize(code), months: 1 }));
      const { rows, pages } = pageOf<object>(account.ratePlans ?? own, page, pageSize);
      return { ratePlans: rows, page, pages };
    }),
    put('setPlan', '/cards/:iccid/communication-plan', (asked) => {
      const { plan } = read(z.strictObject({ plan: z.string().min(1) }), asked.body);
      return change(asked, [{ field: 'communicationPlan', value: plan }]);
    }),
    put('steerNetwork', '/networks/:network', ({ account, body, params }) => {
      const network = read(z.string().regex(/^\d{3}-\d{2,3}$/), params['network']).replace('-', '');
      const { steered } = read(z.strictObject({ steered: z.boolean() }), body);
      const others = account.steered.filter((each) => each !== network);
      carrier.changeAccount(account.username, { steered: steered ? [...others, network] : others });
      return { orderId: carrier.noteOrder(account.username, 'N', []) };
    }),
    get('getBinding', '/cards/:iccid/binding', (asked) => {
      const row = known(asked);
      const imei = world.field(row, 'boundImei');
      return { imei: imei || null, separated: imei !== '' && imei !== world.numbers(row).imei };
    }),
    put('bindImei', '/cards/:iccid/binding', (asked) => {
      const { imei = '' } = read(z.strictObject({ imei: z.string().optional() }), asked.body);
      return change(asked, [{ field: 'boundImei', value: imei }]);
    }),
    get('getRealName', '/cards/:iccid/real-name', (asked) => {
      const row = known(asked);
      const activatedMs = world.devices.activatedMs(row);
      const isActive = !Number.isNaN(activatedMs);
      const said = world.field(row, 'realName');
      const isDone = said === '' ? isActive : said === 'done';
      return { done: isDone, at: isDone && isActive ? iso(activatedMs) : null };
    }),
    post('sendSms', '/cards/:iccid/sms', (asked) => {
      const { text } = read(z.strictObject({ text: z.string().min(1).max(320) }), asked.body);
      const twice = typeof asked.times === 'object' ? 2 : 1;
      return { messageId: String(carrier.sendSms(known(asked), text, asked.account.username, twice).id) };
    }),
    get('getSms', '/sms/:messageId', ({ params }) => {
      const message = world.messages.get(Number(params['messageId']));
      if (!message) throw REFUSALS.unknownOrder();
      return { messageId: String(message.id), status: carrier.smsStatus(message) };
    }),
  ];
}
