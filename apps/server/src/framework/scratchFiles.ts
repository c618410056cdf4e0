import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { processMark } from '../runtime/runningProcess.ts';
import type { Ctx } from './context.ts';

const folderOfAll = (dataDirectory: string): string => join(dataDirectory, 'uploads');

/** Where this process puts what it needs on disk for the time of one request or job. */
export const scratchFolder = (dataDirectory: string): string => join(folderOfAll(dataDirectory), String(process.pid));

/** A path for a passing file. */
export async function scratchPath(ctx: Ctx): Promise<string> {
  const folder = scratchFolder(ctx.config.dataDirectory);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, ctx.ids.next());
}

/** Runs with the path of a passing file, which is gone afterwards. */
export async function withScratchFile<T>(ctx: Ctx, run: (path: string) => Promise<T>): Promise<T> {
  const path = await scratchPath(ctx);
  try {
    return await run(path);
  } finally {
    await rm(path, { force: true });
  }
}

/** Removes what killed processes left. A container's process has the number of the one before it. */
export async function clearScratch(dataDirectory: string): Promise<void> {
  const folder = folderOfAll(dataDirectory);
  for (const name of await readdir(folder).catch((): string[] => [])) {
    if (name !== String(process.pid) && (await processMark(Number(name)))) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}
