import { placesBetween } from '../cardWorld/cardPlaces.ts';
import { sessionAt } from '../cardWorld/cardSessions.ts';
import type { JasperCarrier } from './jasperCarrier.ts';
import { PLAIN_FIELDS } from './jasperFields.ts';
import { readEdit } from './readEdit.ts';
import { DeviceSearch } from './searchDevices.ts';
import { isoDate, vendorDate, vendorDateOrNull } from './vendorDates.ts';
import { badTransition, notFound } from './wireErrors.ts';
import {
  momentParam,
  ok,
  page,
  pagingOf,
  sparse,
  type WireRequest,
  type WireRoute,
  wholeNumber,
} from './wireRequest.ts';

const DAY_MS = 86_400_000;
/** Positions the default answer tells, and the most that are ever computed for one. */
const LATEST_PLACES = 2;
const MOST_PLACES = 2000;

/** The row of a path's device; a device of another account counts as unknown. */
export function rowOf(carrier: JasperCarrier, { params, account }: WireRequest): number {
  const row = carrier.world.devices.rowOf(params['iccid']!);
  if (row === undefined || carrier.world.devices.account(row) !== account.place) throw notFound();
  return row;
}

export function deviceRoutes(carrier: JasperCarrier): WireRoute[] {
  const search = new DeviceSearch(carrier.world);
  return [
    { name: 'searchDevices', method: 'GET', path: '/devices', handle: (request) => search.answer(request) },
    {
      name: 'getDevice',
      method: 'GET',
      path: '/devices/:iccid',
      handle: (request) => ok(sparse(request.query, details(carrier, rowOf(carrier, request)))),
    },
    { name: 'editDevice', method: 'PUT', path: '/devices/:iccid', handle: (request) => editDevice(carrier, request) },
    {
      name: 'getSession',
      method: 'GET',
      path: '/devices/:iccid/sessionInfo',
      handle: (request) => ok(sparse(request.query, sessionInfo(carrier, rowOf(carrier, request)))),
    },
    {
      name: 'getAuditTrails',
      method: 'GET',
      path: '/devices/:iccid/auditTrails',
      advantageOnly: true,
      handle: (request) => ok(auditTrails(carrier, request)),
    },
    {
      name: 'getLocationHistory',
      method: 'GET',
      path: '/devices/:iccid/locationHistory',
      handle: (request) => ok(locationHistory(carrier, request)),
    },
  ];
}

function details({ world }: JasperCarrier, row: number) {
  const { devices } = world;
  const text = (field: string) => devices.text(row, field) ?? null;
  const customs = PLAIN_FIELDS.filter((field) => field.includes('Custom'));
  return {
    iccid: devices.iccid(row),
    ...world.numbers(row),
    status: devices.status(row),
    ratePlan: world.field(row, 'ratePlan'),
    communicationPlan: world.field(row, 'communicationPlan'),
    customer: text('customer'),
    endConsumerId: null,
    dateActivated: vendorDateOrNull(devices.activatedMs(row)),
    dateAdded: vendorDate(devices.addedMs(row)),
    dateUpdated: vendorDate(devices.updatedMs(row)),
    dateShipped: vendorDate(devices.addedMs(row) + DAY_MS),
    accountId: world.accountOf(row).accountId,
    fixedIPAddress: text('ipv4Address'),
    fixedIpv6Address: text('ipv6Address'),
    ...Object.fromEntries(customs.map((field) => [field, devices.text(row, field) ?? ''])),
    simNotes: null,
    deviceID: text('deviceID'),
    modemID: text('modemID'),
    globalSimType: 'None',
    eid: null,
    simProfileId: null,
  };
}

function editDevice(carrier: JasperCarrier, request: WireRequest) {
  const row = rowOf(carrier, request);
  const { account } = request;
  const { changes, effectiveMs } = readEdit(request.body, account, carrier.world, carrier.nowMs());
  const outcome = carrier.edit({ row, changes, effectiveMs, by: account.username, times: request.times });
  if (outcome.kind === 'refused') throw badTransition(outcome.from, outcome.to);
  const status = account.editAnswer ?? (outcome.kind === 'later' ? 202 : 200);
  return { status, body: { iccid: carrier.world.devices.iccid(row) } };
}

function sessionInfo(carrier: JasperCarrier, row: number) {
  const session = sessionAt(carrier.world, row, carrier.seed, carrier.nowMs());
  return {
    iccid: carrier.world.devices.iccid(row),
    ipAddress: session?.ipAddress ?? null,
    dateSessionStarted: session ? vendorDate(session.startedMs) : null,
    dateSessionEnded: vendorDateOrNull(session?.endedMs ?? Number.NaN),
    apn: session ? carrier.world.accountOf(row).apn : null,
  };
}

function auditTrails(carrier: JasperCarrier, request: WireRequest) {
  const row = rowOf(carrier, request);
  const days = wholeNumber(request.query, 'daysOfHistory', 30, 365);
  const paging = pagingOf(request.query);
  const nowMs = carrier.nowMs();
  const recent = carrier.world.devices.changes(row).filter(({ atMs }) => atMs > nowMs - days * DAY_MS);
  const { pageNumber, rows, lastPage } = page(recent.toReversed(), paging);
  return {
    iccid: carrier.world.devices.iccid(row),
    timestamp: isoDate(nowMs),
    deviceAuditTrails: rows.map(({ field, from, to, atMs, by }) => ({
      field,
      priorValue: from,
      value: to,
      effectiveDate: vendorDate(atMs),
      status: 'Completed',
      userName: by,
    })),
    pageNumber,
    lastPage,
  };
}

function locationHistory(carrier: JasperCarrier, request: WireRequest) {
  const row = rowOf(carrier, request);
  const { query } = request;
  const paging = pagingOf(query);
  const given = momentParam(query, 'fromDate');
  const activatedMs = carrier.world.devices.activatedMs(row);
  const untilMs = Math.min(momentParam(query, 'toDate') ?? carrier.nowMs(), carrier.nowMs());
  const iccid = carrier.world.devices.iccid(row);
  // A card that was never active was never seen.
  const fromMs = Number.isNaN(activatedMs) ? Number.POSITIVE_INFINITY : Math.max(given ?? activatedMs, activatedMs);
  const places = placesBetween(iccid, carrier.seed, fromMs, untilMs, given === undefined ? LATEST_PLACES : MOST_PLACES);
  const { pageNumber, rows, lastPage } = page(places, paging);
  return {
    iccid,
    simlocations: rows.map(({ atMs, latitude, longitude, accuracyMetres, cellId }) => ({
      latitude,
      longitude,
      accuracy: accuracyMetres,
      cellId,
      dateCaptured: vendorDate(atMs),
    })),
    pageNumber,
    lastPage,
  };
}
