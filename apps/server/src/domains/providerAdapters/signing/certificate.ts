import { type KeyObject, X509Certificate } from 'node:crypto';
import { tidyPem } from '../../../outbound/pem.ts';

export type Certificate = {
  /** In capital hexadecimal digits, as providers write it. */
  readonly serial: string;
  readonly begins: Date;
  readonly ends: Date;
  readonly publicKey: KeyObject;
};

/** The first certificate of a PEM text; undefined if there is none. */
export function certificateOf(pasted: string | undefined): Certificate | undefined {
  const pem = tidyPem(pasted);
  if (pem === undefined) return undefined;
  try {
    const { serialNumber, validFromDate, validToDate, publicKey } = new X509Certificate(pem);
    return { serial: serialNumber.toUpperCase(), begins: validFromDate, ends: validToDate, publicKey };
  } catch {
    return undefined;
  }
}
