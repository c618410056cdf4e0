import * as z from 'zod';
import { type Problem, problem, type Rule, ruled } from './problem.ts';
import { type Text, text } from './text.ts';

/** The characters of a set, and its name in messages. `class` is used inside a character class. */
const CHARACTER_SETS = {
  upper: { class: 'A-Z', label: text('大写字母', 'capital letters') },
  lower: { class: 'a-z', label: text('小写字母', 'small letters') },
  chinese: { class: '\\p{Script=Han}', label: text('中文', 'Chinese characters') },
  digit: { class: '0-9', label: text('数字', 'digits') },
  word: { class: 'A-Za-z0-9_', label: text('字母、数字、下划线', 'letters, digits, underscores') },
  noSign: { class: '\\p{Script=Han}A-Za-z0-9', label: text('中文、字母、数字', 'Chinese characters, letters, digits') },
  alphanumeric: { class: 'A-Za-z0-9', label: text('字母、数字', 'letters, digits') },
  whitespace: { class: '\\s', label: text('空格', 'spaces') },
} as const satisfies Record<string, { class: string; label: Text }>;
export type CharacterSet = keyof typeof CHARACTER_SETS;

export type StringOptions = {
  /** An empty string passes if false; true by default. */
  required?: boolean;
  /** Minimum length in characters (a character beyond the basic plane counts once); 0 by default. */
  min?: number;
  /** Inclusive maximum length; 255 by default. */
  max?: number;
  /** Characters of any of these are allowed; by default every character. */
  sets?: readonly CharacterSet[];
  /** Single characters allowed beside `sets`. */
  symbols?: string;
};

export const STRING_MAX = 255;

/** «Please enter …». A form inserts its label: `say(found.text, language, { ...found.facts, name: label })`, or by `named`. */
export const missing: Problem = problem('请输入{name}', 'Please enter {name}', { name: text('内容', 'a value') });

/** Replaces `missing` for a field with a choice. */
export const unchosen: Problem = problem('请选择{name}', 'Please select {name}', { name: text('一项', 'one') });

export const edgeSpaces: Problem = problem('首尾不能有空格', 'Cannot start or end with a space');

/** Control characters and lone surrogates, which cannot be stored or displayed. */
export const unprintable: Problem = problem('含有无法保存的字符', 'Contains characters that cannot be stored');

/** Inserts the field's name into a rule's problem. */
export function named<T>(rule: Rule<T>, name: Text): Rule<T> {
  return (value) => {
    const found = rule(value);
    return found && { ...found, facts: { ...found.facts, name } };
  };
}

/** Length in characters, not in UTF-16 units. */
export function lengthOf(value: string): number {
  if (!/[\ud800-\udfff]/.test(value)) return value.length;
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

export function lengthProblem(min: number, max: number): Problem {
  if (min === max) return problem('长度应为 {max} 位', 'Must be {max} {max|character|characters} long', { max });
  if (min <= 0) return problem('最多 {max} 个字符', 'At most {max} {max|character|characters}', { max });
  return problem('长度应为 {min} 到 {max} 位', 'Must be {min} to {max} {max|character|characters} long', { min, max });
}

/** The rule of a string field: present, no space at either end, only of the allowed characters, of the right length. */
export function stringRule(options: StringOptions = {}): Rule<string> {
  const { required = true, min = 0, max = STRING_MAX, sets, symbols = '' } = options;
  const foreign =
    sets && new RegExp(`[^${sets.map((set) => CHARACTER_SETS[set].class).join('')}${escaped(symbols)}]`, 'u');
  const wrongCharacters = sets && onlyProblem(sets, symbols);
  const wrongLength = lengthProblem(min, max);
  return (value) => {
    if (value === '') return required ? missing : undefined;
    // Checks the length first, so that huge inputs are not searched.
    if (value.length > 2 * max) return wrongLength;
    if (value !== value.trim()) return edgeSpaces;
    if (isUnprintable(value)) return unprintable;
    if (foreign?.test(value)) return wrongCharacters;
    const length = lengthOf(value);
    return length < min || length > max ? wrongLength : undefined;
  };
}

/** A schema of the rule that also tells the API document its lengths. */
export function stringSchema(options: StringOptions = {}) {
  const { required = true, min = 0, max = STRING_MAX } = options;
  const minLength = required ? Math.max(min, 1) : 0;
  return z
    .string()
    .check(ruled(stringRule(options)))
    .meta({ minLength, maxLength: max });
}

/** Line breaks and tabs are allowed, since remarks have them. */
export function isUnprintable(value: string): boolean {
  return /[^\P{Cc}\t\n\r]/u.test(value) || !value.isWellFormed();
}

function escaped(symbols: string): string {
  return symbols.replace(/[\\\]^[-]/g, '\\$&');
}

function onlyProblem(sets: readonly CharacterSet[], symbols: string): Problem {
  const labels: Text[] = sets.map((set) => CHARACTER_SETS[set].label);
  const marks = [...symbols].join(' ');
  const allowed = text(
    [...labels.map((label) => label.zh), ...(marks ? [marks] : [])].join('、'),
    [...labels.map((label) => label.en), ...(marks ? [marks] : [])].join(', '),
  );
  return problem('只能输入{allowed}', 'Only {allowed}', { allowed });
}

const business: StringOptions = { sets: ['noSign'], symbols: '-_' };
const coded: StringOptions = { sets: ['alphanumeric'], symbols: '-_' };
const plain: StringOptions = { sets: ['alphanumeric'] };

/** 2 to 30 characters, for products and every other «name 2-30» of the specification. */
export const PRODUCT_NAME_LENGTH = { min: 2, max: 30 } as const;

/** Chinese, letters, digits, - and _. */
export const businessNameRule: Rule<string> = stringRule(business);
export const businessNameSchema = stringSchema(business);

/** Letters, digits, - and _. */
export const businessCodeRule: Rule<string> = stringRule(coded);
export const businessCodeSchema = stringSchema(coded);

/** Letters and digits. */
export const codeRule: Rule<string> = stringRule(plain);
export const codeSchema = stringSchema(plain);

export const productNameRule: Rule<string> = stringRule(PRODUCT_NAME_LENGTH);
export const productNameSchema = stringSchema(PRODUCT_NAME_LENGTH);

/** The four digits of the verification code. */
export const verificationCodeRule: Rule<string> = (value) => {
  if (value === '') return missing;
  return /^\d{4}$/.test(value) ? undefined : problem('请输入 4 位数字验证码', 'Enter the 4-digit verification code');
};
export const verificationCodeSchema = z.string().check(ruled(verificationCodeRule)).meta({ pattern: '^[0-9]{4}$' });
