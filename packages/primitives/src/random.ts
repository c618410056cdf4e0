/** A source of randomness. */
export type Random = {
  bytes(count: number): Uint8Array;
  /** A uniform integer from 0 to `max`, exclusive. */
  int(max: number): number;
};

const UINT32 = 0x1_0000_0000;

/** The platform's cryptographic generator: for tokens, codes and other secrets. */
export const systemRandom: Random = fromBytes((count) => {
  const bytes = new Uint8Array(count);
  // getRandomValues returns at most 65,536 bytes per call.
  for (let at = 0; at < count; at += 65_536) globalThis.crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  return bytes;
});

/**
 * The same sequence for the same seed (sfc32), on every machine: for demo data and tests. Never for secrets: a few values
 * reveal the rest.
 */
export function seededRandom(seed: number | string): Random {
  const next = sfc32(String(seed));
  return fromBytes((count) => {
    const bytes = new Uint8Array(count);
    for (let at = 0; at < count; at += 4) {
      const word = next();
      for (let i = 0; i < 4 && at + i < count; i++) bytes[at + i] = (word >>> (8 * i)) & 0xff;
    }
    return bytes;
  });
}

function fromBytes(bytes: (count: number) => Uint8Array): Random {
  return {
    bytes(count) {
      if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`Not a number of bytes: ${count}`);
      return bytes(count);
    },
    int(max) {
      if (!Number.isInteger(max) || max < 1 || max > UINT32) throw new RangeError(`Not an upper bound: ${max}`);
      // Values above the last multiple of `max` would favour small numbers and are redrawn.
      const fair = UINT32 - (UINT32 % max);
      for (;;) {
        const [a = 0, b = 0, c = 0, d = 0] = bytes(4);
        const word = ((d << 24) | (c << 16) | (b << 8) | a) >>> 0;
        if (word < fair) return word % max;
      }
    },
  };
}

function sfc32(seed: string): () => number {
  // FNV-1a spreads the seed over the state; the first rounds are discarded, as sfc32 requires.
  let hash = 0x811c9dc5;
  const word = (salt: number): number => {
    for (const char of `${seed}/${salt}`) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0;
    return hash;
  };
  let [a, b, c, counter] = [word(1), word(2), word(3), 1];
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let round = 0; round < 15; round++) next();
  return next;
}
