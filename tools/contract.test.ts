import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nouns, sentences, verbs } from '@cardinal/contract/words.ts';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const sources = globSync(['packages/*/src/**/*.ts', 'apps/*/src/**/*.{ts,tsx}'], { cwd: root })
  .filter((path) => !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

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
    const shared = [verbs, nouns, sentences].flatMap((words) => Object.values(words));
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
});
