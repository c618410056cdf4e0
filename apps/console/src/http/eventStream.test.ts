import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EventParser, openEventStream, type ServerEvent, type StreamState } from './eventStream.ts';
import { answer, LocalServer, RecordingHost } from './localServer.ts';

const stream =
  'id: 7\nevent: progress\ndata: {"done":1}\n\n: keep-alive\n\ndata: a\r\ndata: b\r\n\r\nid: 8\ndata: c\n\n';
const expected: ServerEvent[] = [
  { id: '7', event: 'progress', data: '{"done":1}' },
  { id: '7', event: 'message', data: 'a\nb' },
  { id: '8', event: 'message', data: 'c' },
];

it.each([1, 2, 3, 7, 1000])('reads events cut into pieces of %i', (size) => {
  const parser = new EventParser();
  const events: ServerEvent[] = [];
  for (let at = 0; at < stream.length; at += size) events.push(...parser.push(stream.slice(at, at + size)));
  expect(events).toEqual(expected);
});

let server: LocalServer;
let host: RecordingHost;
let close = () => {};
beforeEach(async () => {
  server = new LocalServer();
  host = new RecordingHost(await server.start());
});
afterEach(async () => {
  close();
  await server.stop();
});

const head = (response: ServerResponse) => response.writeHead(200, { 'Content-Type': 'text/event-stream' });

it('carries the token, and after a cut goes on from the last event', async () => {
  server.handler = (request, response) => {
    head(response);
    if (request.headers['last-event-id'] === '7') response.write('id: 8\ndata: second\n\n');
    else response.end('retry: 5\nid: 7\ndata: first\n\n');
  };
  const got = await new Promise<string[]>((done) => {
    const data: string[] = [];
    close = openEventStream(host, '/api/stream', {
      event: (event) => {
        data.push(event.data);
        if (data.length === 2) done(data);
      },
    });
  });
  expect(got).toEqual(['first', 'second']);
  expect(server.seen[0]!.headers.authorization).toBe('secret-token');
  expect(server.seen[0]!.url).toBe('/api/stream');
});

it('a refusal is not asked for again', async () => {
  server.handler = (_, response) => answer(response, { code: '4030001', message: 'no' }, 403);
  const last = await new Promise<StreamState>((done) => {
    close = openEventStream(host, '/api/stream', {
      event: () => {},
      state: (state) => state !== 'connecting' && done(state),
    });
  });
  expect([last, server.seen.length, host.toLogin]).toEqual(['closed', 1, 0]);
});

it('an ended session closes it for good and leads to the login', async () => {
  server.handler = (_, response) => answer(response, { code: '5005004' });
  const last = await new Promise<StreamState>((done) => {
    close = openEventStream(host, '/api/stream', {
      event: () => {},
      state: (state) => state !== 'connecting' && done(state),
    });
  });
  expect(last).toBe('closed');
  expect(host.toLogin).toBe(1);
  expect(server.seen).toHaveLength(1);
});
