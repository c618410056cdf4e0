import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { AddressForbidden, type AddressPolicy, guardedLookup, mayCall } from './addressGuard.ts';

export type OutboundRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** From the first byte of the connection to the last of the answer. */
  readonly timeoutMs: number;
  readonly policy: AddressPolicy;
  /** Called once the network has accepted the whole request; never if it could not be sent. */
  readonly onSent?: (() => void) | undefined;
  /** For a server that requires a client certificate (mutual TLS) or uses a private CA; not used over http. */
  readonly identity?: TlsIdentity;
};

/** PEM: our certificate or chain with its key, and the CA to trust instead of the public ones. */
export type TlsIdentity = {
  readonly certificate?: string | undefined;
  readonly privateKey?: string | undefined;
  readonly authority?: string | undefined;
};

export type TextAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
};
/** `bytes`: as it came, for what is no text. */
export type OutboundAnswer = TextAnswer & { readonly bytes: Buffer };

/** The request ended without a complete response. */
export class NoAnswer extends Error {
  /** False: it certainly never reached the other side. True: it may have been carried out. */
  readonly mayHaveArrived: boolean;
  readonly reason: 'timeout' | 'broken' | 'unreachable' | 'forbidden' | 'tooLong' | 'identity';
  constructor(reason: NoAnswer['reason'], mayHaveArrived: boolean, cause?: unknown) {
    super(`no answer: ${reason}`, { cause });
    this.name = 'NoAnswer';
    this.reason = reason;
    this.mayHaveArrived = mayHaveArrived;
  }
}

const MOST_BYTES = 8 * 1024 * 1024;
/** Shorter than servers keep idle connections, so that a request is rarely written to one that is being closed. */
const IDLE_MS = 4_000;
const agents = {
  'http:': new HttpAgent({ keepAlive: true, timeout: IDLE_MS, maxSockets: 64 }),
  'https:': new HttpsAgent({ keepAlive: true, timeout: IDLE_MS, maxSockets: 64 }),
};

/** Connections with a client certificate are reused for that certificate only. */
const identified = new Map<string, HttpsAgent>();
const MOST_IDENTITIES = 50;

/** Throws `NoAnswer` if certificate and key are unusable. */
function agentFor({ url, identity }: OutboundRequest): HttpAgent | HttpsAgent {
  if (!identity || url.protocol === 'http:') return agents[url.protocol as keyof typeof agents];
  const { certificate: cert, privateKey: key, authority: ca } = identity;
  const name = [cert, key, ca].join('\n');
  const known = identified.get(name);
  if (known) return known;
  let secureContext: SecureContext;
  try {
    secureContext = createSecureContext({ cert, key, ca });
  } catch (error) {
    throw new NoAnswer('identity', false, error);
  }
  const [oldest] = identified.keys();
  if (identified.size >= MOST_IDENTITIES && oldest !== undefined) identified.delete(oldest);
  const agent = new HttpsAgent({ keepAlive: true, timeout: IDLE_MS, maxSockets: 64, secureContext });
  identified.set(name, agent);
  return agent;
}

/** One outgoing HTTP request: address checked, no redirects, all sizes and times limited. Throws `NoAnswer`. */
export function sendRequest(asked: OutboundRequest): Promise<OutboundAnswer> {
  const { url, policy } = asked;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isKnownProtocol = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isKnownProtocol || (isIP(host) > 0 && !mayCall(host, policy))) {
    return Promise.reject(new NoAnswer('forbidden', false, new AddressForbidden(host)));
  }
  return new Promise((resolve, reject) => {
    let hasArrived = false;
    const options: RequestOptions = {
      method: asked.method,
      headers: {
        ...asked.headers,
        ...(asked.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(asked.body)) }),
      },
      agent: agentFor(asked),
      lookup: guardedLookup(policy),
    };
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(url, options, (answer) => {
      read(answer).then(resolve, (error: unknown) => fail(error));
    });
    const deadline = setTimeout(() => request.destroy(new NoAnswer('timeout', hasArrived)), asked.timeoutMs);
    const fail = (error: unknown) => {
      clearTimeout(deadline);
      request.destroy();
      reject(asNoAnswer(error, hasArrived));
    };
    request.on('socket', (socket) => {
      // From here on the request may be under way; a failed TLS handshake comes earlier.
      if (!socket.connecting) hasArrived = true;
      else
        socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
          hasArrived = true;
        });
    });
    request.on('finish', () => asked.onSent?.());
    request.on('error', fail);
    request.on('close', () => clearTimeout(deadline));
    request.end(asked.body);
  });
}

function asNoAnswer(error: unknown, hasArrived: boolean): NoAnswer {
  if (error instanceof NoAnswer) return new NoAnswer(error.reason, error.mayHaveArrived || hasArrived, error.cause);
  if (error instanceof AddressForbidden) return new NoAnswer('forbidden', false, error);
  return new NoAnswer(hasArrived ? 'broken' : 'unreachable', hasArrived, error);
}

async function read(answer: IncomingMessage): Promise<OutboundAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new NoAnswer('tooLong', true);
    chunks.push(chunk);
  }
  if (!answer.complete) throw new NoAnswer('broken', true);
  const isLatin = /charset=iso-8859-1/i.test(answer.headers['content-type'] ?? '');
  const whole = Buffer.concat(chunks);
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    bytes: whole,
    text: whole.toString(isLatin ? 'latin1' : 'utf8'),
  };
}
