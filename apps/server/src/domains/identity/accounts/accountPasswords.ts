import { isCommonPassword } from '@cardinal/primitives/commonPasswords.ts';
import type { Random } from '@cardinal/primitives/random.ts';

/** Without characters easily confused when read aloud or copied from paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ';
const DIGITS = '23456789';
const SYMBOLS = '@#%*+-=?';
const LENGTH = 12;

/** A password for one sign-in, with every kind of character, so that it satisfies the password rules. */
export function makePassword(random: Random): string {
  const pick = (from: string) => from[random.int(from.length)] ?? '';
  const all = LETTERS + DIGITS + SYMBOLS;
  const signs = [pick(LETTERS), pick(DIGITS), pick(SYMBOLS)];
  while (signs.length < LENGTH) signs.push(pick(all));
  for (let at = signs.length - 1; at > 0; at -= 1) {
    const other = random.int(at + 1);
    [signs[at], signs[other]] = [signs[other]!, signs[at]!];
  }
  const made = signs.join('');
  return isCommonPassword(made) ? makePassword(random) : made;
}
