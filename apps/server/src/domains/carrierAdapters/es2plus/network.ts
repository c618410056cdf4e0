import * as z from 'zod';

/** An eIM's report on a chip's network: the one its device registered in, or that the device is no longer reachable. */
export type NetworkReport = {
  readonly eid: string;
  /** Mobile country code of the network; null without a network. */
  readonly mcc: string | null;
  readonly mnc: string | null;
  readonly imei: string | null;
  /** By the sender's clock. */
  readonly at: Date;
};

/**
 * A device reports its registered network to its eIM with every poll (SGP.32 `rPlmn`: country code, then network code). How an
 * eIM passes it on is not standardised, so the format is that of our own facade (assumed).
 */
const networkReport = z.object({
  eid: z.string().regex(/^\d{32}$/),
  rPlmn: z
    .string()
    .regex(/^\d{5,6}$/)
    .nullable(),
  imei: z.string().min(1).max(17).nullish(),
  timestamp: z.iso.datetime({ offset: true }),
});

/** Parses a network report; undefined if it is none. */
export function readNetworkTold(body: string): NetworkReport | undefined {
  const read = networkReport.safeParse(jsonOf(body));
  if (!read.success) return undefined;
  const { eid, rPlmn, imei, timestamp } = read.data;
  return {
    eid,
    mcc: rPlmn?.slice(0, 3) ?? null,
    mnc: rPlmn?.slice(3) ?? null,
    imei: imei ?? null,
    at: new Date(timestamp),
  };
}

function jsonOf(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}
