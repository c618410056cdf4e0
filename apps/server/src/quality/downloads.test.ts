import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { endMySessions, signOut } from '@cardinal/contract/api/identity/identity.ts';
import { downloadByPath, listDownloads, orderExport } from '@cardinal/contract/api/tasks/downloads.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { describe, expect, it } from 'vitest';
import { workTasks } from '../domains/tasks/leases/workTasks.ts';

const MARKER = 'a-file-nobody-may-have-4711';

const world = await forThisFile(testApp({ demo: 'people' }));
const agent = await world.as('agent');
const rival = await world.as('rival');
await world.app.http.listen({ host: '127.0.0.1', port: 0 });
const port = (world.app.http.server.address() as AddressInfo).port;
for (const place of ['.', 'exports', 'imports', 'uploads']) {
  await mkdir(join(world.dataDirectory, place), { recursive: true });
  await writeFile(join(world.dataDirectory, place, 'secret.txt'), MARKER);
}
const body = { list: 'customers.list', query: {}, format: 'csv' as const };
const { downloadId } = await agent.ask(orderExport, { body });
await workTasks(world.app.systemContext('test'), new AbortController().signal);
const row = (await agent.ask(listDownloads)).list.find((each) => each.id === downloadId);
const own = { path: row?.path ?? '' };

/** Requests a path exactly as given: fetch would normalise it. */
const navigate = (path: string, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (piece) => {
        body += piece;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
    })
      .on('error', reject)
      .end();
  });

const TARGETS = ['etc/passwd', 'secret.txt', 'exports/secret.txt', 'package.json'];
const CLIMBS = [
  '../',
  '..\\',
  '../../../../../../../../',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%2f',
  '..%5c',
  '%252e%252e%252f',
  '..%c0%af',
  '....//',
  './../',
  '/',
  '//',
  '%2f',
  'file:///',
  '..;/',
];
/** Malicious values in place of a ticket: path traversals, absolute paths, NULs, devices. */
const TRAVERSALS = [
  ...CLIMBS.flatMap((climb) => TARGETS.map((target) => `${climb}${target}`)),
  'secret.txt%00.csv',
  '..%00/secret.txt',
  'C:%5cWindows%5cwin.ini',
  '%5c%5chost%5cshare',
  'proc/self/environ',
  '.',
  '..',
  '~root/.ssh/id_rsa',
];
/** Only file access counts: a traversal that a browser normalises to another page of ours is that page. */
const isRefused = ({ status, body }: { status: number; body: string }): boolean =>
  (status >= 400 && status < 500) || (status === 200 && body.startsWith('<!doctype html'));

describe('a way out of the folder of downloads', () => {
  it('comes in at least sixty forms', () => expect(new Set(TRAVERSALS).size).toBeGreaterThanOrEqual(60));

  it.each(['/files/', '/files//', '/assets/', '/'])('is found by none of them at %s', async (prefix) => {
    const open: string[] = [];
    for (const traversal of TRAVERSALS) {
      const answer = await navigate(prefix + traversal);
      const leaks = answer.body.includes(MARKER) || /root:.*:0:0|"workspaces"/.test(answer.body);
      if (leaks || !isRefused(answer)) open.push(`${prefix}${traversal}: ${answer.status}`);
    }
    expect(open).toEqual([]);
  });

  it('gets no ticket, and each is answered like a foreign path', async () => {
    const foreign = await rival.call(downloadByPath, { query: { path: own.path } });
    expect(foreign.code).toBe('4040001');
    for (const traversal of TRAVERSALS) {
      const answer = await rival.call(downloadByPath, {
        query: { path: decodeURIComponent(traversal.replace('%c0%af', '/')) },
      });
      if (answer.code === '4000400') continue;
      expect([traversal, answer.status, answer.code, answer.message]).toEqual([
        traversal,
        foreign.status,
        foreign.code,
        foreign.message,
      ]);
    }
  });
});

describe('a ticket', () => {
  const ticket = async () => {
    world.clock.advance(10_000);
    return (await agent.ask(downloadByPath, { query: { path: own.path } })).ticketPath;
  };

  it('opens the file once, of twenty at the same instant', async () => {
    const path = `/files${await ticket()}`;
    const answers = await Promise.all(Array.from({ length: 20 }, () => navigate(path)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(19);
  });

  it('lives for sixty seconds at most', async () => {
    const late = await ticket();
    world.clock.advance(60_001);
    expect((await navigate(`/files${late}`)).status).toBe(404);
    const inTime = await ticket();
    world.clock.advance(55_000);
    expect((await navigate(`/files${inTime}`)).status).toBe(200);
  });

  it('is not used up by a HEAD', async () => {
    const path = `/files${await ticket()}`;
    const asked = await world.app.http.inject({ method: 'HEAD', url: path });
    expect([asked.statusCode, asked.headers['allow']]).toEqual([405, 'GET']);
    expect((await navigate(path)).status).toBe(200);
  });

  it('ends with the session that got it, however that ends', async () => {
    const ends = {
      logout: (mine: Caller) => mine.ask(signOut),
      elsewhere: () => agent.ask(endMySessions, { body: {} }),
    };
    for (const [how, end] of Object.entries(ends)) {
      world.clock.advance(10_000);
      const mine = await world.anew('agent');
      const { ticketPath } = await mine.ask(downloadByPath, { query: { path: own.path } });
      await end(mine);
      expect((await navigate(`/files${ticketPath}`)).status, how).toBe(404);
    }
    const path = await ticket();
    expect((await navigate(`/files${path}`)).status).toBe(200);
  });

  it('opens nothing from an address the customer does not allow', async () => {
    const path = await ticket();
    const allow = (addresses: string[]) =>
      world.db
        .insertInto('identity.sign_in_rule')
        .values({ customer_id: '10', is_single_session: false, addresses, updated_at: world.clock.now() } as never)
        .onConflict((conflict) => conflict.column('customer_id').doUpdateSet({ addresses }))
        .execute();
    await allow(['203.0.113.5']);
    expect((await navigate(`/files${path}`)).status).toBe(404);
    await allow([]);
  });

  it('is no session, and no session is a ticket', async () => {
    const { token = '' } = agent;
    const path = await ticket();
    expect(path).not.toContain(token);
    expect((await navigate(`/files/${token}`)).status).toBe(404);
    const me = await navigate('/api/auth/v1/me', { authorization: path.slice(1) });
    expect(me.body).toContain('"5005003"');
    const inAddress = await navigate(`/api/auth/v1/me?token=${token}&authorization=${token}`);
    expect(inAddress.body).toContain('"5005003"');
  });
});
