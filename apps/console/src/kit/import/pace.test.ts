import { describe, expect, it } from 'vitest';
import { paceOf, type Sample, withSample } from './pace.ts';

const after = (...samples: [at: number, done: number][]): readonly Sample[] =>
  samples.reduce<readonly Sample[]>((all, [at, done]) => withSample(all, { at, done }), []);

describe('pace', () => {
  it('is not told by one sample', () => {
    expect(paceOf(after([0, 100]), 1000, 0)).toBeUndefined();
    expect(paceOf(after([0, 100], [1000, 100]), 1000, 1000)).toBeUndefined();
  });

  it('is rows a second, and what is left at that speed', () => {
    expect(paceOf(after([0, 0], [1000, 500], [2000, 1000]), 5000, 2000)).toEqual({ perSecond: 500, secondsLeft: 8 });
  });

  it('forgets what was long ago', () => {
    const samples = after([0, 0], [60_000, 60], [61_000, 1060], [62_000, 2060]);
    expect(paceOf(samples, 4060, 62_000)).toEqual({ perSecond: 1000, secondsLeft: 2 });
  });

  it('slows down while nothing moves', () => {
    const samples = after([0, 0], [1000, 1000]);
    expect(paceOf(samples, 2000, 1000)?.perSecond).toBe(1000);
    expect(paceOf(samples, 2000, 25_000)?.perSecond).toBe(50);
  });

  it('begins anew when the count goes back', () => {
    expect(after([0, 0], [1000, 900], [2000, 10])).toEqual([{ at: 2000, done: 10 }]);
  });
});
