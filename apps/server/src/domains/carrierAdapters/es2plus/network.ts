import * as z from 'zod';

/** What an eIM told of a chip's network: the one its device registered in, or that the device is heard of no longer. */
export type NetworkTold = {
  readonly eid: string;
  /** Mobile country code of the network; null where it has none now. */
  readonly mcc: string | null;
  readonly mnc: string | null;
  readonly imei: string | null;
  /** By the sender's clock. */
  readonly at: Date;
};

/**
 * The registered network is what a device tells its eIM with every poll (SGP.32 `rPlmn`: country code, then network code);
 * how an eIM passes it on is standardised nowhere, so the form is that of our own facade (assumed).
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

/** The body of a network report; undefined for what is none. */
export function readNetworkTold(body: string): NetworkTold | undefined {
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
