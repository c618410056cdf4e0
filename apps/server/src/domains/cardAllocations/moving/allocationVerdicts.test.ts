import { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import { expect, test } from 'vitest';
import { allocationVerdict, type Giving, NOT_ABOVE, type Owned, ownedBy, productAfter } from './allocationVerdicts.ts';

const product = (code: string, kind: number = CardKind.values.flow) =>
  ({ id: '1', code, name: code, version: 3, platform: Platform.values.Lt, kind, notSold: undefined }) as never;
const card: Owned = {
  platform: Platform.values.Lt,
  kind: CardKind.values.flow,
  carrierStatus: 'ACTIVATED',
  ownerId: '10',
  productCode: 'A',
  isAsked: false,
};
const giving: Giving = {
  toId: '11',
  fromIds: new Set(['1', '10']),
  notFrom: NOT_ABOVE,
  held: new Map([
    ['A', product('A')],
    ['NB', product('NB', CardKind.values.nb)],
  ]),
  product: undefined,
  leavesProduct: false,
};
const why = (of: Partial<Owned>, to: Partial<Giving> = {}) =>
  allocationVerdict({ ...card, ...of }, { ...giving, ...to })?.key;

test('a card goes down to who is below its owner and has its product, or the one that is named', () => {
  expect(why({})).toBeUndefined();
  expect(why({ ownerId: '11' })).toBe('already');
  expect(why({ ownerId: '20' })).toBe('notAbove');
  expect(why({ carrierStatus: 'RETIRED' })).toBe('cancelled');
  expect(why({ isAsked: true })).toBe('changeOpen');
  expect(why({ kind: CardKind.values.esim })).toBe('esim');
  expect(why({ productCode: null })).toBe('noProduct');
  expect(why({ productCode: 'B' })).toBe('productNotHeld');
  expect(why({ productCode: 'B' }, { product: 'A' })).toBeUndefined();
  expect(why({}, { product: 'NB' })).toBe('productOtherSort');
});

test('taking back leaves a product behind that is not ours', () => {
  const back = { ...giving, leavesProduct: true };
  expect(why({ productCode: 'B' }, back)).toBeUndefined();
  expect(productAfter({ productCode: 'B', version: 1 }, back)).toEqual({ product: null, version: null });
  expect(productAfter({ productCode: 'A', version: 1 }, back)).toEqual({ product: 'A', version: 1 });
  expect(productAfter({ productCode: 'A', version: 1 }, { ...giving, product: 'NB' })).toEqual({
    product: 'NB',
    version: 3,
  });
});

test('cards are grouped by a text that says whose they are', () => {
  const { platform, kind, carrierStatus } = card;
  const group = { platform, kind, carrierStatus, pendingAction: '', about: '10:false:A' };
  expect(ownedBy(group)).toEqual(card);
  expect(ownedBy({ ...group, about: '10:true:' })).toMatchObject({ isAsked: true, productCode: null });
  expect(ownedBy({ ...group, pendingAction: 'stop_card' })).toMatchObject({ isAsked: true });
});
