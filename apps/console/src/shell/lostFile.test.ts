import { expect, test } from 'vitest';
import { isLostFile } from './lostFile.ts';

test.each([
  'Failed to fetch dynamically imported module: http://console/assets/CardPanel-1.js',
  'error loading dynamically imported module: http://console/assets/CardPanel-1.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/CardPanel-1.css',
])('a part that did not come is no fault of the console: %s', (message) => {
  expect(isLostFile(new TypeError(message))).toBe(true);
});

test('a fault is one, also when it speaks of modules', () => {
  expect(isLostFile(new TypeError("Cannot read properties of undefined (reading 'module')"))).toBe(false);
  expect(isLostFile('Failed to fetch dynamically imported module')).toBe(false);
});
