import { type Text, text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { codeWords } from './codes.ts';
import { ADMIN_PROTOCOL_PREFIX, progressInfo } from './wire.ts';

/** An SM-DP+'s report on the progress of a profile, or on an action of a chip. */
export type ProgressReport = {
  /** Its own functionRequesterIdentifier. */
  readonly sender: string;
  readonly iccid: string;
  readonly eid: string | null;
  /** 1 eligibility, 2 failure, 3 download, 4 installation, 5 deleted, 101 enabled, 102 disabled; others by number. */
  readonly point: number;
  readonly isSuccess: boolean;
  /** `8.1.1/4.8` if it failed with a reason. */
  readonly code: string | null;
  readonly words: Text | null;
  /** By the sender's clock. */
  readonly at: Date;
  /** EuiccEvent of SGP.32: 1 fallback, 3 local, 4 reset, 6 device change; null: the result of an order. */
  readonly event: number | null;
  readonly imei: string | null;
};

const FAILED = text('失败', 'Failed');
const chipEvent = z.object({ euiccEvent: z.number().int() });

/** Parses HandleDownloadProgressInfo; undefined if it is not one, or of another generation of the interface. */
export function readProgress(adminProtocol: string | undefined, body: string): ProgressReport | undefined {
  if (!adminProtocol?.startsWith(ADMIN_PROTOCOL_PREFIX)) return undefined;
  const read = progressInfo.safeParse(jsonOf(body));
  if (!read.success) return undefined;
  const told = read.data;
  const { status, statusCodeData } = told.notificationPointStatus;
  const isSuccess = status === 'Executed-Success' || status === 'Executed-WithWarning';
  return {
    sender: told.header.functionRequesterIdentifier,
    iccid: told.iccid,
    eid: told.eid ?? null,
    point: told.notificationPointId,
    isSuccess,
    code: statusCodeData ? `${statusCodeData.subjectCode}/${statusCodeData.reasonCode}` : null,
    words: statusCodeData
      ? codeWords(statusCodeData.subjectCode, statusCodeData.reasonCode)
      : isSuccess
        ? null
        : FAILED,
    at: new Date(told.timestamp),
    event: eventOf(told.resultData),
    imei: told.imei ?? null,
  };
}

function eventOf(resultData: string | null | undefined): number | null {
  if (!resultData) return null;
  const read = chipEvent.safeParse(jsonOf(Buffer.from(resultData, 'base64').toString('utf8')));
  return read.success ? read.data.euiccEvent : null;
}

function jsonOf(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}
