import { createHash } from 'node:crypto';
import type { Random } from '@cardinal/primitives/random.ts';
import { base32 } from './totp.ts';

const HOW_MANY = 10;
/** 80 bits: impossible to guess, so that a plain hash is enough. */
const BYTES = 10;

/** Single-use codes in groups of four, for printing. */
export const makeRecoveryCodes = (random: Random): string[] =>
  Array.from({ length: HOW_MANY }, () => (base32(random.bytes(BYTES)).match(/.{4}/g) ?? []).join('-'));

/** Normalised input: without spaces and hyphens, in capitals. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

/** The stored form of a recovery code; it includes the account, so that equal codes of two accounts differ. */
export const recoveryHash = (accountId: string, code: string): string =>
  createHash('sha256')
    .update(`${accountId}:${plainCode(code)}`)
    .digest('base64url');
