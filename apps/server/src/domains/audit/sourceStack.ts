import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { join } from 'node:path';

/** `…/assets/card-1a2b.js:10:5`, the way every browser writes a position in a script. */
const PLACE = /(?:https?:\/\/[^\s()]+)?\/assets\/([\w.-]+\.js):(\d+):(\d+)/g;

type Maps = Map<string, Promise<SourceMap | undefined>>;

/** Undefined if the build the browser ran is no longer deployed. */
async function mapOf(folder: string, script: string): Promise<SourceMap | undefined> {
  const text = await readFile(join(folder, 'assets', `${script}.map`), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : new SourceMap(JSON.parse(text));
}

/**
 * Maps a stack of the console to its source files. `folder` is the build's folder; positions in other scripts stay as the
 * browser reported them. Passing the same `maps` for several stacks reads each map once.
 */
export async function sourceStack(folder: string, stack: string, maps: Maps = new Map()): Promise<string> {
  const scripts = new Set([...stack.matchAll(PLACE)].map(([, script = '']) => script));
  const known = new Map<string, SourceMap>();
  for (const script of scripts) {
    const reading = maps.get(script) ?? mapOf(folder, script);
    maps.set(script, reading);
    const map = await reading;
    if (map) known.set(script, map);
  }
  return stack.replace(PLACE, (place: string, script: string, line: string, column: string) => {
    const entry = known.get(script)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return place;
    return `${entry.originalSource.replace(/^(\.\.\/)+/, '')}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}
