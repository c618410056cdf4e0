import { expect, test } from 'vitest';
import { operationParts, schemaLines } from './schemaLines.ts';

test('fields are told in reading order with their place, type and rules', () => {
  const schema = {
    type: 'object',
    required: ['iccids'],
    properties: {
      iccids: { type: 'array', minItems: 1, maxItems: 100, items: { type: 'string', pattern: '^[0-9]{19}$' } },
      note: { anyOf: [{ type: 'string', maxLength: 255 }, { type: 'null' }] },
      number: { type: ['string', 'null'] },
      page: {
        anyOf: [
          { type: 'integer', minimum: 1 },
          { type: 'string', pattern: '^[0-9]+$' },
        ],
      },
      items: { type: 'array', items: { type: 'object', properties: { state: { enum: ['done', 'failed'] } } } },
    },
  };
  expect(schemaLines(schema)).toEqual([
    { name: 'iccids', type: 'string[]', isRequired: true, rules: ['1–100', '^[0-9]{19}$'] },
    { name: 'note', type: 'string | null', isRequired: false, rules: ['≤ 255'] },
    { name: 'number', type: 'string | null', isRequired: false, rules: [] },
    { name: 'page', type: 'integer', isRequired: false, rules: ['≥ 1'] },
    { name: 'items', type: 'object[]', isRequired: false, rules: [] },
    { name: 'items[].state', type: 'string', isRequired: false, rules: ['done | failed'] },
  ]);
});

test('a list of several forms tells the fields of each, named by its constant', () => {
  const form = (type: string, field: string) => ({
    type: 'object',
    required: ['type'],
    properties: { type: { type: 'string', const: type }, [field]: { type: 'string' } },
  });
  const list = { type: 'array', items: { oneOf: [form('order', 'orderNo'), form('card', 'iccid')] } };
  expect(schemaLines({ type: 'object', properties: { list } }).map(({ name, rules }) => [name, ...rules])).toEqual([
    ['list'],
    ['list[order].type', 'order'],
    ['list[order].orderNo'],
    ['list[card].type', 'card'],
    ['list[card].iccid'],
  ]);
});

test('an operation is its parameters, body, answer and errors', () => {
  const problem = { summary: 'Not found', value: { status: 404, detail: '不存在' } };
  const parts = operationParts({
    parameters: [{ name: 'iccid', in: 'path', required: true, schema: { type: 'string' } }],
    responses: {
      202: {
        content: { 'application/json': { schema: { type: 'object', properties: { total: { type: 'integer' } } } } },
      },
      404: { content: { 'application/problem+json': { examples: { 4040001: problem } } } },
    },
  });
  expect(parts.parameters).toMatchObject([{ name: 'iccid', place: 'path', isRequired: true }]);
  expect(parts.answer).toMatchObject({ status: '202', lines: [{ name: 'total', type: 'integer' }] });
  expect(parts.errors).toEqual([{ status: 404, code: '4040001', zh: '不存在', en: 'Not found' }]);
});
