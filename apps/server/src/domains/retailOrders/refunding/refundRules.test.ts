import { expect, test } from 'vitest';
import { shareAmount } from './refundRules.ts';

test('what is given back is spread by what each record may give, to the cent', () => {
  expect(shareAmount(1_000n, [500n, 500n, 500n])).toEqual([334n, 333n, 333n]);
  expect(shareAmount(1_500n, [500n, 500n, 500n])).toEqual([500n, 500n, 500n]);
  expect(shareAmount(1n, [0n, 10n])).toEqual([0n, 1n]);
  expect(shareAmount(5n, [0n, 0n])).toEqual([0n, 0n]);
});
