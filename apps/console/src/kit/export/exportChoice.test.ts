import { field } from '@cardinal/contract/framework/fields.ts';
import { list } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { expect, it } from 'vitest';
import { type ExportChoice, exportChoiceSchema, FIRST_CHOICE, fieldsOf, offeredFields } from './exportChoice.ts';

const things = list({
  name: 'things.list',
  summary: text('物品', 'Things'),
  permission: 'authenticated',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    name: field.text('名称', 'Name', { sortable: true }),
    cost: field.money('成本', 'Cost', { permission: 'proDistribute.money' }),
    remark: field.text('备注', 'Remark'),
  },
  defaultSort: 'name',
});
const everything = () => true;
const nothing = () => false;

it('a column that needs a permission is offered only to who holds it', () => {
  expect(offeredFields(things, ['remark', 'name'], everything)).toEqual({
    all: ['remark', 'name', 'cost'],
    shown: ['remark', 'name'],
  });
  expect(offeredFields(things, ['cost', 'name'], nothing)).toEqual({ all: ['name', 'remark'], shown: ['name'] });
});

it('columns without a field, and fields that are never exported, are not offered', () => {
  expect(offeredFields(things, ['__actions', 'id', 'name'], everything).shown).toEqual(['name']);
});

it('a remembered choice means what may be exported today, in the order of the list', () => {
  const chosen: ExportChoice = { ...FIRST_CHOICE, columns: 'chosen', chosen: ['gone', 'cost', 'name'] };
  expect(fieldsOf(chosen, offeredFields(things, ['name'], everything))).toEqual(['name', 'cost']);
  expect(fieldsOf(chosen, offeredFields(things, ['name'], nothing))).toEqual(['name']);
  expect(exportChoiceSchema.safeParse(JSON.parse(JSON.stringify(chosen))).success).toBe(true);
});

it('shown columns are exported at first; where a list has none of its own, all are', () => {
  expect(fieldsOf(FIRST_CHOICE, offeredFields(things, ['remark'], everything))).toEqual(['remark']);
  expect(fieldsOf(FIRST_CHOICE, offeredFields(things, [], everything))).toEqual(['name', 'cost', 'remark']);
});
