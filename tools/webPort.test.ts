import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { otherWebPort } from './webPort.ts';

it('a usual port that is taken becomes the next free one, but never one that was given, nor in production', async () => {
  const neighbour = createServer().listen({ port: 0, host: '127.0.0.1' });
  await once(neighbour, 'listening');
  const { port } = neighbour.address() as AddressInfo;
  try {
    expect(await otherWebPort({}, port)).toBeGreaterThan(port);
    expect(await otherWebPort({ PORT: String(port) }, port)).toBeUndefined();
    expect(await otherWebPort({ NODE_ENV: 'production' }, port)).toBeUndefined();
  } finally {
    neighbour.close();
    await once(neighbour, 'close');
  }
  expect(await otherWebPort({}, port)).toBeUndefined();
});
