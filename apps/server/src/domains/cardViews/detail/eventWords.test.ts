import { expect, it } from 'vitest';
import type { Ctx } from '../../../framework/context.ts';
import { eventWords } from './peekCard.ts';

const words = (language: 'zh' | 'en', from: unknown, to: unknown) =>
  eventWords({ language } as Ctx, { action: 'edit_remark', from_value: from, to_value: to }, undefined);

it('puts action and values together with the marks of the language', () => {
  expect(words('zh', 'A', 'B')).toBe('编辑备注：A → B');
  expect(words('en', 'A', 'B')).toMatch(/^Edit remark: A → B$/);
  expect(words('en', null, 'B')).toBe('Edit remark: B');
});
