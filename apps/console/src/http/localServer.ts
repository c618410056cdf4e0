import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Language } from '@cardinal/primitives/text.ts';
import type { ClientHost } from './client.ts';

/** A real server on loopback and a host that records its calls, for the tests of the client. */

export type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

export class LocalServer {
  readonly seen: Seen[] = [];
  handler: Handler = (_, response) => answer(response, { code: '200', message: 'ok', data: 1 });
  private readonly server: Server;
  private readonly waiting: (() => void)[] = [];

  constructor() {
    this.server = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', () => {
        this.seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
        for (const tell of this.waiting.splice(0)) tell();
        this.handler(request, response, body);
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Resolves when that many requests have arrived. */
  async arrived(count: number): Promise<void> {
    while (this.seen.length < count) await new Promise<void>((done) => this.waiting.push(done));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((done) => this.server.close(() => done()));
  }
}

export function answer(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'X-Request-Id': 'r-1' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

export class RecordingHost implements ClientHost {
  storage: Record<string, string> = { token: 'secret-token', customerId: '3', language: 'zh_CN' };
  shown: string[] = [];
  toLogin = 0;
  spoken: Language = 'zh_CN';
  timeoutMs = 5000;
  private readonly base: string;
  constructor(base: string) {
    this.base = base;
  }
  baseAddress() {
    return this.base;
  }
  token() {
    return this.storage['token'] ?? null;
  }
  language() {
    return this.spoken;
  }
  forgetToken() {
    delete this.storage['token'];
  }
  clearLocalStorage() {
    this.storage = {};
  }
  goToLogin() {
    this.toLogin += 1;
  }
  show(level: string, message: string) {
    this.shown.push(`${level}: ${message}`);
  }
}
