import type { Sample } from '../warningTables.ts';

const MOST = 48;
const SECONDS = 60;

/** Adds a value to the course of an event. Beyond so many every other is dropped, so that it covers the whole of it. */
export function withSample(samples: readonly Sample[], at: Date, value: bigint): readonly Sample[] {
  const seconds = Math.floor(+at / 1_000);
  const last = samples.at(-1);
  if (last && seconds - last[0] < SECONDS) return samples;
  const more: Sample[] = [...samples, [seconds, Number(value)]];
  return more.length <= MOST ? more : more.filter((_, place) => place % 2 === 0 || place === more.length - 1);
}
