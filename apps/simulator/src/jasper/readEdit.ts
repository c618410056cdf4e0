import * as z from 'zod';
import type { FieldChange } from '../cardWorld/cardEvents.ts';
import type { JasperAccount, JasperCarrier } from './jasperCarrier.ts';
import { OVERRIDES, PLAIN_FIELDS } from './jasperFields.ts';
import { isSimStatus } from './simStatuses.ts';
import { readDay, readMoment } from './vendorDates.ts';
import { badRequest } from './wireErrors.ts';

const EDITABLE = ['status', 'ratePlan', 'communicationPlan', 'overageLimitOverride', ...PLAIN_FIELDS] as const;
/** Only read beside a fixed address, which needs them. */
const ADDRESS_PARTS = ['apn', 'pdpId'] as const;
const MAX_AHEAD_MS = 180 * 86_400_000;

const editBody = z.record(z.string(), z.string().max(255));

export type ReadEdit = { readonly changes: readonly FieldChange[]; readonly effectiveMs: number | undefined };

/** Reads the body of `PUT devices/{iccid}`: at least one known text field, and no others (the refusal of others is assumed). */
export function readEdit(
  body: unknown,
  account: JasperAccount,
  world: JasperCarrier['world'],
  nowMs: number,
): ReadEdit {
  const read = editBody.safeParse(body);
  if (!read.success) throw badRequest('The request body must be a JSON object of text fields');
  const given = read.data;
  for (const field of Object.keys(given)) {
    const isKnown = ([...EDITABLE, ...ADDRESS_PARTS, 'effectiveDate'] as readonly string[]).includes(field);
    if (!isKnown) throw badRequest(`${field} is not a field that can be edited`);
  }
  const changes = EDITABLE.flatMap((field) => (given[field] === undefined ? [] : [{ field, value: given[field] }]));
  if (changes.length === 0) throw badRequest('At least one field to edit is required');

  const { status, ratePlan, communicationPlan, overageLimitOverride } = given;
  if (status !== undefined && !isSimStatus(status)) throw badRequest(`status ${status} is not a SIM status`);
  if (ratePlan !== undefined && !world.hasPlan(account.username, 'ratePlan', ratePlan))
    throw badRequest(`ratePlan ${ratePlan} is not known`);
  if (communicationPlan !== undefined && !world.hasPlan(account.username, 'communicationPlan', communicationPlan)) {
    throw badRequest(`communicationPlan ${communicationPlan} is not known`);
  }
  if (overageLimitOverride !== undefined && !(OVERRIDES as readonly string[]).includes(overageLimitOverride)) {
    throw badRequest(`overageLimitOverride must be one of ${OVERRIDES.join(', ')}`);
  }
  if (
    (given['ipv4Address'] ?? given['ipv6Address']) !== undefined &&
    ADDRESS_PARTS.some((part) => given[part] === undefined)
  ) {
    throw badRequest('A fixed address needs apn and pdpId');
  }
  return { changes, effectiveMs: effectiveMoment(given['effectiveDate'], nowMs) };
}

function effectiveMoment(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  const day = readDay(text);
  const ms = day === undefined ? readMoment(text) : Date.parse(`${day}T00:00:00Z`);
  if (ms === undefined) throw badRequest('effectiveDate must be a date');
  if (ms > nowMs + MAX_AHEAD_MS) throw badRequest('effectiveDate must not be more than 180 days in the future');
  return ms;
}
