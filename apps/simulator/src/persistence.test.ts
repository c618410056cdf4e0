import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from './journal.ts';
import { basic, iccid, KEY, type SimulatorUnderTest, startUnderTest, USER } from './simulatorUnderTest.ts';

const EVER = encodeURIComponent('2000-01-01T00:00:00+00:00');
const STOP = { status: 'DEACTIVATED' };

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'simulator-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Everything a caller can learn about the world, plus the control interface. */
async function portrait(at: SimulatorUnderTest) {
  const cards = [iccid(0), iccid(1), iccid(2), iccid(700), iccid(800)];
  const answers = await Promise.all([
    at.call(`/devices?modifiedSince=${EVER}`),
    at.call(`/smsMessages?fromDate=${EVER}`),
    at.control('GET', '/jasper/effects'),
    at.control('GET', '/jasper/accounts'),
    at.control('GET', '/jasper/held'),
    at.control('GET', '/faults'),
    at.control('GET', '/clock'),
    ...cards.flatMap((card) => [
      at.call(`/devices/${card}`),
      at.call(`/devices/${card}/ctdUsages`),
      at.call(`/devices/${card}/sessionInfo`),
      at.call(`/devices/${card}/auditTrails`),
    ]),
  ]);
  return answers.map(({ status, json }) => [status, json]);
}

async function live(at: SimulatorUnderTest): Promise<void> {
  await at.control('POST', '/jasper/devices', {
    account: USER,
    from: iccid(0),
    count: 40,
    activatedAt: '2026-06-01T00:00:00Z',
  });
  await at.control('POST', '/jasper/devices', {
    account: USER,
    iccids: [iccid(700)],
    status: 'INVENTORY',
    ratePlan: 'SHELF',
  });
  await at.control('POST', '/jasper/world', {
    account: { username: USER, secret: KEY },
    devices: [
      { iccid: iccid(800), activatedAt: '2026-06-01T00:00:00Z', used: [{ at: '2026-11-01T00:00:00Z', dataBytes: 7 }] },
    ],
  });
  await at.put(iccid(0), { ...STOP, accountCustom1: 'north' });
  await at.put(iccid(0), STOP);
  await at.put(iccid(1), { status: 'RETIRED' });
  await at.control('PATCH', `/jasper/accounts/${USER}`, { confirmAfterMs: null });
  await at.put(iccid(2), STOP);
  await at.control('POST', '/jasper/changes', { iccids: [iccid(700)], changes: { status: 'ACTIVATED' } });
  await at.control('POST', '/jasper/usage', { iccid: iccid(1), dataBytes: 5_000_000 });
  await at.control('POST', '/jasper/sessions', { iccid: iccid(1), open: true });
  await at.call(`/devices/${iccid(1)}/smsMessages`, { method: 'POST', body: { messageText: 'reboot' } });
  await at.control('PUT', '/clock', { advanceMs: 3_600_000 });
  await at.control('POST', '/faults', { id: 'twice', kind: 'httpError', operation: 'echo', count: 2 });
  await at.control('POST', '/faults', { id: 'gone', kind: 'httpError', operation: 'echo', account: 'nobody' });
  await at.control('DELETE', '/faults/gone');
  await at.call('/echo/a');
}

describe('a world that is kept', () => {
  it('is the same after a start, with what is held, what is owed and what faults have left', async () => {
    const first = await startUnderTest({ dataDir });
    await live(first);
    const before = await portrait(first);
    await first.simulator.close();
    const second = await startUnderTest({ dataDir });
    expect(await portrait(second)).toEqual(before);
    expect((await second.call('/echo/a')).status).toBe(500);
    expect((await second.call('/echo/a')).status).toBe(200);
    await second.control('POST', '/jasper/release');
    expect((await second.call(`/devices/${iccid(2)}`)).json['status']).toBe('DEACTIVATED');
    await second.simulator.close();
  });

  it('never holds an API key', async () => {
    const at = await startUnderTest({ dataDir });
    await live(at);
    await at.simulator.close();
    expect(readFileSync(join(dataDir, 'world.jsonl'), 'utf8')).not.toContain(KEY);
  });

  it('survives a line a kill left half written, and writes on behind the last whole one', async () => {
    const first = await startUnderTest({ dataDir });
    await live(first);
    const before = await portrait(first);
    await first.simulator.close();
    appendFileSync(join(dataDir, 'world.jsonl'), '{"carrier":"jasper","event":{"type":"chan');
    const second = await startUnderTest({ dataDir });
    expect(await portrait(second)).toEqual(before);
    await second.put(iccid(3), STOP);
    await second.control('POST', '/jasper/release');
    await second.simulator.close();
    const third = await startUnderTest({ dataDir });
    expect((await third.call(`/devices/${iccid(3)}`)).json['status']).toBe('DEACTIVATED');
    await third.simulator.close();
  });

  it('is the same world when told in the shortest list of events', async () => {
    const first = await startUnderTest();
    await live(first);
    const { jasper } = first.simulator;
    const second = await startUnderTest();
    for (const event of jasper.world.events()) second.simulator.jasper.world.apply(event);
    second.clock.set(first.clock.now());
    const answers = async (at: SimulatorUnderTest) => (await portrait(at)).filter((_, place) => place < 5 || place > 6);
    await second.control('PUT', '/clock', { advanceMs: 3_600_000 });
    expect(await answers(second)).toEqual(await answers(first));
    expect([...second.simulator.jasper.world.events()]).toEqual([...jasper.world.events()]);
    await first.simulator.close();
    await second.simulator.close();
  });
});

