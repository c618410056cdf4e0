import { createHash } from 'node:crypto';
import type { Random } from '@cardinal/primitives/random.ts';
import { base32 } from './totp.ts';

const HOW_MANY = 10;
/** 80 bits: beyond guessing, so that a plain hash of them is enough. */
const BYTES = 10;

/** Codes for one use each, in fours, for paper. */
export const makeRecoveryCodes = (random: Random): string[] =>
  Array.from({ length: HOW_MANY }, () => (base32(random.bytes(BYTES)).match(/.{4}/g) ?? []).join('-'));

/** However it was typed: without spaces and hyphens, in capitals. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

/** What is kept of a recovery code; the account in it makes equal codes of two accounts look different. */
export const recoveryHash = (accountId: string, code: string): string =>
  createHash('sha256')
    .update(`${accountId}:${plainCode(code)}`)
    .digest('base64url');
