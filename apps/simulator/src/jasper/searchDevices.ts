import type { JasperCarrier } from './jasperCarrier.ts';
import { PLAIN_FIELDS } from './jasperFields.ts';
import { isSimStatus } from './simStatuses.ts';
import { badRequest } from './wireErrors.ts';
import {
  type Answer,
  momentParam,
  ok,
  page,
  pagingOf,
  param,
  requiredMoment,
  sparse,
  type WireRequest,
} from './wireRequest.ts';

const CUSTOM_FIELDS = PLAIN_FIELDS.filter((field) => field.includes('Custom'));
/** Cached search results, valid while nothing changes, so that paging through a million devices stays cheap. */
const KEPT_SEARCHES = 4;

/** `GET devices`: the account's devices modified since a moment, by modification time, oldest first. */
export class DeviceSearch {
  readonly #world: JasperCarrier['world'];
  readonly #kept = new Map<string, { readonly version: number; readonly rows: Uint32Array }>();

  constructor(world: JasperCarrier['world']) {
    this.#world = world;
  }

  answer(request: WireRequest): Answer {
    const { query, account } = request;
    const sinceMs = requiredMoment(query, 'modifiedSince');
    const tillMs = momentParam(query, 'modifiedTill') ?? Number.POSITIVE_INFINITY;
    const status = param(query, 'status');
    if (status !== undefined && !isSimStatus(status)) throw badRequest(`status ${status} is not a SIM status`);
    const accountId = param(query, 'accountId');
    if (accountId !== undefined && accountId !== account.accountId)
      throw badRequest('accountId is not an account of this user');
    const customs = CUSTOM_FIELDS.flatMap((field) => {
      const value = param(query, field);
      return value === undefined ? [] : [{ field, value }];
    });
    const paging = pagingOf(query);

    const key = JSON.stringify([account.place, sinceMs, tillMs, status, customs]);
    const rows = this.#rows(key, () => {
      const modified = this.#world.devices.modifiedBetween(account.place, sinceMs, tillMs);
      if (status === undefined && customs.length === 0) return modified;
      return modified.filter(
        (row) =>
          (status === undefined || this.#world.devices.status(row) === status) &&
          customs.every(({ field, value }) => this.#world.field(row, field) === value),
      );
    });
    const { pageNumber, rows: ofPage, lastPage } = page(rows, paging);
    const devices = ofPage.map((row) => sparse(query, this.#summary(row)));
    // The fault «duplicate» repeats the first row of a list, as pages do that shift during reading.
    if (request.times !== 'once' && request.times !== 'never' && devices[0]) devices.push(devices[0]);
    return ok({ pageNumber, devices, lastPage });
  }

  #summary(row: number) {
    return {
      iccid: this.#world.devices.iccid(row),
      status: this.#world.devices.status(row),
      ratePlan: this.#world.field(row, 'ratePlan'),
      communicationPlan: this.#world.field(row, 'communicationPlan'),
    };
  }

  #rows(key: string, find: () => Uint32Array): Uint32Array {
    const { version } = this.#world.devices;
    const kept = this.#kept.get(key);
    if (kept?.version === version) return kept.rows;
    const rows = find();
    this.#kept.delete(key);
    this.#kept.set(key, { version, rows });
    if (this.#kept.size > KEPT_SEARCHES) this.#kept.delete(this.#kept.keys().next().value!);
    return rows;
  }
}
