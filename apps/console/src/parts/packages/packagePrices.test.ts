import { expect, it } from 'vitest';
import { type Cost, outcomeOf, priceOf } from './packagePrices.ts';

const pays = (reservePrice: string): Cost => ({ reservePrice, floor: reservePrice, cost: null });

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
  expect(outcomeOf({ by: 'markUp', markUp: '10' }, pays('805'), 'CNY')).toEqual({
    reserve: 886n,
    floor: 886n,
    margin: 81n,
  });
  expect(outcomeOf({ by: 'margin', margin: '1.2', minPrice: '10' }, pays('805'), 'CNY')).toEqual({
    reserve: 925n,
    floor: 1000n,
    margin: 120n,
  });
  expect(outcomeOf({ by: 'reservePrice', reservePrice: '7.99' }, pays('800'), 'CNY')?.margin).toBe(-1n);
  for (const reservePrice of ['', undefined, '1.234', '.'])
    expect(outcomeOf({ by: 'reservePrice', reservePrice }, pays('800'), 'CNY')).toBeUndefined();
});

it('compares the price of an own package with what it costs, where that is known', () => {
  const own: Cost = { reservePrice: '0', floor: '0', cost: { minor: '500', currency: 'CNY' } };
  expect(outcomeOf({ by: 'reservePrice', reservePrice: '8' }, own, 'CNY')).toMatchObject({
    reserve: 800n,
    margin: 300n,
  });
  expect(outcomeOf({ by: 'reservePrice', reservePrice: '4' }, own, 'CNY')?.margin).toBe(-100n);
  expect(outcomeOf({ by: 'reservePrice', reservePrice: '4' }, { ...own, cost: null }, 'CNY')?.margin).toBeUndefined();
  for (const currency of ['USD', undefined])
    expect(outcomeOf({ by: 'reservePrice', reservePrice: '4' }, own, currency)).toEqual({
      reserve: 400n,
      floor: 400n,
      margin: undefined,
    });
});
