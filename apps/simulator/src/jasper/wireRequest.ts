import type { Times } from '../cardWorld/cardCarrier.ts';
import type { JasperAccount } from './jasperCarrier.ts';
import { readMoment } from './vendorDates.ts';
import { badRequest } from './wireErrors.ts';

export type Query = Readonly<Record<string, string | string[] | undefined>>;

/** An authenticated call of the carrier's API: caller, subject, and how often it takes effect. */
export type WireRequest = {
  readonly account: JasperAccount;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: unknown;
  /** Faults make the carrier claim success, or act twice. */
  readonly times: Times;
};

export type Answer = { readonly status: number; readonly body: unknown };

/** One operation of the API; faults and call counters use its name. */
export type WireRoute = {
  readonly name: string;
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  /** Not open to accounts of the «Essential» kind. */
  readonly advantageOnly?: boolean;
  readonly handle: (request: WireRequest) => Answer;
};

export const MAX_PAGE_SIZE = 50;

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** A single query parameter; the first value of a repeated one. */
export function param(query: Query, name: string): string | undefined {
  const value = query[name];
  const text = Array.isArray(value) ? value[0] : value;
  return text === '' ? undefined : text;
}

export function momentParam(query: Query, name: string): number | undefined {
  const text = param(query, name);
  if (text === undefined) return undefined;
  const ms = readMoment(text);
  if (ms === undefined) throw badRequest(`${name} must be a date of the form yyyy-MM-ddTHH:mm:ss+00:00`);
  return ms;
}

export function requiredMoment(query: Query, name: string): number {
  const ms = momentParam(query, name);
  if (ms === undefined) throw badRequest(`${name} is required`);
  return ms;
}

export function wholeNumber(query: Query, name: string, ifAbsent: number, max: number): number {
  const text = param(query, name);
  if (text === undefined) return ifAbsent;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) throw badRequest(`${name} must be a whole number from 1 to ${max}`);
  return value;
}

export type Paging = { readonly pageNumber: number; readonly pageSize: number };

export function pagingOf(query: Query): Paging {
  return {
    pageNumber: wholeNumber(query, 'pageNumber', 1, 100_000_000),
    pageSize: wholeNumber(query, 'pageSize', MAX_PAGE_SIZE, MAX_PAGE_SIZE),
  };
}

/** One page of a list, and whether nothing follows it. */
export function page<T>(
  all: ArrayLike<T> & { slice(from: number, to: number): ArrayLike<T> },
  { pageNumber, pageSize }: Paging,
) {
  const from = (pageNumber - 1) * pageSize;
  return { pageNumber, rows: Array.from(all.slice(from, from + pageSize)), lastPage: from + pageSize >= all.length };
}

/** Filters an answer by `fields=a,b,c`; returns all of it without the parameter. */
export function sparse<T extends object>(query: Query, row: T): Partial<T> {
  const fields = param(query, 'fields');
  if (fields === undefined) return row;
  const wanted = new Set(fields.split(',').map((field) => field.trim()));
  return Object.fromEntries(Object.entries(row).filter(([name]) => wanted.has(name))) as Partial<T>;
}
