import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@cardinal/testing/database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BrokenSeal, checkSecretsKey, secretsFrom, UnknownSecretsKey, WrongSecretsKey } from './secrets.ts';
import { storedSecretsKey } from './secretsKey.ts';

const newKey = () => randomBytes(32).toString('base64url');

describe('sealing', () => {
  const secrets = secretsFrom(newKey());
  const sealed = secrets.seal('口令 s3cret', 'carriers.account:17:password');

  test('opens where it was sealed for, and only there', () => {
    expect(secrets.open(sealed, 'carriers.account:17:password')).toBe('口令 s3cret');
    expect(() => secrets.open(sealed, 'carriers.account:18:password')).toThrow(BrokenSeal);
  });

  test('the same words never look the same twice', () => {
    expect(secrets.seal('a', 'p')).not.toBe(secrets.seal('a', 'p'));
  });

  test('no altered byte goes unnoticed', () => {
    const [form, id, body] = sealed.split('.') as [string, string, string];
    const bytes = Buffer.from(body, 'base64url');
    for (let index = 0; index < bytes.length; index++) {
      const altered = Buffer.from(bytes);
      altered[index]! ^= 1;
      const forged = `${form}.${id}.${altered.toString('base64url')}`;
      expect(() => secrets.open(forged, 'carriers.account:17:password')).toThrow(BrokenSeal);
    }
  });

  test.each(['', 'v1', 'v1..', 'v2.a.b', 'plain text'])('%j is no sealed value', (value) => {
    expect(() => secrets.open(value, 'p')).toThrow(BrokenSeal);
  });

  test('another key is told apart from a broken value', () => {
    expect(() => secretsFrom(newKey()).open(sealed, 'carriers.account:17:password')).toThrow(UnknownSecretsKey);
  });

  test('a new first key opens what the older ones sealed and knows it is stale', () => {
    const [older, newer] = [newKey(), newKey()];
    const value = secretsFrom(older).seal('x', 'p');
    const rotated = secretsFrom(`${newer},${older}`);
    expect(rotated.open(value, 'p')).toBe('x');
    expect(rotated.isStale(value)).toBe(true);
    expect(rotated.isStale(rotated.seal('x', 'p'))).toBe(false);
  });
});

describe('the canary', () => {
  let own: TestDatabase<Record<string, never>>;
  beforeAll(async () => {
    own = await testDatabase();
  });
  afterAll(() => own.close());

  test('the first key becomes the key of the database; another is refused by name; rotation is allowed', async () => {
    const { pool } = own.database;
    const [first, second] = [newKey(), newKey()];
    await checkSecretsKey(pool, secretsFrom(first));
    await checkSecretsKey(pool, secretsFrom(first));
    await expect(checkSecretsKey(pool, secretsFrom(second))).rejects.toThrow(WrongSecretsKey);
    await expect(checkSecretsKey(pool, secretsFrom(second))).rejects.toThrow(/SECRETS_KEY/);
    await checkSecretsKey(pool, secretsFrom(`${second},${first}`));
    await checkSecretsKey(pool, secretsFrom(second));
  });

  test('of two first starts with different keys one is refused', async () => {
    const another = await testDatabase();
    const { pool } = another.database;
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => checkSecretsKey(pool, secretsFrom(newKey()))));
    await another.close();
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });
});

test('the key kept in the data directory is private, and the same for all who ask first', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cardinal-key-'));
  const dataDirectory = join(directory, 'data');
  const keys = await Promise.all([1, 2, 3, 4, 5].map(() => storedSecretsKey(dataDirectory)));
  expect(new Set(keys).size).toBe(1);
  expect((await stat(join(dataDirectory, 'secrets.key'))).mode & 0o777).toBe(0o600);
  expect(secretsFrom(keys[0]!).keyId).toMatch(/^[0-9a-f]{12}$/);
  await rm(directory, { recursive: true });
});
