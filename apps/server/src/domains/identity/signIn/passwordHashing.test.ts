import type { Refused } from '@cardinal/contract/framework/refusal.ts';
import { describe, expect, test } from 'vitest';
import { fitsPassword, hashPassword, isOutdated } from './passwordHashing.ts';

describe('hashing', () => {
  test('is argon2id at the agreed cost with a salt of its own', async () => {
    const [one, other] = await Promise.all([hashPassword('Cardinal@2026'), hashPassword('Cardinal@2026')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=(\d+),t=2,p=1\$/);
    expect(Number(/m=(\d+)/.exec(one)?.[1])).toBeGreaterThanOrEqual(19_456);
    expect(one).not.toBe(other);
    expect(await fitsPassword(one, 'Cardinal@2026')).toBe(true);
    expect(await fitsPassword(one, 'cardinal@2026')).toBe(false);
    expect(isOutdated(one)).toBe(false);
    expect(isOutdated('$argon2id$v=19$m=4096,t=1,p=1$c2FsdHNhbHQ$aGFzaA')).toBe(true);
  });

  test('without a hash answers no, whatever the password', async () => {
    expect(await fitsPassword(undefined, 'Cardinal@2026')).toBe(false);
  });

  test('two at once, fifty waiting, the rest refused at once', async () => {
    const kept = await hashPassword('Cardinal@2026');
    const asked = await Promise.allSettled(Array.from({ length: 60 }, () => fitsPassword(kept, 'wrong')));
    const refused = asked.filter((each) => each.status === 'rejected');
    expect(refused).toHaveLength(8);
    for (const { reason } of refused) expect((reason as Refused).refusal.status).toBe(429);
    // Everything that waited was served, and the gate is open again.
    expect(await fitsPassword(kept, 'Cardinal@2026')).toBe(true);
  });
});
