import { expect, test } from 'vitest';
import { CardKind } from '../enumerations/card.ts';
import { cardListPath } from './cardLists.ts';
import { routeOf } from './matching.ts';

test.each(CardKind.options)('cards of kind $key have a list, which shows them', ({ value }) => {
  expect(routeOf(cardListPath(value, { productCode: 'A' }))?.route.path.startsWith('/cardsManagement')).toBe(true);
});

test('a kind without a list of its own is named, and values are written as an address takes them', () => {
  const { esim, nb } = CardKind.values;
  expect(cardListPath(nb, { productCode: 'A&B' })).toBe('/cardsManagement/NBCardManagement?productCode=A%26B');
  expect(cardListPath(esim, { importBatchId: '1' })).toBe('/cardsManagement/flowCardManagement?kind=4&importBatchId=1');
});
