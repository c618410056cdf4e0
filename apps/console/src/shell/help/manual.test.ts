import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { routeOf } from '@cardinal/contract/routes/matching.ts';
import { describe, expect, it } from 'vitest';
import { screenOf } from '../screenFiles.ts';
import { everyExplanation } from './explanationOf.ts';
import { partsOf, readManual } from './manual.ts';
import { MANUAL_PAGES } from './manualPages.ts';

const MOST_BYTES = 2.5 * 1024 * 1024;
const folder = join(import.meta.dirname, '../../../../../docs/manual');
const written = (language: string, page: string) => readFileSync(join(folder, language, `${page}.md`), 'utf8');
const both = ['zh', 'en'].flatMap((language) => MANUAL_PAGES.map((page) => [language, page] as const));

it('has ten pages, the same in both languages, and nothing else', () => {
  expect(MANUAL_PAGES).toHaveLength(10);
  const files = [...MANUAL_PAGES.map((page) => `${page}.md`), 'images'].sort();
  for (const language of ['zh', 'en']) expect(readdirSync(join(folder, language)).sort()).toEqual(files);
  const shape = (language: string) =>
    MANUAL_PAGES.map((page) =>
      written(language, page)
        .split('\n')
        .map((line) => /^(#+|-|!)?/.exec(line)?.[0]),
    );
  expect(shape('zh')).toEqual(shape('en'));
});

it('every page is opened by the «?» of some screen', async () => {
  const opened = new Set(Object.values(await everyExplanation()).map(({ manual }) => manual));
  expect(MANUAL_PAGES.filter((page) => !opened.has(page))).toEqual([]);
});

describe.each(both)('%s %s', (language, page) => {
  const text = written(language, page);

  it('its links lead to screens of the console', () => {
    const targets = [...text.matchAll(/(?<!!)\[[^\]]+\]\(([^()\s]+)\)/g)].map((match) => match[1] as string);
    const broken = targets.filter((to) => {
      const match = routeOf(to);
      return !match || !screenOf(match.route);
    });
    expect(broken).toEqual([]);
  });

  it('its pictures are there, and it is read without leftover markup', () => {
    const pictures: string[] = [];
    const { title, parts } = partsOf(text, (picture) => {
      pictures.push(picture);
      return picture;
    });
    expect(title).not.toMatch(/^#/);
    expect(pictures.length).toBeGreaterThan(0);
    expect(pictures.filter((picture) => !existsSync(join(folder, language, picture)))).toEqual([]);
    expect(parts.filter((part) => part.kind === 'text' && /!\[|^##/m.test(part.written))).toEqual([]);
  });
});

it('its pictures weigh at most 2.5 MB, and each is shown by a page', () => {
  const pictures = ['zh', 'en'].flatMap((language) =>
    readdirSync(join(folder, language, 'images')).map((file) => ({ language, file })),
  );
  const unused = pictures.filter(
    ({ language, file }) => !MANUAL_PAGES.some((page) => written(language, page).includes(`(images/${file})`)),
  );
  expect(unused).toEqual([]);
  const bytes = pictures.map(({ language, file }) => statSync(join(folder, language, 'images', file)).size);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(MOST_BYTES);
});

it('the console reads it with titles and pictures from these files', async () => {
  for (const language of ['zh_CN', 'en'] as const) {
    const pages = await readManual(language);
    expect(pages.map(({ page }) => page)).toEqual([...MANUAL_PAGES]);
    expect(pages.filter(({ title, parts }) => title === '' || parts.length < 3)).toEqual([]);
    const pictures = pages.flatMap(({ parts }) => parts.filter((part) => part.kind === 'picture'));
    expect(pictures.filter(({ address }) => address === '')).toEqual([]);
  }
});
