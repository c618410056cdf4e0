/**
 * Incremental SHA-256 (FIPS 180-4) for uploaded files. The browser's own one is missing on plain http and needs the whole file
 * at once.
 */
export class Sha256 {
  readonly #state = new Uint32Array(INITIAL);
  readonly #block = new Uint8Array(64);
  readonly #words = new Uint32Array(64);
  #filled = 0;
  #bytes = 0;

  update(bytes: Uint8Array): this {
    this.#bytes += bytes.length;
    let at = 0;
    if (this.#filled > 0) {
      at = Math.min(64 - this.#filled, bytes.length);
      this.#block.set(bytes.subarray(0, at), this.#filled);
      this.#filled += at;
      if (this.#filled < 64) return this;
      this.#compress(this.#block, 0);
      this.#filled = 0;
    }
    for (; at + 64 <= bytes.length; at += 64) this.#compress(bytes, at);
    this.#block.set(bytes.subarray(at));
    this.#filled = bytes.length - at;
    return this;
  }

  /** The hash in 64 hexadecimal characters. Nothing may be added after it. */
  hex(): string {
    const bits = BigInt(this.#bytes) * 8n;
    const padding = new Uint8Array(this.#filled < 56 ? 64 - this.#filled : 128 - this.#filled);
    padding[0] = 0x80;
    new DataView(padding.buffer).setBigUint64(padding.length - 8, bits);
    this.update(padding);
    return [...this.#state].map((word) => word.toString(16).padStart(8, '0')).join('');
  }

  #compress(bytes: Uint8Array, from: number): void {
    const words = this.#words;
    for (let i = 0; i < 16; i++) {
      const at = from + 4 * i;
      words[i] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
    }
    for (let i = 16; i < 64; i++) {
      const [early, late] = [words[i - 15]!, words[i - 2]!];
      const s0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const s1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[i] = words[i - 16]! + s0 + words[i - 7]! + s1;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = this.#state;
    for (let i = 0; i < 64; i++) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i]! + words[i]!) | 0;
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) this.#state[i]! += word;
  }
}

/** The hash of a complete byte array. */
export const sha256 = (bytes: Uint8Array): string => new Sha256().update(bytes).hex();

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The first 32 bits of the fractional parts of the square roots of the first 8 primes, cube roots of the first 64. */
const PRIMES = firstPrimes(64);
const INITIAL = PRIMES.slice(0, 8).map((prime) => fractionBits(Math.sqrt(prime)));
const ROUND = new Uint32Array(PRIMES.map((prime) => fractionBits(Math.cbrt(prime))));

function fractionBits(root: number): number {
  return Math.floor((root - Math.floor(root)) * 0x1_0000_0000);
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes;
}
