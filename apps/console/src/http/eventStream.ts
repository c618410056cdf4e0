import { type ClientHost, identityHeaders, settle } from './client.ts';
import { isFailure, type RequestFailure } from './failure.ts';

export type ServerEvent = { readonly id: string; readonly event: string; readonly data: string };

/** Parses a stream of server-sent events from its chunks of text and returns whole events. */
export class EventParser {
  private rest = '';
  private event = '';
  private data: string[] = [];
  lastId = '';
  retryMs: number | undefined;

  push(piece: string): ServerEvent[] {
    const text = this.rest + piece;
    const lines = text.split(/\r\n|\n|\r/);
    // A trailing \r may be the first half of \r\n; it waits for the next piece together with an unfinished line.
    this.rest = lines.pop()!;
    if (text.endsWith('\r')) {
      this.rest = `${lines.pop() ?? ''}\r`;
    }
    const events: ServerEvent[] = [];
    for (const line of lines) {
      if (line === '') {
        if (this.data.length > 0) {
          events.push({ id: this.lastId, event: this.event || 'message', data: this.data.join('\n') });
        }
        this.event = '';
        this.data = [];
        continue;
      }
      const colon = line.indexOf(':');
      const name = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (name === 'event') this.event = value;
      else if (name === 'data') this.data.push(value);
      else if (name === 'id' && !value.includes('\0')) this.lastId = value;
      else if (name === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value);
    }
    return events;
  }
}

export type StreamState = 'connecting' | 'open' | 'waiting' | 'closed';

/** A retry would get the same answer: the session is over, or this account may not read the stream. */
const isFinal = ({ kind, status }: RequestFailure): boolean =>
  kind === 'session' || kind === 'emptyBody' || status === 403 || status === 404;

/**
 * Server-sent events over fetch: EventSource cannot carry an Authorization header, and a token never stands in a URL.
 * Reconnects after 1, 2, 4 … 30 s with `Last-Event-ID`; an ended session or a refusal closes it for good.
 */
export function openEventStream(
  host: ClientHost,
  path: string,
  on: { event(event: ServerEvent): void; state?(state: StreamState): void },
): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  const parser = new EventParser();
  let wait: ReturnType<typeof setTimeout> | undefined;
  const tell = (state: StreamState) => on.state?.(state);

  async function read(): Promise<void> {
    tell('connecting');
    const sentToken = host.token();
    const headers: Record<string, string> = { ...identityHeaders(host), Accept: 'text/event-stream' };
    if (parser.lastId) headers['Last-Event-ID'] = parser.lastId;
    const response = await fetch(`${host.baseAddress()}${path}`, {
      headers,
      signal,
      cache: 'no-store',
      credentials: 'omit',
    });
    if (!response.headers.get('Content-Type')?.startsWith('text/event-stream') || !response.body) {
      settle(host, { status: response.status, text: await response.text(), requestId: undefined }, sentToken);
      return;
    }
    tell('open');
    attempts = 0;
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const event of parser.push(decoder.decode(value, { stream: true }))) on.event(event);
    }
  }

  let attempts = 0;
  async function run(): Promise<void> {
    try {
      await read();
    } catch (error) {
      if (isFailure(error) && isFinal(error)) {
        tell('closed');
        return;
      }
    }
    if (signal.aborted) return;
    tell('waiting');
    wait = setTimeout(run, parser.retryMs ?? Math.min(1000 * 2 ** attempts, 30_000));
    attempts += 1;
  }
  void run();

  return () => {
    clearTimeout(wait);
    abort.abort();
    tell('closed');
  };
}
