import { tidyPem } from '../../../outbound/pem.ts';
import type { TlsIdentity } from '../../../outbound/request.ts';

/** Our client certificate for an SM-DP+ that requires one, and the trusted CA; undefined if neither is set. */
export function tlsIdentity(credentials: Readonly<Record<string, string>>): TlsIdentity | undefined {
  const certificate = tidyPem(credentials['certificate']);
  const privateKey = tidyPem(credentials['privateKey']);
  const authority = tidyPem(credentials['authority']);
  return certificate || privateKey || authority ? { certificate, privateKey, authority } : undefined;
}
