import { stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { bodyOf, type FormField, isDirty, isRequiredBy, labelOf, shownLabels } from './formFields.ts';

const body = z.strictObject({
  name: stringSchema({ max: 10 }),
  remark: z.string().min(2).optional(),
  note: stringSchema({ required: false }),
  days: z.number().int(),
  price: z.string(),
  reason: z.string().optional(),
  phone: z.string().min(11).nullable().optional(),
  tags: z.array(z.string()),
  kinds: z.array(z.string()).min(1),
  isOn: z.boolean(),
});
const fields: FormField[] = [
  { name: 'name', kind: 'text' },
  { name: 'remark', kind: 'remark' },
  { name: 'note', kind: 'text' },
  { name: 'days', kind: 'integer' },
  { name: 'price', kind: 'decimal' },
  { name: 'reason', kind: 'text', isHidden: (values) => values['days'] === '1' },
  { name: 'tags', kind: 'multiple', options: [] },
  { name: 'kinds', kind: 'multiple', options: [] },
  { name: 'isOn', kind: 'flag' },
];

it('leaves empty fields out unless they may be empty, and makes figures what the schema wants', () => {
  const values = { name: 'x', remark: '', note: '', days: '30', price: '1.50', reason: 'r' };
  expect(bodyOf(body, fields, values)).toEqual({ name: 'x', note: '', days: 30, price: '1.50', reason: 'r' });
});

it('a figure beyond its bounds stays a figure, so that the bounds are what is told', () => {
  const bounded = z.strictObject({ day: z.number().int().min(1).max(28), rate: z.number().max(9).nullable() });
  const figures: FormField[] = [
    { name: 'day', kind: 'integer' },
    { name: 'rate', kind: 'decimal' },
  ];
  expect(bodyOf(bounded, figures, { day: '45', rate: '10.5' })).toEqual({ day: 45, rate: 10.5 });
});

it('an empty field that may be «none» is not required', () => {
  const open = z.strictObject({ perDay: z.number().nullable() });
  expect(isRequiredBy(open, { name: 'perDay', kind: 'integer' })).toBe(false);
  expect(bodyOf(open, [{ name: 'perDay', kind: 'integer' }], { perDay: '' })).toEqual({ perDay: null });
});

it('clears an emptied field where the body can say so, and leaves an untouched one out', () => {
  expect(bodyOf(body, fields, { phone: '', days: '1' })).toEqual({ phone: null, days: 1 });
  expect(bodyOf(body, fields, { days: '1' })).toEqual({ days: 1 });
});

it('leaves hidden fields out', () => {
  expect(bodyOf(body, fields, { days: '1', reason: 'r' })).toEqual({ days: 1 });
});

it('knows from the schema what is required', () => {
  expect(fields.map((field) => isRequiredBy(body, field))).toEqual([
    true,
    false,
    false,
    true,
    false,
    false,
    false,
    true,
    false,
  ]);
});

it('takes labels from the list where the form has none', () => {
  const label = text('名称', 'Name');
  const labels = {
    name: { kind: 'text', label, schema: z.string(), filters: [], sortable: false, exportable: true },
  } as const;
  expect(labelOf(fields[0]!, labels)).toBe(label);
});

it('an untouched form is not dirty, nor one that was put back', () => {
  expect(isDirty({ name: 'a', tags: [1] }, { name: 'a', tags: [1] })).toBe(false);
  expect(isDirty({ name: 'a', remark: '' }, { name: 'a' })).toBe(false);
  expect(isDirty({ name: 'b' }, { name: 'a' })).toBe(true);
});

it('calls a field that takes turns with another as it is shown', () => {
  const [path, permission] = [text('路径', 'Path'), text('权限标识', 'Permission identifier')];
  const isButton = (values: { kind?: unknown }) => values.kind === 'button';
  const turns: FormField[] = [
    { name: 'key', kind: 'text', label: path, isHidden: isButton },
    { name: 'key', kind: 'text', label: permission, isHidden: (values) => !isButton(values) },
  ];
  expect(shownLabels(turns, { kind: 'directory' })['key']).toBe(path);
  expect(shownLabels(turns, { kind: 'button' })['key']).toBe(permission);
});
