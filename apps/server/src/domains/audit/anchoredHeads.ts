import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';

type Head = { readonly seq: bigint; readonly hash: string };

const folderOf = (ctx: Ctx) => join(ctx.config.dataDirectory, 'audit');
/** The newest head this process has written to a folder: the one that seals also hears of it. */
const newest = new Map<string, bigint>();
const FILE = /^heads-\d{4}-\d{2}\.jsonl$/;

/**
 * Writes the newest head outside the database and to the program log. Whoever truncates or rebuilds the chain would have to
 * change these as well. One append-only file a month.
 */
export async function anchorHead(ctx: Ctx, { seq, hash }: Head): Promise<void> {
  if (seq <= (newest.get(folderOf(ctx)) ?? 0n)) return;
  const at = ctx.clock.now().toISOString();
  const head = { seq: String(seq), hash };
  await mkdir(folderOf(ctx), { recursive: true, mode: 0o700 });
  await appendFile(join(folderOf(ctx), `heads-${at.slice(0, 7)}.jsonl`), `${JSON.stringify({ ...head, at })}\n`, {
    mode: 0o600,
  });
  // Not before: a head that could not be written is tried again.
  newest.set(folderOf(ctx), seq);
  ctx.log.info(head, 'operation log sealed');
}

const SEALED = 'operationLog.sealed';
const headSchema = z.object({
  seq: z.string().regex(/^\d+$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

/** With the commit of the seals. */
export const announceHead = (ctx: Ctx, { seq, hash }: Head): Promise<void> =>
  ctx.announce({ topic: SEALED, customerId: '', data: { seq: String(seq), hash } });

/**
 * Writes the heads that other processes seal to this one's folder too, until the returned function is called: whichever process
 * verifies knows them, and whoever wants to hide a cut must reach every folder. A head that is missed is covered by the next.
 */
export function keepHeads(ctx: Ctx): () => Promise<void> {
  let writing = Promise.resolve();
  const stop = ctx.subscribe(({ topic, data }) => {
    const head = topic === SEALED ? headSchema.safeParse(data).data : undefined;
    if (!head) return;
    writing = writing
      .then(() => anchorHead(ctx, { seq: BigInt(head.seq), hash: head.hash }))
      .catch((error: unknown) => ctx.log.error({ err: error }, 'head of the operation log not written'));
  });
  return () => {
    stop();
    return writing;
  };
}

/**
 * Every head in this process's folder, by number. The first one of a number counts, so that a chain sealed anew after a cut does
 * not replace it. A line torn by a crash is left out; the next one covers it.
 */
export async function anchoredHeads(ctx: Ctx): Promise<ReadonlyMap<bigint, string>> {
  const heads = new Map<bigint, string>();
  const names = await readdir(folderOf(ctx)).catch((): string[] => []);
  for (const name of names.filter((each) => FILE.test(each)).sort()) {
    const lines = createInterface({ input: createReadStream(join(folderOf(ctx), name)) });
    for await (const line of lines) {
      const found = /^\{"seq":"(\d+)","hash":"([0-9a-f]{64})"/.exec(line);
      if (found && !heads.has(BigInt(found[1]!))) heads.set(BigInt(found[1]!), found[2]!);
    }
  }
  return heads;
}
