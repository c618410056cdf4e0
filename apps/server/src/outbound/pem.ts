const LINE_LENGTH = 64;

const block = (label: string, body: string): string => {
  const lines = body.replace(/\s+/g, '').match(new RegExp(`.{1,${LINE_LENGTH}}`, 'g')) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
};

/**
 * Normalises a pasted certificate or key, with or without line breaks, to the PEM form a TLS library reads; the order of a
 * chain is kept. Undefined if the text contains neither.
 */
export function tidyPem(pasted: string | undefined): string | undefined {
  const blocks = [
    ...(pasted ?? '').replaceAll('\\n', '\n').matchAll(/-----BEGIN ([A-Z ]+)-----([^-]*)-----END \1-----/g),
  ];
  if (blocks.length === 0) return undefined;
  return blocks.map(([, label = '', body = '']) => block(label, body)).join('');
}

/** The same for a key that may have lost its frame: its Base64 alone is framed with the label. */
export function framedPem(pasted: string | undefined, label: string): string | undefined {
  const framed = tidyPem(pasted);
  if (framed !== undefined) return framed;
  const bare = (pasted ?? '').replace(/\s+/g, '');
  return /^[A-Za-z0-9+/]{64,}={0,2}$/.test(bare) ? block(label, bare) : undefined;
}
