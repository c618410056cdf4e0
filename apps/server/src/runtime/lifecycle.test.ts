import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { serviceRow } from './lifecycle.ts';
import { QUIET } from './log.ts';

describe('a row of services', () => {
  test('stops in the reverse of its start, also past one that fails', async () => {
    const order: string[] = [];
    const services = serviceRow(QUIET);
    const add = (name: string, fails = false) =>
      services.add(
        name,
        () => order.push(`+${name}`),
        () => {
          order.push(`-${name}`);
          if (fails) throw new Error(name);
        },
      );
    await add('database');
    await add('jobs', true);
    await add('http');
    await services.stop();
    await services.stop();
    expect(order).toEqual(['+database', '+jobs', '+http', '-http', '-jobs', '-database']);
  });

  test('one that cannot start takes down those before it and is thrown', async () => {
    const order: string[] = [];
    const services = serviceRow(QUIET);
    await services.add(
      'database',
      () => undefined,
      () => void order.push('-database'),
    );
    const failing = services.add(
      'http',
      () => Promise.reject(new Error('port taken')),
      () => undefined,
    );
    await expect(failing).rejects.toThrow('port taken');
    expect(order).toEqual(['-database']);
    await expect(
      services.add(
        'late',
        () => 1,
        () => undefined,
      ),
    ).rejects.toThrow(/stopping/);
  });

  test('a stop that comes while one is starting reaches that one too', async () => {
    const order: string[] = [];
    const services = serviceRow(QUIET);
    const begun = Promise.withResolvers<void>();
    const adding = services.add(
      'slow',
      () => begun.promise,
      () => void order.push('-slow'),
    );
    const stopping = services.stop();
    begun.resolve();
    await Promise.all([adding, stopping]);
    expect(order).toEqual(['-slow']);
  });
});

describe('the end of the process', () => {
  /** Runs a program around `shutDownInOrder` that prints «up» and then does as told. */
  async function run(stop: string, then: string, signal?: NodeJS.Signals) {
    const program = `
      import { shutDownInOrder } from ${JSON.stringify(new URL('./lifecycle.ts', import.meta.url).href)};
      import { QUIET } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)};
      const keepAlive = setInterval(() => {}, 1000);
      shutDownInOrder({ log: QUIET, drainMs: 300, stop: async () => { ${stop} } });
      process.stdout.write('up');
      ${then}`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (signal && said === 'up') child.kill(signal);
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    return { code, said };
  }

  test('SIGTERM and SIGINT drain and end with 0', async () => {
    const stop = "process.stdout.write(' drained');";
    expect(await run(stop, '', 'SIGTERM')).toEqual({ code: 0, said: 'up drained' });
    expect(await run(stop, '', 'SIGINT')).toEqual({ code: 0, said: 'up drained' });
  });

  test('a drain that hangs is cut and ends with 1', async () => {
    expect((await run('await new Promise(() => {});', '', 'SIGTERM')).code).toBe(1);
  });

  test('an error nobody caught drains and ends with 1', async () => {
    const stop = "process.stdout.write(' drained');";
    expect(await run(stop, "setImmediate(() => { throw new Error('lost'); });")).toEqual({
      code: 1,
      said: 'up drained',
    });
    expect(await run(stop, "Promise.reject(new Error('lost'));")).toEqual({ code: 1, said: 'up drained' });
  });
});
