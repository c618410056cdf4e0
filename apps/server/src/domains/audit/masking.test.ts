import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { masked, scrubbed } from './masking.ts';

describe('what a log may keep', () => {
  it('masks secrets and identity numbers at any depth', () => {
    expect(masked({ name: 'Jasper', credentials: { apiKey: 'k' }, list: [{ password: 'p', idCard: '1' }] })).toEqual({
      name: 'Jasper',
      credentials: '••••',
      list: [{ password: '••••', idCard: '••••' }],
    });
  });

  it('never lets a value under a secret key through', () => {
    const key = fc.constantFrom('password', 'newPassword', 'apiKey', 'SECRET', 'accessToken', 'captchaCode');
    fc.assert(
      fc.property(key, fc.string({ minLength: 6 }), (name, value) => {
        expect(JSON.stringify(masked({ a: [{ [name]: `~${value}~` }] }))).not.toContain(JSON.stringify(`~${value}~`));
      }),
    );
  });

  it('scrubs numbers of people and cards, tokens and long random words', () => {
    const text = 'card 89860012345678901234 of 11010519491231002X token=abc Bearer x9fX0123456789abcdefghijklmnopqrstu';
    expect(scrubbed(text)).not.toMatch(/8986|110105|abc|x9fX/);
  });

  it('cuts what is long', () => {
    expect(String(masked('x'.repeat(5000))).length).toBeLessThan(2_010);
    expect(masked(Array.from({ length: 80 }, () => 1))).toHaveLength(51);
  });
});
