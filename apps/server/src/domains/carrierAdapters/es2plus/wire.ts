import * as z from 'zod';
import { PROFILE_STATES } from '../protocol/esimOperations.ts';

/** Every version of the second generation of the interface; a client must check for it. */
export const ADMIN_PROTOCOL_PREFIX = 'gsma/rsp/v2.';
export const ADMIN_PROTOCOL = 'gsma/rsp/v2.2.0';

/** A 19-digit ICCID is sent with a trailing F. */
export const iccidToWire = (iccid: string): string => (iccid.length === 19 ? `${iccid}F` : iccid);
export const iccidOfWire = (iccid: string): string => iccid.replace(/F$/i, '');

const codes = z.object({
  subjectCode: z.string(),
  reasonCode: z.string(),
  subjectIdentifier: z.string().nullish(),
  message: z.string().nullish(),
});
/** How something ended: of a function, or of a step of a download. */
export const executionStatus = z.object({
  status: z.enum(['Executed-Success', 'Executed-WithWarning', 'Failed', 'Expired']),
  statusCodeData: codes.nullish(),
});
export type ExecutionStatus = z.output<typeof executionStatus>;

export const functionAnswer = z.looseObject({ header: z.object({ functionExecutionStatus: executionStatus }) });

const wireIccid = z
  .string()
  .regex(/^\d{18,20}F?$/i)
  .transform(iccidOfWire);
const wireEid = z.string().regex(/^\d{32}$/);

export const downloadOrderAnswer = z.object({ iccid: wireIccid });
export const confirmOrderAnswer = z.object({
  matchingId: z.string().min(1),
  smdpAddress: z.string().min(1).nullish(),
});
export const nothingMore = z.object({});
/** A vendor extension; the names are assumed. */
export const profileStatusAnswer = z.object({ profileState: z.enum(PROFILE_STATES), eid: wireEid.nullish() });

export const takenAnswer = z.object({ operationId: z.string().min(1) });
export const chipOperationAnswer = z.object({
  state: z.enum(['waiting', 'done', 'failed', 'rolledBack']),
  code: z.string().nullish(),
  freeSlots: z.number().int().nullish(),
  profiles: z
    .array(
      z.object({ iccid: wireIccid, state: z.enum(['enabled', 'disabled']), isFallback: z.boolean().default(false) }),
    )
    .nullish(),
});
export const eimError = z.object({ code: z.string(), message: z.string().nullish() });

/** An SM-DP+'s report on a running download (§5.3.5). */
export const progressInfo = z.looseObject({
  header: z.looseObject({
    functionRequesterIdentifier: z.string().min(1),
    functionCallIdentifier: z.string().nullish(),
  }),
  iccid: wireIccid,
  eid: wireEid.nullish(),
  profileType: z.string().max(128).nullish(),
  timestamp: z.iso.datetime({ offset: true }),
  notificationPointId: z.number().int().min(0).max(65_535),
  notificationPointStatus: executionStatus,
  resultData: z.string().max(16_384).nullish(),
  imei: z
    .string()
    .regex(/^\d{14,17}$/)
    .nullish(),
});
