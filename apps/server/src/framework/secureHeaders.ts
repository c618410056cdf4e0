import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/**
 * What browsers are told with every answer. Nothing in it depends on the request, so helmet decides it once, at the start,
 * and each answer carries a copy: deciding it anew took as long as everything else Fastify does for a request.
 */
export function secureHeaders(alsoConnects: readonly string[]): Readonly<Record<string, string>> {
  const decide = helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", ...alsoConnects],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: null,
      },
    },
    frameguard: { action: 'deny' },
    // Whether the site is reached over TLS is known to the proxy in front of it.
    strictTransportSecurity: false,
  });
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  decide(request, answer, (error?: unknown) => {
    if (error) throw error;
  });
  return answer.getHeaders() as Record<string, string>;
}

/** The policy with pictures of one more place admitted. */
export const admittingImages = (policy: string, origin: string): string =>
  policy.replace(/(^|;)(img-src [^;]*)/, (_, before: string, images: string) => `${before}${images} ${origin}`);

/** What browsers heed with pages alone, and not with what pages load. */
export const OF_DOCUMENTS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
] as const;
