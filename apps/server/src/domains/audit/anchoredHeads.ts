import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Ctx } from '../../framework/context.ts';

type Head = { readonly seq: bigint; readonly hash: string };

const folderOf = (ctx: Ctx) => join(ctx.config.dataDirectory, 'audit');
const FILE = /^heads-\d{4}-\d{2}\.jsonl$/;

/**
 * Writes the newest head outside the database and to the program log. Whoever truncates or rebuilds the chain would have to
 * change these as well. One append-only file a month.
 */
export async function anchorHead(ctx: Ctx, { seq, hash }: Head): Promise<void> {
  const at = ctx.clock.now().toISOString();
  const head = { seq: String(seq), hash };
  await mkdir(folderOf(ctx), { recursive: true, mode: 0o700 });
  await appendFile(join(folderOf(ctx), `heads-${at.slice(0, 7)}.jsonl`), `${JSON.stringify({ ...head, at })}\n`, {
    mode: 0o600,
  });
  ctx.log.info(head, 'operation log sealed');
}

/** Every head this node has written, by number. A line torn by a crash is left out; the next one covers it. */
export async function anchoredHeads(ctx: Ctx): Promise<ReadonlyMap<bigint, string>> {
  const heads = new Map<bigint, string>();
  const names = await readdir(folderOf(ctx)).catch((): string[] => []);
  for (const name of names.filter((each) => FILE.test(each)).sort()) {
    const lines = createInterface({ input: createReadStream(join(folderOf(ctx), name)) });
    for await (const line of lines) {
      const found = /^\{"seq":"(\d+)","hash":"([0-9a-f]{64})"/.exec(line);
      if (found) heads.set(BigInt(found[1]!), found[2]!);
    }
  }
  return heads;
}
