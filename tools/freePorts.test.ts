import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { otherPort, SERVER, SIMULATOR } from './freePorts.ts';

it.each([SERVER, SIMULATOR])(
  'a usual port that is taken becomes the next free one, but never one that was given, nor in production: $port',
  async (wish) => {
    const neighbour = createServer().listen({ port: 0, host: '127.0.0.1' });
    await once(neighbour, 'listening');
    const { port } = neighbour.address() as AddressInfo;
    const taken = { ...wish, usual: port };
    try {
      expect(await otherPort({}, taken)).toBeGreaterThan(port);
      expect(await otherPort({ [wish.port]: String(port) }, taken)).toBeUndefined();
      expect(await otherPort({ NODE_ENV: 'production' }, taken)).toBeUndefined();
    } finally {
      neighbour.close();
      await once(neighbour, 'close');
    }
    expect(await otherPort({}, taken)).toBeUndefined();
  },
);

it('the simulator leaves the port that was given to the server', async () => {
  const { port } = SERVER;
  const given = { [port]: String(SIMULATOR.usual) };
  expect(await otherPort(given, SIMULATOR)).toBeGreaterThan(SIMULATOR.usual);
});
