import { expect, it } from 'vitest';
import { contactForm } from './contactFields.ts';

const { initial, fields, changed } = contactForm({ phone: '138****0001', email: 'w***@example.com' });
const type = (name: string, next: string) => fields.find((field) => field.name === name)?.typed?.(next);

it('a contact that is set can be emptied, and stays as it is untouched', () => {
  expect(changed(initial)).toEqual({});
  expect(changed({ ...initial, phone: '' })).toEqual({ phone: null });
  expect(changed({ ...initial, email: 'new@example.com' })).toEqual({ email: 'new@example.com' });
});

it('the masked value is replaced as a whole, never edited in part', () => {
  expect(type('phone', '138****000')).toBe('');
  expect(type('phone', '138****00019')).toBe('9');
  expect(type('email', 'w***@example.co')).toBe('');
  expect(type('email', 'new@example.com')).toBe('new@example.com');
});

it('a contact that is not set is sent once it is typed', () => {
  const none = contactForm({ phone: null, email: null });
  expect(none.changed(none.initial)).toEqual({});
  expect(none.changed({ phone: '13800000001' })).toEqual({ phone: '13800000001' });
});
