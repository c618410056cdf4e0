import { type Problem, problem, type Rule } from './problem.ts';
import { missing } from './string.ts';

const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const LENGTH = 18;

const incorrect: Problem = problem(
  '请输入正确的 18 位统一社会信用代码',
  'Enter a valid unified social credit code of 18 characters',
);

/** The check character that follows the first 17 (GB 32100): weights are the powers of 3, modulo 31. */
export function licenceCheckCharacter(first17: string): string {
  let weight = 1;
  let sum = 0;
  for (const character of first17) {
    sum += CHARACTERS.indexOf(character) * weight;
    weight = (weight * 3) % 31;
  }
  return CHARACTERS.charAt((31 - (sum % 31)) % 31);
}

export const normalLicenceCode = (typed: string): string => typed.trim().toUpperCase();

/** A company's unified social credit code. */
export const licenceCodeRule: Rule<string> = (value) => {
  if (value === '') return missing;
  const code = normalLicenceCode(value);
  const isWritten = code.length === LENGTH && [...code].every((character) => CHARACTERS.includes(character));
  return isWritten && licenceCheckCharacter(code.slice(0, -1)) === code.at(-1) ? undefined : incorrect;
};
