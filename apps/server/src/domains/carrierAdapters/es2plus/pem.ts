import type { TlsIdentity } from '../../../outbound/request.ts';

const LINE_LENGTH = 64;

/**
 * Normalises a pasted certificate or key, with or without line breaks, to the PEM form a TLS library reads; the order of a
 * chain is kept. Undefined if the text contains neither.
 */
export function tidyPem(pasted: string | undefined): string | undefined {
  const blocks = [
    ...(pasted ?? '').replaceAll('\\n', '\n').matchAll(/-----BEGIN ([A-Z ]+)-----([^-]*)-----END \1-----/g),
  ];
  if (blocks.length === 0) return undefined;
  return blocks
    .map(([, label = '', body = '']) => {
      const lines = body.replace(/\s+/g, '').match(new RegExp(`.{1,${LINE_LENGTH}}`, 'g')) ?? [];
      return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
    })
    .join('');
}

/** Our client certificate for an SM-DP+ that requires one, and the trusted CA; undefined if neither is set. */
export function tlsIdentity(credentials: Readonly<Record<string, string>>): TlsIdentity | undefined {
  const certificate = tidyPem(credentials['certificate']);
  const privateKey = tidyPem(credentials['privateKey']);
  const authority = tidyPem(credentials['authority']);
  return certificate || privateKey || authority ? { certificate, privateKey, authority } : undefined;
}
