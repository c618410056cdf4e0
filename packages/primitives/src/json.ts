import * as z from 'zod';
import { ruled } from './problem.ts';
import { isUnprintable, unprintable } from './string.ts';

/** Whether a text anywhere in it, a key included, cannot be stored. */
function holdsUnprintable(value: unknown): boolean {
  let isFound = false;
  JSON.stringify(value, (key, inner: unknown) => {
    isFound ||= isUnprintable(key) || (typeof inner === 'string' && isUnprintable(inner));
    return isFound ? undefined : inner;
  });
  return isFound;
}

/** Any JSON that can be kept: neither control characters nor half of a surrogate pair, which no column takes. */
export const storableJson = z.json().check(ruled((value) => (holdsUnprintable(value) ? unprintable : undefined)));
