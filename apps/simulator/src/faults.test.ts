import { describe, expect, it } from 'vitest';
import { type Call, type Fault, Faults } from './faults.ts';

const call = (subject: string, operation = 'editDevice'): Call => ({
  carrier: 'jasper',
  account: 'a',
  operation,
  subject,
});
const fault = (given: Partial<Fault>): Fault => ({ id: 'f', kind: 'timeout', seed: 5, options: {}, ...given });
const cards = Array.from({ length: 2000 }, (_, n) => `card-${n}`);

function struck(order: readonly string[], given: Partial<Fault>): Set<string> {
  const faults = new Faults();
  faults.set(fault(given));
  return new Set(order.filter((card) => faults.strike(call(card)).fault));
}

describe('faults', () => {
  it('strike the same calls in whatever order they come, and others with another seed', () => {
    const once = struck(cards, { probability: 0.1 });
    expect(struck(cards.toReversed(), { probability: 0.1 })).toEqual(once);
    expect(struck(cards, { probability: 0.1, seed: 6 })).not.toEqual(once);
  });

  it('strike about as many as they should', () => {
    const share = struck(cards, { probability: 0.1 }).size / cards.length;
    expect(share).toBeGreaterThan(0.08);
    expect(share).toBeLessThan(0.12);
  });

  it('let the same call through on another try', () => {
    const faults = new Faults();
    faults.set(fault({ probability: 0.5 }));
    const tries = Array.from({ length: 20 }, () => faults.strike(call('card')).fault !== undefined);
    expect(new Set(tries).size).toBe(2);
  });

  it('are spent after their count', () => {
    const spent: string[] = [];
    const faults = new Faults((id) => spent.push(id));
    faults.set(fault({ count: 2 }));
    expect(cards.slice(0, 5).filter((card) => faults.strike(call(card)).fault)).toHaveLength(2);
    expect(spent).toEqual(['f', 'f']);
    expect(faults.list()[0]).toMatchObject({ left: 0, strikes: 2 });
  });

  it.each([
    [{ carrier: 'onelink' }, false],
    [{ account: 'b' }, false],
    [{ operation: 'getDevice' }, false],
    [{ subjects: ['other'] }, false],
    [{ carrier: 'jasper', account: 'a', operation: 'editDevice', subjects: ['card'] }, true],
  ] satisfies [Partial<Fault>, boolean][])('aimed at %j strike: %s', (target, expected) => {
    const faults = new Faults();
    faults.set(fault(target));
    expect(faults.strike(call('card')).fault !== undefined).toBe(expected);
  });

  it('one decides, slowness comes on top', () => {
    const faults = new Faults();
    faults.set(fault({ id: 'first', kind: 'refuse' }));
    faults.set(fault({ id: 'second', kind: 'timeout' }));
    faults.set(fault({ id: 'slow', kind: 'slow', options: { delayMs: 30 } }));
    expect(faults.strike(call('card'))).toMatchObject({ delayMs: 30, fault: { id: 'first' } });
    faults.remove('first');
    expect(faults.strike(call('card')).fault?.id).toBe('second');
    faults.clear();
    expect(faults.strike(call('card'))).toEqual({ delayMs: 0, fault: undefined });
  });
});
