import type { CarrierProfile, ProfileField, ProfileRequest } from '@cardinal/contract/carrierProfiles/profile.ts';
import {
  type FieldKind,
  PROFILE_OPERATIONS,
  type ProfileOperation,
  type ProfileOperationName,
} from '@cardinal/contract/carrierProfiles/profileOperations.ts';
import { bytesOf } from '../protocol/volumes.ts';
import { textOf, valueAt } from './judge.ts';
import { readMoment } from './moments.ts';

/** The fields of an answer in our terms; a field without a value is absent. */
export type Read = Readonly<Record<string, string | number | boolean | Date | undefined>>;

type Tables = Pick<CarrierProfile, 'statuses' | 'services' | 'states' | 'dates' | 'volumes' | 'zone'>;

/** The rows of an answer, or its single object as the only row; undefined if required data is missing. */
export function readAnswer(
  profile: Tables,
  name: ProfileOperationName,
  { at = '', fields = {} }: Pick<ProfileRequest, 'at' | 'fields'>,
  body: unknown,
): readonly Read[] | undefined {
  const shape: ProfileOperation = PROFILE_OPERATIONS[name];
  if (Object.keys(shape.fields).length === 0) return [{}];
  const found = valueAt(body, at);
  // Some carriers send null for an empty list, and a single row without a list.
  const rows = Array.isArray(found) ? found : found === null && shape.rows ? [] : [found];
  if (found === undefined && shape.needs.length > 0) return undefined;
  const read = (shape.rows ? rows : rows.slice(0, 1)).map((row) => readRow(profile, shape, fields, row));
  if (shape.needs.length > 0 && !shape.rows && read.length === 0) return undefined;
  return read.every((row) => row !== undefined) ? read : undefined;
}

function readRow(
  profile: Tables,
  shape: ProfileOperation,
  fields: Readonly<Record<string, ProfileField>>,
  row: unknown,
): Read | undefined {
  const read: Record<string, string | number | boolean | Date | undefined> = {};
  for (const [field, how] of Object.entries(fields)) {
    const kind = shape.fields[field];
    const said = textOf(valueAt(row, typeof how === 'string' ? how : how.at));
    const value = said === undefined || !kind ? undefined : readField(profile, kind, how, said);
    if (value === undefined && shape.needs.includes(field)) return undefined;
    read[field] = value;
  }
  return read;
}

function readField(profile: Tables, kind: FieldKind, field: ProfileField, said: string) {
  const how: Exclude<ProfileField, string> = typeof field === 'string' ? { at: field } : field;
  switch (kind) {
    case 'text':
      return said.trim() === '' ? undefined : said.trim();
    case 'number': {
      const number = said.trim() === '' ? Number.NaN : Number(said);
      return Number.isFinite(number) ? number : undefined;
    }
    case 'volume':
      return bytesOf(said, how.unit ?? profile.volumes) ?? undefined;
    case 'moment':
      return readMoment(said, how.date ?? profile.dates, profile.zone) ?? undefined;
    case 'flag':
      return how.is?.includes(said.trim()) ?? false;
    case 'status':
      return wordFor(profile.statuses, said.trim()) ?? said.trim();
    case 'state':
      return wordFor(profile.states ?? {}, said.trim()) ?? 'unknown';
    case 'service':
      return Object.entries(profile.services ?? {}).find(([, word]) => word === said.trim())?.[0] ?? `?${said.trim()}`;
  }
}

/** Our word for theirs. */
const wordFor = (table: Readonly<Record<string, readonly string[] | undefined>>, theirs: string): string | undefined =>
  Object.entries(table).find(([, words]) => words?.includes(theirs))?.[0];
