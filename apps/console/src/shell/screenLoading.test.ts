import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadScreen, SCREEN_TIMEOUT_MS } from './screenLoading.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());
const Screen = () => null;
const Look = () => null;

it('gives up after ten seconds and still takes the screen when it is asked again', async () => {
  let arrive = () => {};
  const load = () =>
    new Promise<{ default: typeof Screen }>((done) => {
      arrive = () => done({ default: Screen });
    });
  const first = loadScreen(load);
  await vi.advanceTimersByTimeAsync(SCREEN_TIMEOUT_MS - 1);
  const early = vi.fn();
  first.then(early);
  await vi.advanceTimersByTimeAsync(0);
  expect(early).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await first).toEqual({ kind: 'timedOut' });
  expect(SCREEN_TIMEOUT_MS).toBe(10_000);

  const second = loadScreen(load);
  arrive();
  expect(await second).toEqual({ kind: 'ready', Screen, Look: undefined });
});

it('tries a failed file again, and a loaded one never', async () => {
  let times = 0;
  const load = async () => {
    times += 1;
    if (times === 1) throw new Error('offline');
    return { default: Screen };
  };
  expect(await loadScreen(load)).toEqual({ kind: 'failed' });
  expect(await loadScreen(load)).toEqual({ kind: 'ready', Screen, Look: undefined });
  expect(await loadScreen(load)).toEqual({ kind: 'ready', Screen, Look: undefined });
  expect(times).toBe(2);
});

it('comes with the look it stands in, and fails with it', async () => {
  const load = async () => ({ default: Screen });
  expect(await loadScreen(load, () => Promise.reject(new Error('gone')))).toEqual({ kind: 'failed' });
  expect(await loadScreen(load, async () => ({ default: Look }))).toEqual({ kind: 'ready', Screen, Look });
});
