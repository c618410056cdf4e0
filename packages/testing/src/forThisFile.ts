import { afterAll } from 'vitest';

type Running = { stop(): Promise<unknown> } | { close(): Promise<unknown> };

/** What a test file starts for all its tests, at its top level: stopped after the last of them, the latest first. */
export async function forThisFile<T extends Running>(starting: Promise<T>): Promise<T> {
  const running = await starting;
  afterAll(async () => {
    await ('stop' in running ? running.stop() : running.close());
  });
  return running;
}
