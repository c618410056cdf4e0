import { listCashOuts } from '@cardinal/contract/api/cashOuts/cashOuts.ts';
import { listCashOutChecks } from '@cardinal/contract/api/cashOuts/checks.ts';
import { expect, test } from 'vitest';
import { dataset } from './dataset.ts';

test('a list without further keys has no predicates for them: they would never run, and limit nothing', () => {
  const rows = { from: () => undefined, table: 'o', select: () => undefined, extra: () => undefined } as never;
  expect(() => dataset(listCashOuts, rows)).toThrow(/cashOuts\.list.* never runs/);
  expect(() => dataset(listCashOutChecks, rows)).not.toThrow();
});
