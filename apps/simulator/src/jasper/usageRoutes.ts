import { type BillingCycle, billingCycleAt } from '../cardWorld/billingCycle.ts';
import { dataLimitBytes, type Usage, usageBetween } from '../cardWorld/cardUsage.ts';
import { chinaDayOf, chinaDayText } from '../cardWorld/chinaTime.ts';
import { rowOf } from './deviceRoutes.ts';
import type { JasperCarrier } from './jasperCarrier.ts';
import { isoDate, readDay } from './vendorDates.ts';
import { badRequest, notFound } from './wireErrors.ts';
import { ok, page, pagingOf, param, sparse, type WireRequest, type WireRoute } from './wireRequest.ts';

/** Usage by zone reaches back this many cycles, the current one included. */
const CYCLES_KEPT = 3;
/** All use is at home; a foreign zone exists only at the real one. */
const ZONE = 'CHINA';
const RATE_PLAN_VERSION = '1';

export function usageRoutes(carrier: JasperCarrier): WireRoute[] {
  return [
    {
      name: 'getUsage',
      method: 'GET',
      path: '/devices/:iccid/ctdUsages',
      handle: (request) => ok(sparse(request.query, cycleToDate(carrier, request))),
    },
    {
      name: 'getUsageByZone',
      method: 'GET',
      path: '/devices/:iccid/usageInZone',
      advantageOnly: true,
      handle: (request) => ok(usageInZone(carrier, request)),
    },
    {
      name: 'getRatePlanUsage',
      method: 'GET',
      path: '/usages',
      advantageOnly: true,
      handle: (request) => ok(usageOfRatePlan(carrier, request)),
    },
  ];
}

function cycleToDate(carrier: JasperCarrier, request: WireRequest) {
  const row = rowOf(carrier, request);
  const { world } = carrier;
  const nowMs = carrier.nowMs();
  const usage = usageBetween(world, row, carrier.seed, billingCycleAt(nowMs, request.account.cycleDay).startMs, nowMs);
  const ratePlan = world.field(row, 'ratePlan');
  const override = world.field(row, 'overageLimitOverride');
  const limit = dataLimitBytes(ratePlan);
  return {
    iccid: world.devices.iccid(row),
    ...world.numbers(row),
    status: world.devices.status(row),
    ratePlan,
    communicationPlan: world.field(row, 'communicationPlan'),
    ctdDataUsage: usage.dataBytes,
    ctdSMSUsage: usage.sms,
    ctdVoiceUsage: usage.voiceSeconds,
    ctdSessionCount: usage.sessions,
    overageLimitReached: limit !== undefined && override === 'DEFAULT' && usage.dataBytes >= limit,
    overageLimitOverride: override,
    timestamp: isoDate(nowMs),
  };
}

function usageInZone(carrier: JasperCarrier, request: WireRequest) {
  const row = rowOf(carrier, request);
  const { query } = request;
  const nowMs = carrier.nowMs();
  const cycle = cycleAskedFor(request, nowMs);
  const ratePlan = carrier.world.field(row, 'ratePlan');
  const isAskedFor = (param(query, 'ratePlan') ?? ratePlan) === ratePlan && (param(query, 'zone') ?? ZONE) === ZONE;
  const usage = usageBetween(carrier.world, row, carrier.seed, cycle.startMs, Math.min(cycle.endMs, nowMs));
  return {
    iccid: carrier.world.devices.iccid(row),
    timestamp: isoDate(nowMs),
    cycleStartDate: isoDate(cycle.startMs),
    cycleEndDate: isoDate(cycle.endMs - 1000),
    deviceCycleUsageInZones: isAskedFor
      ? {
          [`${ratePlan}, ${RATE_PLAN_VERSION}`]: [
            { ratePlan, ratePlanVersion: RATE_PLAN_VERSION, ...zoneUsage(usage) },
          ],
        }
      : {},
  };
}

function usageOfRatePlan(carrier: JasperCarrier, request: WireRequest) {
  const { query, account } = request;
  const { world } = carrier;
  const name = param(query, 'ratePlanName');
  if (name === undefined) throw badRequest('ratePlanName is required');
  if (!world.hasPlan(account.username, 'ratePlan', name)) throw notFound();
  const type = param(query, 'usageType');
  if (type !== undefined && !['DATA', 'SMS', 'VOICE'].includes(type))
    throw badRequest('usageType must be DATA, SMS or VOICE');
  const paging = pagingOf(query);
  const nowMs = carrier.nowMs();
  const cycle = cycleAskedFor(request, nowMs);

  const total = { dataBytes: 0, sms: 0, voiceSeconds: 0, sessions: 0 };
  for (let row = 0; row < world.devices.size; row++) {
    if (world.devices.account(row) !== account.place || world.field(row, 'ratePlan') !== name) continue;
    const usage = usageBetween(world, row, carrier.seed, cycle.startMs, Math.min(cycle.endMs, nowMs));
    total.dataBytes += usage.dataBytes;
    total.sms += usage.sms;
    total.voiceSeconds += usage.voiceSeconds;
  }
  const { zone, dataUsage, dataUsageUnit, smsmousage, smsmtusage, voiceMOUsage, voiceMOUsageUnit } = zoneUsage(total);
  const usage = {
    zone,
    ...(type === undefined || type === 'DATA' ? { dataUsage, dataUsageUnit } : {}),
    ...(type === undefined || type === 'SMS' ? { smsmousage, smsmtusage } : {}),
    ...(type === undefined || type === 'VOICE' ? { voiceMOUsage, voiceMOUsageUnit } : {}),
  };
  const { pageNumber, rows, lastPage } = page([usage], paging);
  return {
    ratePlanName: name,
    ratePlanVersion: RATE_PLAN_VERSION,
    timestamp: isoDate(nowMs),
    cycleStartDate: isoDate(cycle.startMs),
    cycleEndDate: isoDate(cycle.endMs - 1000),
    usages: rows,
    pageNumber,
    lastPage,
  };
}

/** The cycle a call names by its first day; without one, the current cycle. */
function cycleAskedFor({ query, account }: WireRequest, nowMs: number): BillingCycle {
  const text = param(query, 'cycleStartDate');
  if (text === undefined) return billingCycleAt(nowMs, account.cycleDay);
  const day = readDay(text);
  for (let back = 0; back < CYCLES_KEPT; back++) {
    const cycle = billingCycleAt(nowMs, account.cycleDay, back);
    if (chinaDayText(chinaDayOf(cycle.startMs)) === day) return cycle;
  }
  throw badRequest(`cycleStartDate must be the first day of one of the last ${CYCLES_KEPT} billing cycles`);
}

function zoneUsage(usage: Usage) {
  return {
    zone: ZONE,
    dataUsage: usage.dataBytes,
    dataUsageUnit: 'bytes',
    smsmousage: 0,
    smsmtusage: usage.sms,
    voiceMOUsage: usage.voiceSeconds,
    voiceMOUsageUnit: 'seconds',
    voiceMTUsage: 0,
    voiceMTUsageUnit: 'seconds',
  };
}
