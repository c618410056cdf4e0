import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import {
  guideNotFound,
  notAFilm,
  type readFilm as readEndpoint,
  type removeFilm as removeEndpoint,
  type uploadFilm as uploadEndpoint,
} from '@cardinal/contract/api/settings/guides.ts';
import { type AnswerOf, type BodyOf, DONE, type QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { boxAt, FILM, filmHeadProblem, filmSeconds } from '@cardinal/primitives/film.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { FileAnswer, Upload } from '../../../framework/domain.ts';
import { streamPieces } from '../../../framework/storedFiles.ts';

/** Bytes read from a video at a time. */
const PIECE_BYTES = 1_024 * 1_024;
const NAME_BYTES = 16;
/** A file with more top-level boxes is rejected: fragmented videos have two per second. */
const MOST_BOXES = 5_000;

/** Replaces the video of a guide; its length is read from the file if present. */
export async function uploadFilm(
  ctx: Ctx,
  { guideId }: BodyOf<typeof uploadEndpoint>,
  upload: Upload,
): Promise<AnswerOf<typeof uploadEndpoint>> {
  const guide = await ctx.db
    .selectFrom('settings.video_guide')
    .select(['id', 'title', 'seconds'])
    .where('id', '=', guideId)
    .forUpdate()
    .executeTakeFirst();
  if (!guide) throw new Refused(guideNotFound);
  const found = await lookInto(upload);
  const film = Buffer.from(ctx.random.bytes(NAME_BYTES)).toString('hex');
  const now = ctx.clock.now();
  await ctx.db.deleteFrom('settings.guide_film').where('guide_id', '=', guideId).execute();
  await ctx.db
    .insertInto('settings.guide_film')
    .values({
      guide_id: guideId,
      film,
      bytes: upload.bytes,
      sha256: upload.sha256,
      uploaded_by: accountOf(ctx).account,
      uploaded_at: now,
    })
    .execute();
  let at = 0;
  for await (const content of createReadStream(upload.path, { highWaterMark: PIECE_BYTES })) {
    await ctx.db.insertInto('settings.guide_film_piece').values({ film, at, content }).execute();
    at += 1;
  }
  const seconds = found.seconds ?? guide.seconds;
  await ctx.db
    .updateTable('settings.video_guide')
    .set({ seconds, updated_at: now })
    .where('id', '=', guideId)
    .execute();
  const after = { film: upload.sha256, bytes: upload.bytes, seconds };
  ctx.note({ objectKind: 'guide', objectId: guideId, summary: guide.title, after });
  return { film, seconds };
}

export async function removeFilm(ctx: Ctx, { guideId }: BodyOf<typeof removeEndpoint>): Promise<typeof DONE> {
  const guide = await ctx.db
    .selectFrom('settings.video_guide')
    .select('title')
    .where('id', '=', guideId)
    .executeTakeFirst();
  if (!guide) throw new Refused(guideNotFound);
  await ctx.db.deleteFrom('settings.guide_film').where('guide_id', '=', guideId).execute();
  ctx.note({ objectKind: 'guide', objectId: guideId, summary: guide.title, after: { film: null } });
  return DONE;
}

/** A video, or the range a player requests; only the pieces that contain it are read. */
export async function readFilm(ctx: Ctx, { film }: QueryOf<typeof readEndpoint>): Promise<FileAnswer> {
  const row = await ctx.db
    .selectFrom('settings.guide_film')
    .select('bytes')
    .where('film', '=', film)
    .executeTakeFirst();
  if (!row) throw new Refused(notFound);
  const whole = { start: 0, end: row.bytes - 1 };
  const read = (at: number) =>
    ctx.db
      .selectFrom('settings.guide_film_piece')
      .select('content')
      .where('film', '=', film)
      .where('at', '=', at)
      .executeTakeFirst();
  return {
    stream: (range) => streamPieces(read, PIECE_BYTES, range ?? whole),
    fileName: 'guide.mp4',
    type: 'video/mp4',
    bytes: row.bytes,
  };
}

/** Whether a file is a complete, playable video; its bytes decide, not its name. */
async function lookInto(upload: Upload): Promise<{ seconds: number | undefined }> {
  if (upload.bytes > FILM.maxBytes) throw new Refused(notAFilm);
  const file = await open(upload.path, 'r');
  try {
    if (filmHeadProblem(await readAt(file, 0, 512))) throw new Refused(notAFilm);
    const found = new Map<string, number>();
    let boxes = 0;
    for (let at = 0; at < upload.bytes; boxes += 1) {
      const box = boxAt(await readAt(file, at, 16), at, upload.bytes);
      if (!box || boxes > MOST_BOXES) throw new Refused(notAFilm);
      found.set(box.kind, found.get(box.kind) ?? at);
      at += box.size;
    }
    const moov = found.get('moov');
    if (moov === undefined || !found.has('mdat')) throw new Refused(notAFilm);
    return { seconds: filmSeconds(await readAt(file, moov, 64)) };
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, at: number, bytes: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at);
  return buffer.subarray(0, bytesRead);
}
