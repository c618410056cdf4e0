import { expect, it } from 'vitest';
import { CardKind, Platform } from '../enumerations/card.ts';
import { detailPathOf } from './cardDetailPath.ts';
import { routeOf } from './matching.ts';

const every = Platform.options.flatMap((platform) =>
  CardKind.options.map((kind) => [platform.key, kind.key, platform.value, kind.value] as const),
);

it.each(every)('a card of %s, %s, has a detail screen in the route table', (_, __, platform, kind) => {
  const path = detailPathOf({ id: '7', iccid: '89860693100000000001', platform, kind });
  expect(routeOf(path.split('?')[0]!)).toBeDefined();
});

it('keeps what stands in a number out of the address', () => {
  expect(detailPathOf({ id: '7', iccid: '8986&x=1', platform: 1, kind: 1 })).toBe(
    '/cardsManagement/cardDetailLt?iccid=8986%26x%3D1',
  );
});
