import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/**
 * Security headers of every response. They do not depend on the request, so helmet computes them once at start and each
 * response gets a copy: computing them per request took as long as everything else in Fastify.
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
    // Only the proxy in front knows whether the site uses TLS.
    strictTransportSecurity: false,
  });
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  decide(request, answer, (error?: unknown) => {
    if (error) throw error;
  });
  return answer.getHeaders() as Record<string, string>;
}

/** The policy with images of one further origin allowed. */
export const admittingImages = (policy: string, origin: string): string =>
  policy.replace(/(^|;)(img-src [^;]*)/, (_, before: string, images: string) => `${before}${images} ${origin}`);

/** Headers that browsers evaluate for pages only, not for subresources. */
export const DOCUMENT_ONLY_HEADERS = [
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
