import { expect, it } from 'vitest';
import { fileNameOf } from './saveFile.ts';

it.each([
  [`attachment; filename="___.xlsx"; filename*=UTF-8''%E9%94%99%E8%AF%AF%E8%A1%8C.xlsx`, '错误行.xlsx'],
  ['attachment; filename="wrong.xlsx"', 'wrong.xlsx'],
  [`attachment; filename="plain.xlsx"; filename*=UTF-8''%E9%Z`, 'plain.xlsx'],
  ['attachment', 'imports.template'],
  [null, 'imports.template'],
])('%s is saved as %s', (disposition, name) => {
  expect(fileNameOf(disposition, 'imports.template')).toBe(name);
});
