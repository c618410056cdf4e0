import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { parseSecretsKeys } from './secretsKey.ts';

const FORM = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CANARY = 'cardinal';
const CANARY_PLACE = 'runtime.secret_canary';

/** Encrypted with a key this process does not have: SECRETS_KEY has changed since the value was stored. */
export class UnknownSecretsKey extends Error {
  readonly keyId: string;

  constructor(keyId: string) {
    super(`sealed with key ${keyId}, which SECRETS_KEY does not contain`);
    this.name = 'UnknownSecretsKey';
    this.keyId = keyId;
  }
}

/** The bytes were altered, or the value was moved from the place it was encrypted for. */
export class BrokenSeal extends Error {
  constructor() {
    super('the sealed value does not fit its key and place');
    this.name = 'BrokenSeal';
  }
}

/** The database holds secrets of a different SECRETS_KEY. */
export class WrongSecretsKey extends Error {
  constructor(expected: readonly string[], given: string) {
    super(
      `SECRETS_KEY: this database was sealed with key ${expected.join(' or ')}, the key given is ${given}. ` +
        'Start with the key of this database (数据库由另一把密钥加密，请使用原来的 SECRETS_KEY 启动).',
    );
    this.name = 'WrongSecretsKey';
  }
}

export type Secrets = {
  /** Identifies the encryption key without revealing it. */
  readonly keyId: string;
  /**
   * @param place where the value will stand, such as `carriers.account:17:password`; opening asks for the same
   * words, so a sealed value copied into another row does not open there.
   */
  seal(plain: string, place: string): string;
  /** Throws UnknownSecretsKey or BrokenSeal; never returns garbage. */
  open(sealed: string, place: string): string;
  /** True if the value was encrypted with an older key and should be encrypted again. */
  isStale(sealed: string): boolean;
};

const identify = (key: Buffer): string =>
  createHash('sha256').update('cardinal key id').update(key).digest('hex').slice(0, 12);

/** AES-256-GCM with key id and associated data. Several keys separated by commas: the first encrypts, all decrypt. */
export function secretsFrom(secretsKey: string): Secrets {
  const keys = parseSecretsKeys(secretsKey);
  if (!keys) throw new Error('SECRETS_KEY is not 32 random bytes in base64 or hex');
  const byId = new Map(keys.map((key) => [identify(key), key]));
  const sealing = keys[0];
  const keyId = identify(sealing);
  const bind = (id: string, place: string) => Buffer.from(`${FORM}\0${id}\0${place}`);

  return {
    keyId,
    seal(plain, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(bind(keyId, place));
      const body = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${FORM}.${keyId}.${body.toString('base64url')}`;
    },
    open(sealed, place) {
      const [form, id, encoded, more] = sealed.split('.');
      if (form !== FORM || !id || !encoded || more !== undefined) throw new BrokenSeal();
      const key = byId.get(id);
      if (!key) throw new UnknownSecretsKey(id);
      const body = Buffer.from(encoded, 'base64url');
      if (body.length < NONCE_BYTES + TAG_BYTES || body.toString('base64url') !== encoded) throw new BrokenSeal();
      const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(bind(id, place));
      decipher.setAuthTag(body.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString();
      } catch {
        throw new BrokenSeal();
      }
    },
    isStale: (sealed) => sealed.split('.')[1] !== keyId,
  };
}

/**
 * Verifies at start that SECRETS_KEY is the key of this database, by an encrypted canary written at the first start. A new
 * first key is accepted if an older one in the list still decrypts a canary (rotation).
 */
export async function checkSecretsKey(pool: Pool, secrets: Secrets): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // Of two processes that start on a new database with different keys, the second must be refused.
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [CANARY_PLACE]);
    await compareCanaries(client, secrets);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function compareCanaries(client: ClientBase, secrets: Secrets): Promise<void> {
  const place = (keyId: string) => `${CANARY_PLACE}:${keyId}`;
  const { rows } = await client.query<{ key_id: string; sealed: string }>(
    'SELECT key_id, sealed FROM runtime.secret_canary',
  );
  const opens = rows.some((row) => {
    try {
      return secrets.open(row.sealed, place(row.key_id)) === CANARY;
    } catch (error) {
      if (error instanceof UnknownSecretsKey || error instanceof BrokenSeal) return false;
      throw error;
    }
  });
  if (rows.length > 0 && !opens) {
    throw new WrongSecretsKey(
      rows.map((row) => row.key_id),
      secrets.keyId,
    );
  }
  if (rows.some((row) => row.key_id === secrets.keyId)) return;
  await client.query('INSERT INTO runtime.secret_canary (key_id, sealed) VALUES ($1, $2)', [
    secrets.keyId,
    secrets.seal(CANARY, place(secrets.keyId)),
  ]);
}
