import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Printed in the documentation, therefore public: refused in production. */
export const EXAMPLE_SECRETS_KEY = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8';

const KEY_BYTES = 32;
/** With fewer distinct bytes the «random» key was typed by hand; for 32 random bytes the chance is below 1 in 10^40. */
const LEAST_DISTINCT_BYTES = 12;

function parseKey(word: string): Buffer | undefined {
  const key = /^[0-9a-f]{64}$/i.test(word)
    ? Buffer.from(word, 'hex')
    : /^[A-Za-z0-9+/_-]{43}=?$/.test(word)
      ? Buffer.from(word, 'base64')
      : undefined;
  if (key?.length !== KEY_BYTES || new Set(key).size < LEAST_DISTINCT_BYTES) return undefined;
  return key;
}

/** The keys of SECRETS_KEY, the encrypting one first; undefined if any is not 32 plausible random bytes. */
export function parseSecretsKeys(value: string): readonly [Buffer, ...Buffer[]] | undefined {
  const keys = value.split(',').map((word) => parseKey(word.trim()));
  return keys.every((key) => key !== undefined) ? (keys as [Buffer, ...Buffer[]]) : undefined;
}

const keyFile = (dataDirectory: string) => join(dataDirectory, 'secrets.key');

/** The key stored in the data directory, if any. */
export async function readStoredSecretsKey(dataDirectory: string): Promise<string | undefined> {
  try {
    return (await readFile(keyFile(dataDirectory), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The key stored in the data directory, created on first use. Two processes starting at once agree on one: the file appears
 * complete or not at all.
 */
export async function storedSecretsKey(dataDirectory: string): Promise<string> {
  const file = keyFile(dataDirectory);
  const existing = await readStoredSecretsKey(dataDirectory);
  if (existing !== undefined) {
    await chmod(file, 0o600);
    return existing;
  }
  await mkdir(dataDirectory, { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}.new`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(randomBytes(KEY_BYTES).toString('base64url') + '\n');
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  return (await readFile(file, 'utf8')).trim();
}
