/**
 * Every random choice of a simulated world is a pure function of a seed and names. Nothing depends on a sequence, so the same
 * seed gives the same world in any order of requests, and nothing has to be stored.
 */

/** FNV-1a over the characters, stirred with a seed: an unsigned 32-bit number. */
export function hashText(text: string, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return stir(hash);
}

/** Another unsigned 32-bit number from a previous one and a distinguishing integer. */
export function drawAgain(hash: number, salt: number): number {
  return stir(hash ^ Math.imul(salt | 0, 0x9e3779b1));
}

/** The hash as a fraction in [0, 1). */
export function fraction(hash: number): number {
  return hash / 0x1_0000_0000;
}

/** The 32-bit finaliser of MurmurHash3: neighbouring inputs end far apart. */
function stir(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
