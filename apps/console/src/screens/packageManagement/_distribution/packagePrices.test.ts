import { expect, it } from 'vitest';
import { outcomeOf, priceOf } from './packagePrices.ts';

it('sends a price in the one way it was typed', () => {
  expect(priceOf({ by: 'reservePrice', reservePrice: '9', margin: '1', minPrice: '', suggestPrice: '12.5' })).toEqual({
    reservePrice: '900',
    suggestPrice: '1250',
  });
  expect(priceOf({ by: 'margin', reservePrice: '9', margin: '1.20' })).toEqual({ margin: '120' });
  expect(priceOf({ by: 'markUp', markUp: '15' })).toEqual({ markUp: 15 });
  expect(priceOf({ by: 'markUp' })).toEqual({ markUp: '' });
});

it('comes to the price the server sets', () => {
  expect(outcomeOf({ by: 'markUp', markUp: '10' }, '805')).toEqual({ reserve: 886n, floor: 886n, margin: 81n });
  expect(outcomeOf({ by: 'margin', margin: '1.2', minPrice: '10' }, '805')).toEqual({
    reserve: 925n,
    floor: 1000n,
    margin: 120n,
  });
  expect(outcomeOf({ by: 'reservePrice', reservePrice: '7.99' }, '800')?.margin).toBe(-1n);
  for (const reservePrice of ['', undefined, '1.234', '.'])
    expect(outcomeOf({ by: 'reservePrice', reservePrice }, '800')).toBeUndefined();
});
