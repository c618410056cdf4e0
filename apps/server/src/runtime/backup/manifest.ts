import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

/** Version of the format on disk; a reader refuses unknown versions. */
export const BACKUP_FORM = 1;
export const MANIFEST_FILE = 'backup.json';
export const TABLES_FOLDER = 'tables';
export const FILES_FOLDER = 'files';

const storedFile = z.object({ path: z.string(), bytes: z.number(), sha256: z.string() });

const manifest = z.object({
  form: z.literal(BACKUP_FORM),
  takenAt: z.iso.datetime(),
  serverVersion: z.string(),
  /** Which keys decrypt its secrets; the keys themselves are never part of a backup. */
  secretKeyIds: z.array(z.string()),
  migrations: z.array(z.object({ number: z.number(), name: z.string(), checksum: z.string() })),
  /** Version of the job queue's own schema, if it existed. */
  jobSchemaVersion: z.number().optional(),
  /** Partitions made by the program after the migrations, parents first. */
  partitions: z.array(z.object({ name: z.string(), parent: z.string(), bound: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number(), data: storedFile })),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  files: z.array(storedFile),
});

export type BackupManifest = z.output<typeof manifest>;
export type StoredFile = z.output<typeof storedFile>;

/** The directory is no backup, is damaged, or does not match its target. Nothing was changed. */
export class BackupRefused extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'BackupRefused';
  }
}

export async function readManifest(directory: string): Promise<BackupManifest> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(join(directory, MANIFEST_FILE), 'utf8'));
  } catch (error) {
    throw new BackupRefused(`${directory} holds no complete backup: ${MANIFEST_FILE} cannot be read`, error);
  }
  const parsed = manifest.safeParse(content);
  if (!parsed.success) {
    throw new BackupRefused(`${directory} is not a backup this version can read: ${z.prettifyError(parsed.error)}`);
  }
  return parsed.data;
}
