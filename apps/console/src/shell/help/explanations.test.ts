import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPEN_WITHOUT_LOGIN, ROUTES } from '@cardinal/contract/routes/table.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import { expect, it } from 'vitest';
import { screenOf } from '../screenFiles.ts';
import { everyExplanation, explanationOf } from './explanationOf.ts';
import { TERMS } from './terms.ts';

const explained = await everyExplanation();
/** Those under the frame, whose header has the «?». */
const screens = ROUTES.filter((route) => screenOf(route) && !OPEN_WITHOUT_LOGIN.includes(route.path));

it('every screen of the console is explained, and nothing that is no screen', () => {
  expect(Object.keys(explained).sort()).toEqual(screens.map(({ path }): string => path).sort());
});

it.each(screens.map(({ path }) => path))('«?» finds the explanation of %s at its address', async (path) => {
  expect(await explanationOf(path.replace(/:\w+/g, '1'))).toBe(explained[path]);
});

it('an explanation says two or three tasks in both languages, briefly and in sentences', () => {
  const wrong: string[] = [];
  const judge = (path: string, { zh, en }: Text) => {
    const isWhole = /\p{Script=Han}.*。$/u.test(zh) && /^[^\p{Script=Han}]*[.”]$/u.test(en) && en.length < 320;
    if (!isWhole) wrong.push(`${path}: ${zh} / ${en}`);
  };
  for (const [path, { purpose, figures, tasks }] of Object.entries(explained)) {
    for (const each of [purpose, ...(figures ? [figures] : []), ...tasks]) judge(path, each);
    if (tasks.length < 2 || tasks.length > 3) wrong.push(`${path}: ${tasks.length} tasks`);
  }
  for (const { name, meaning } of Object.values(TERMS)) judge(name.en, meaning);
  expect(wrong).toEqual([]);
});

it('its words are those of the glossary, and each is used', () => {
  const glossary = readFileSync(join(import.meta.dirname, '../../../../../docs/glossary.md'), 'utf8');
  // A row may name two things: «通知 / 收到的通知», «notice / receipt».
  const known = new Set(
    glossary.split('\n').flatMap((line) => {
      const [, zh = '', en = ''] = line.split('|').map((cell) => cell.trim());
      const parts = en.split(' / ');
      return [`${zh}|${en}`, ...zh.split(' / ').map((part, at) => `${part}|${parts[at]}`)];
    }),
  );
  expect(Object.values(TERMS).flatMap(({ name }) => (known.has(`${name.zh}|${name.en}`) ? [] : [name]))).toEqual([]);
  const used = new Set<string>(Object.values(explained).flatMap(({ terms }) => terms));
  expect(Object.keys(TERMS).filter((key) => !used.has(key))).toEqual([]);
});
