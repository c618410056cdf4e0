import { describe, expect, it } from 'vitest';
import { base32, bytesOfBase32, codeOf, enrolmentOf, stepAt, stepOfCode } from './totp.ts';

/** RFC 6238, appendix B: the seed is this text, repeated to the algorithm's block length. */
const seed = (bytes: number) => Buffer.from('1234567890'.repeat(7).slice(0, bytes));
const VECTORS = [
  [59, '94287082', '46119246', '90693936'],
  [1_111_111_109, '07081804', '68084774', '25091201'],
  [1_111_111_111, '14050471', '67062674', '99943326'],
  [1_234_567_890, '89005924', '91819424', '93441116'],
  [2_000_000_000, '69279037', '90698825', '38618901'],
  [20_000_000_000, '65353130', '77737706', '47863826'],
] as const;

describe('the code of a time step', () => {
  it.each(VECTORS)('is the one of RFC 6238 at %i seconds', (seconds, sha1, sha256, sha512) => {
    const step = stepAt(new Date(seconds * 1_000));
    expect(codeOf(seed(20), step, { digits: 8, algorithm: 'sha1' })).toBe(sha1);
    expect(codeOf(seed(32), step, { digits: 8, algorithm: 'sha256' })).toBe(sha256);
    expect(codeOf(seed(64), step, { digits: 8, algorithm: 'sha512' })).toBe(sha512);
    expect(codeOf(seed(20), step)).toBe(sha1.slice(2));
  });

  it('is known within one step of now, and no further', () => {
    const now = new Date('2026-11-20T02:00:15Z');
    const at = (off: number) => codeOf(seed(20), stepAt(now) + off);
    expect([-1, 0, 1].map((off) => stepOfCode(seed(20), at(off), now))).toEqual(
      [-1, 0, 1].map((off) => stepAt(now) + off),
    );
    expect(stepOfCode(seed(20), at(2), now)).toBeUndefined();
    expect(stepOfCode(seed(20), at(-2), now)).toBeUndefined();
    expect(stepOfCode(seed(20), '12345', now)).toBeUndefined();
  });
});

describe('what is scanned', () => {
  it('is written in base32 as RFC 4648 has it, without padding', () => {
    const texts = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'];
    const written = ['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'];
    expect(texts.map((words) => base32(Buffer.from(words)))).toEqual(written);
    expect(written.map((letters) => bytesOfBase32(letters).toString())).toEqual(texts);
  });

  it('names whose code it is', () => {
    expect(enrolmentOf(Buffer.from('foo'), 'a@b.cn')).toEqual({
      secret: 'MZXW6',
      uri: 'otpauth://totp/Cardinal:a%40b.cn?secret=MZXW6&issuer=Cardinal&algorithm=SHA1&digits=6&period=30',
    });
  });
});
