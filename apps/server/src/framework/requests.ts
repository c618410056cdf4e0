import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { fieldProblems } from '@cardinal/contract/framework/issues.ts';
import { type FieldProblem, Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid, malformed, tooLarge } from '@cardinal/contract/framework/standardRefusals.ts';
import { unprintable } from '@cardinal/primitives/string.ts';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { Input, Upload } from './domain.ts';

/** Texts no column can store, each with its field; keys are texts too. Schemas check control characters. */
function* unstorable(value: unknown, path: readonly string[]): Generator<string> {
  if (typeof value === 'string') {
    if (!value.isWellFormed() || value.includes('\0')) yield path.join('.');
  } else if (value && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      if (!key.isWellFormed() || key.includes('\0')) yield path.join('.');
      yield* unstorable(inner, [...path, key]);
    }
  }
}

function part(schema: z.ZodType, value: unknown, problems: FieldProblem[]): unknown {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) problems.push(...fieldProblems(parsed.error));
  return parsed.data;
}

/** Parses all parts of a request as its endpoint declares them; reports all problems together. */
export function readInput(
  endpoint: Endpoint,
  raw: { params: unknown; query: unknown; body: unknown },
): Input<Endpoint> {
  const problems: FieldProblem[] = [];
  const params = part(endpoint.params, raw.params ?? {}, problems) as Input<Endpoint>['params'];
  const query = part(endpoint.query, raw.query ?? {}, problems) as Input<Endpoint>['query'];
  const body = part(endpoint.body, raw.body, problems);
  // Only bodies are stored; such a text in a URL simply finds nothing.
  if (problems.length === 0) {
    for (const field of unstorable(body, [])) problems.push({ field, text: unprintable.text });
  }
  if (problems.length > 0) throw new Refused(invalid, {}, problems);
  return { params, query, body };
}

/** The maximum upload before its own rules apply: far above all of them, so that they report the problem. */
const UPLOAD_CEILING = 64 * 1024 * 1024;

/**
 * Parses a multipart request: its fields become the body (JSON values are parsed), its one file goes to disk with its hash. The
 * caller removes the file.
 */
export async function readUpload(
  request: FastifyRequest,
  folder: string,
  name: string,
): Promise<{ body: Record<string, unknown>; upload: Upload }> {
  if (!request.isMultipart()) throw new Refused(malformed);
  await mkdir(folder, { recursive: true });
  const body: Record<string, unknown> = {};
  let upload: Upload | undefined;
  const path = join(folder, name);
  try {
    for await (const piece of request.parts({
      limits: { files: 1, fields: 40, fieldSize: 65_536, fileSize: UPLOAD_CEILING },
    })) {
      if (piece.type === 'field') {
        body[piece.fieldname] = fieldValue(String(piece.value));
        continue;
      }
      const hash = createHash('sha256');
      let bytes = 0;
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          bytes += chunk.length;
          done(null, chunk);
        },
      });
      await pipeline(piece.file, measure, createWriteStream(path, { mode: 0o600 }));
      if (piece.file.truncated) throw new Refused(tooLarge);
      upload = { path, fileName: piece.filename.slice(0, 255), bytes, sha256: hash.digest('hex') };
    }
    if (!upload) throw new Refused(malformed);
    return { body, upload };
  } catch (error) {
    await rm(path, { force: true });
    throw isOfTheParser(error) ? new Refused(malformed) : error;
  }
}

/** The multipart parser throws plain errors without a code for invalid input; our own and system errors have one. */
const isOfTheParser = (error: unknown): boolean =>
  error instanceof Error && Object.getPrototypeOf(error) === Error.prototype && !('code' in error);

/** Structures and booleans are sent as JSON; numbers remain text here, because only the schema can tell an id from a number. */
function fieldValue(raw: string): unknown {
  if (!/^[[{"]|^(true|false|null)$/.test(raw)) return raw;
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}

type Shaped = { readonly shape?: Readonly<Record<string, z.ZodType>> };

/** A form's number is converted if the schema accepts the number and not the text. */
export function figuresRead(schema: z.ZodType, body: Record<string, unknown>): Record<string, unknown> {
  const { shape = {} } = schema as Shaped;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const field = shape[name];
      const isFigure = typeof value === 'string' && /^-?\d{1,15}$/.test(value);
      if (!field || !isFigure || field.safeParse(value).success) return [name, value];
      return [name, field.safeParse(Number(value)).success ? Number(value) : value];
    }),
  );
}
