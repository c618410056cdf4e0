import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nouns, sentences, units, verbs } from '@cardinal/contract/words.ts';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const sources = globSync(['packages/*/src/**/*.ts', 'apps/*/src/**/*.{ts,tsx}'], { cwd: root })
  .filter((path) => !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** What two places say alike stands in `words.ts`: this only ever goes down. */
const MOST_REPEATED = 19;

describe('the contract', () => {
  it('names operation types instead of numbering them', () => {
    const numbered = sources.filter(({ text }) => /\boperation(Type|_type)?: \d/.test(text)).map(({ path }) => path);
    expect(numbered).toEqual([]);
  });

  it('takes the codes of refusals from the allocator of the room', () => {
    const typed = sources.filter(({ text }) => /\brefusal\(\s*['"`]\d/.test(text)).map(({ path }) => path);
    const own = ['openInterface', 'standardRefusals'].map((name) => `packages/contract/src/framework/${name}.ts`);
    expect(typed.sort()).toEqual(own);
  });

  it('writes a shared word once', () => {
    const shared = [verbs, nouns, sentences, units].flatMap((words) => Object.values(words));
    const written = (text: string) =>
      [...text.matchAll(/(?<!field\.)\btext\(\s*'([^'\n]*)',\s*'([^'\n]*)',?\s*\)/g)].filter(([, zh, en]) =>
        shared.some((word) => word.zh === zh && word.en === en),
      );
    const again = sources
      .filter(
        ({ path }) => /^(apps\/console|packages\/contract)\//.test(path) && !path.endsWith('contract/src/words.ts'),
      )
      .flatMap(({ path, text }) => written(text).map(([call]) => `${path}: ${call}`));
    expect(again).toEqual([]);
  });

  it(`at most ${MOST_REPEATED} texts of the console are written twice`, () => {
    const written = sources
      .filter(({ path }) => path.startsWith('apps/console/'))
      .flatMap(({ text }) =>
        [...text.matchAll(/\btext\(\s*('[^'\n]*',\s*'[^'\n]*'),?\s*\)/g)].map(([, pair = '']) => pair),
      );
    const repeated = [...Map.groupBy(written, (pair) => pair.replace(/\s+/g, ' '))].filter(([, all]) => all.length > 1);
    expect(repeated.length).toBeLessThanOrEqual(MOST_REPEATED);
  });
});
