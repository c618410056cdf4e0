import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Toasts } from './toasts.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());
const words = (toasts: Toasts) => toasts.snapshot().map((toast) => toast.message);

it('never shows more than the configured number; the oldest give way', () => {
  const toasts = new Toasts(2);
  for (const word of ['a', 'b', 'c']) toasts.show('error', word);
  expect(words(toasts)).toEqual(['b', 'c']);
  toasts.setMax(1);
  expect(words(toasts)).toEqual(['c']);
});

it('does not repeat what it is saying', () => {
  const toasts = new Toasts(5);
  toasts.show('error', 'a');
  toasts.show('error', 'a');
  toasts.show('warning', 'a');
  expect(words(toasts)).toEqual(['a', 'a']);
});

it('goes away by itself, and stays while it is being read', () => {
  const toasts = new Toasts(5);
  toasts.show('success', 'a');
  toasts.hold(toasts.snapshot()[0]!.id);
  vi.advanceTimersByTime(60_000);
  expect(words(toasts)).toEqual(['a']);
  toasts.release(toasts.snapshot()[0]!.id);
  vi.advanceTimersByTime(60_000);
  expect(words(toasts)).toEqual([]);
});
