import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
});
