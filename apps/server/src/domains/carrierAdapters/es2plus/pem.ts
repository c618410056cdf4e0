import type { TlsIdentity } from '../../../outbound/request.ts';

const LINE_LENGTH = 64;

/**
 * A certificate or key as it was pasted, line breaks or not, put into the form a TLS library reads; several certificates
 * of a chain stay in their order. Undefined where nothing of the kind stands in it.
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

/** Who we are to an SM-DP+ that asks for a certificate, and who vouches for it; nothing where none of it is set. */
export function tlsIdentity(credentials: Readonly<Record<string, string>>): TlsIdentity | undefined {
  const certificate = tidyPem(credentials['certificate']);
  const privateKey = tidyPem(credentials['privateKey']);
  const authority = tidyPem(credentials['authority']);
  return certificate || privateKey || authority ? { certificate, privateKey, authority } : undefined;
}
