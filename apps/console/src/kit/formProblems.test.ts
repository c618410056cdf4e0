import { say, type Text, text } from '@cardinal/primitives/text.ts';
import type { Say } from '@cardinal/ui/language.tsx';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { problemsOf } from './formProblems.ts';

const english: Say = (words: Text, facts) => say(words, 'en', facts);
const labels = { name: text('名称', 'name'), carrier: text('运营商', 'carrier'), tags: text('标签', 'tags') };
const schema = z.object({
  name: z.string().min(1),
  carrier: z.enum(['Lt', 'Yd']),
  tags: z.array(z.string()).min(1),
});
const isChosen = (field: string) => field !== 'name';

it('asks to enter what is typed and to select what is chosen', () => {
  expect(problemsOf(schema, { name: '', tags: [] }, english, labels, isChosen)).toEqual({
    name: 'Please enter name',
    carrier: 'Please select carrier',
    tags: 'Please select tags',
  });
});

it('says what is wrong with what is there', () => {
  const value = { name: 'A', carrier: 'Xx', tags: ['1'] };
  expect(problemsOf(schema, value, english, labels, isChosen)).toEqual({ carrier: 'Not an allowed value' });
});

it('leaves a rule of several fields its own words, also at an empty one', () => {
  const either = schema.partial().refine(() => false, { path: ['tags'], params: {}, error: 'either' });
  expect(problemsOf(either, { tags: undefined }, english, labels, isChosen)?.['tags']).not.toContain('Please');
});

it('looks for what is there at its place within a list', () => {
  const lines = z.object({ lines: z.array(z.object({ percent: z.number().max(100) })) });
  const found = problemsOf(lines, { lines: [{ percent: 200 }] }, english, { lines: text('行', 'lines') });
  expect(found?.['lines.0.percent']).not.toContain('Please');
});
