import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Line } from '../../carrierAdapters/protocol/adapter.ts';
import { addressOf, exchange } from '../../carrierAdapters/protocol/exchange.ts';
import { carrierClockOff, noteCarrierClock } from './carrierClock.ts';

let close: (() => void) | undefined;
afterEach(() => close?.());

/** A carrier whose clock is off by this many seconds; without a number it sends no date. */
async function lineTo(accountId: string, off: number | undefined): Promise<Line> {
  const server = createServer((_request, response) => {
    response.sendDate = false;
    if (off !== undefined) response.setHeader('date', new Date(Date.now() + off * 1_000).toUTCString());
    response.end('{}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  close = () => server.close();
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: {},
    timeoutMs: 2_000,
    policy: { allowLoopback: true },
    nextBudgetSlot: async () => true,
    onDate: (date) => noteCarrierClock(accountId, date),
  };
}

test('how far a carrier’s clock is off is learnt from its answers, by account', async () => {
  const line = await lineTo('late', -300);
  expect(await exchange(line, { method: 'GET', url: addressOf(line, '/') })).toMatchObject({ kind: 'heard' });
  // The header has a resolution of one second.
  expect(Math.abs((carrierClockOff('late') ?? 0) + 300)).toBeLessThanOrEqual(2);
  expect(carrierClockOff('other')).toBeUndefined();
});

test('an answer without a date teaches nothing', async () => {
  const line = await lineTo('silent', undefined);
  await exchange(line, { method: 'GET', url: addressOf(line, '/') });
  expect(carrierClockOff('silent')).toBeUndefined();
});
