import { createHash, randomInt } from 'node:crypto';

/** What identifies a caller to the gateway. */
export type Stamp = { readonly timestamp: string; readonly transId: string };

const CHINA_MS = 8 * 3_600_000;

/**
 * The time of a call in the two formats of the gateway: `timestamp` is China time `yyyy-MM-dd HH:mm:ss SSS` with a space before
 * the milliseconds, `trans_id` is `yyyyMMddHHmmssSSS` and six random digits.
 */
export function stampOf(now: Date, chance: number = randomInt(1_000_000)): Stamp {
  const china = new Date(now.getTime() + CHINA_MS).toISOString();
  return {
    timestamp: china.slice(0, 23).replace('T', ' ').replace('.', ' '),
    transId: china.slice(0, 23).replaceAll(/\D/g, '') + String(chance).padStart(6, '0'),
  };
}

/** SM3 in lower-case hex over names, values and the secret, without anything between them. */
export const tokenOf = (appId: string, secret: string, { timestamp, transId }: Stamp): string =>
  createHash('sm3').update(`app_id${appId}timestamp${timestamp}trans_id${transId}${secret}`).digest('hex');
