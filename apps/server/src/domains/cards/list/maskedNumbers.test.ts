import { expect, test } from 'vitest';
import { masked } from './maskedNumbers.ts';

test.each([
  ['13800138000', '138****8000'],
  ['460001234567890', '460****7890'],
  ['123456789', '****89'],
  ['1', '****1'],
])('%s is shown as %s', (number, shown) => expect(masked(number)).toBe(shown));