describe('a journal', () => {
  it('is replaced as a whole and grows on from there', () => {
    const path = join(dataDir, 'j.jsonl');
    const journal = openJournal<number>(path, () => {});
    for (let i = 0; i < 1000; i++) journal.append(i);
    const long = journal.size().bytes;
    journal.rewrite([1, 2, 3]);
    journal.append(4);
    expect(journal.size().lines).toBe(4);
    expect(journal.size().bytes).toBe(statSync(path).size);
    expect(journal.size().bytes).toBeLessThan(long);
    journal.close();
    const read: number[] = [];
    openJournal<number>(path, (event) => read.push(event)).close();
    expect(read).toEqual([1, 2, 3, 4]);
  });

  it('reads lines longer than its reading block', () => {
    const path = join(dataDir, 'j.jsonl');
    const journal = openJournal<string>(path, () => {});
    const long = '卡'.repeat(3_000_000);
    journal.append('a');
    journal.append(long);
    journal.append('b');
    journal.close();
    const read: string[] = [];
    openJournal<string>(path, (event) => read.push(event)).close();
    expect(read).toEqual(['a', long, 'b']);
  });
});

describe('the program', () => {
  const running: ChildProcess[] = [];
  const start = async (variables: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      env: { ...process.env, DATA_DIR: dataDir, SIMULATOR_PORT: '0', ...variables },
    });
    running.push(child);
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += String(chunk);
    });
    const url = await new Promise<string | undefined>((resolve) => {
      child.stdout.on('data', (chunk) => resolve(/http:\S+/.exec(String(chunk))?.[0]));
      child.once('exit', () => resolve(undefined));
    });
    return { child, url, said: () => said };
  };
  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL');
  });
  const send = (url: string, method: string, path: string, body?: unknown) =>
    fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: basic(USER, KEY),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  it('killed in the midst of a stop it remembers every change it had confirmed', async () => {
    const { child, url } = await start();
    await send(url!, 'POST', '/_control/jasper/accounts', { username: USER, secret: KEY });
    await send(url!, 'POST', '/_control/jasper/devices', { account: USER, from: iccid(0), count: 2000 });
    const confirmed: string[] = [];
    const stopping = Array.from({ length: 8 }, async (_, lane) => {
      for (let n = lane; n < 2000; n += 8) {
        const answer = await send(url!, 'PUT', `/rws/api/v1/devices/${iccid(n)}`, STOP).catch(() => undefined);
        if (!answer) return;
        if (answer.status === 200) confirmed.push(iccid(n));
        if (confirmed.length === 300) child.kill('SIGKILL');
      }
    });
    await Promise.all(stopping);
    const again = await start();
    const { devices, summary } = (await (await send(again.url!, 'GET', '/_control/jasper/effects')).json()) as {
      devices: { iccid: string }[];
      summary: { byCount: Record<string, number> };
    };
    expect(confirmed.length).toBeGreaterThanOrEqual(300);
    expect(Object.keys(summary.byCount)).toEqual(['1']);
    const known = new Set(devices.map((device) => device.iccid));
    expect(confirmed.filter((card) => !known.has(card))).toEqual([]);
    // What was in progress at the kill may have happened or not, but nothing else.
    expect(known.size - confirmed.length).toBeLessThanOrEqual(8);
  });

  it('ends with 0 on SIGTERM, having answered what was under way', async () => {
    const { child, url } = await start();
    await send(url!, 'POST', '/_control/jasper/accounts', { username: USER, secret: KEY });
    await send(url!, 'POST', '/_control/faults', { kind: 'slow', delayMs: 300, operation: 'echo' });
    await send(url!, 'POST', '/_control/faults', { kind: 'timeout', operation: 'searchDevices' });
    const strikes = async () => {
      const { faults } = (await (await send(url!, 'GET', '/_control/faults')).json()) as {
        faults: { strikes: number }[];
      };
      return faults.map((fault) => fault.strikes);
    };
    const slow = send(url!, 'GET', '/rws/api/v1/echo/a');
    const mute = send(url!, 'GET', `/rws/api/v1/devices?modifiedSince=${EVER}`).catch(() => 'let go');
    await expect.poll(strikes).toEqual([1, 1]);
    child.kill('SIGTERM');
    expect((await slow).status).toBe(200);
    expect(await mute).toBe('let go');
    if (child.exitCode === null) await once(child, 'exit');
    expect(child.exitCode).toBe(0);
  });

  it('does not start with a bad variable, and names it', async () => {
    const { child, url, said } = await start({ SIMULATOR_PORT: 'many' });
    expect(url).toBeUndefined();
    expect(child.exitCode).toBe(1);
    expect(said()).toContain('SIMULATOR_PORT');
  });
});
