/** Headers of a signed call. Names are compared without regard to case. */
export const SIGNED_HEADERS = {
  appKey: 'x-app-key',
  timestamp: 'x-timestamp',
  nonce: 'x-nonce',
  signature: 'x-signature',
} as const;

/** The maximum difference of a caller's clock, either way. */
export const CLOCK_WINDOW_SECONDS = 300;

export const TIMESTAMP_FORM = /^\d{10}$/;
export const NONCE_FORM = /^[A-Za-z0-9_-]{8,64}$/;
export const SIGNATURE_FORM = /^[0-9a-f]{64}$/;

/** The signed parts of a call. `query` as in the URL, without the question mark. */
export type SignedParts = {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** Unix seconds in ten digits. */
  readonly timestamp: string;
  readonly nonce: string;
  /** SHA-256 of the body's bytes in lower-case hex; without a body, that of the empty string. */
  readonly bodyHash: string;
};

const encoded = (part: string): string =>
  encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Pairs percent-encoded (RFC 3986) and sorted by name, then value, in code-unit order: one canonical text. */
export const sortedQuery = (query: string): string =>
  [...new URLSearchParams(query)]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');

/** The six lines that are signed by HMAC-SHA256 with the key's secret. */
export const stringToSign = (parts: SignedParts): string =>
  [parts.method.toUpperCase(), parts.path, sortedQuery(parts.query), parts.timestamp, parts.nonce, parts.bodyHash].join(
    '\n',
  );
