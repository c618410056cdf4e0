import { expect, test } from 'vitest';
import { carrierDocs } from './carrierDocs.ts';

/** The formatter sets the padding. */
const bare = (page: string) => page.replaceAll(/ *\| */g, '|').replaceAll(/-+/g, '-');

test('docs/carriers.md tells what the adapters can do: node tools/carrierDocs.ts', () => {
  const { is, should } = carrierDocs();
  expect(bare(is)).toBe(bare(should));
});
