import { eidsRule } from './eid.ts';
import { emailsRule } from './email.ts';
import { type FileFacts, type FileOptions, fileRule } from './file.ts';
import { iccidsRule } from './iccid.ts';
import { type NumberOptions, numberRule } from './number.ts';
import { phonesRule } from './phone.ts';
import { type Problem, problem, type Rule } from './problem.ts';
import { type Segment, type SegmentOptions, segmentGroupRule } from './segment.ts';
import { named, type StringOptions, stringRule, unchosen } from './string.ts';
import type { Text } from './text.ts';

/** The field kinds of the form builder with their messages; `name` is the field's label. */
type Named = { name: Text };
type Filled<T> = T | null | undefined;

const pleaseEnter = (name: Text): Problem => problem('请输入{name}', 'Please enter {name}', { name });
const pleaseSelect = (name: Text): Problem => ({ ...unchosen, facts: { name } });
const pleaseUpload = (name: Text): Problem => problem('请上传{name}', 'Please upload {name}', { name });

/** An untouched field is undefined; text rules expect the empty text. */
const filled =
  <T extends string | number>(rule: Rule<string | T>): Rule<Filled<T>> =>
  (value) =>
    rule(value ?? '');

/** Chinese, letters and digits. */
export const stringKind = ({ name, ...options }: Named & Omit<StringOptions, 'sets'>): Rule<Filled<string>> =>
  filled(named(stringRule({ ...options, sets: ['noSign'] }), name));

/** A number; empty passes if `notNull` is false. */
export const numberKind = ({
  name,
  notNull = true,
  ...options
}: Named & { notNull?: boolean } & Omit<NumberOptions, 'required'>): Rule<Filled<string | number>> =>
  filled<string | number>(named(numberRule({ ...options, required: notNull }), name));

/** A choice is made: one value, or at least one of several. 0 and false are values. */
export const selectKind =
  ({ name }: Named): Rule<unknown> =>
  (value) =>
    isNothing(value) || (Array.isArray(value) && value.length === 0) ? pleaseSelect(name) : undefined;

/** Any text but an empty one. */
export const stringNotNullKind =
  ({ name }: Named): Rule<Filled<string>> =>
  (value) =>
    isNothing(value) || value?.trim() === '' ? pleaseEnter(name) : undefined;

/** Rows of number segments. */
export const groupKind = (options: SegmentOptions & { maxRows?: number } = {}): Rule<Filled<readonly Segment[]>> =>
  orNone(segmentGroupRule(options));

/** Up to 1,000 ICCIDs of 19 to 20 characters. */
export const iccidsKind = (): Rule<Filled<readonly string[]>> => orNone(iccidsRule);
/** Up to 1,000 EIDs of 14 to 64 characters. */
export const eidsKind = (): Rule<Filled<readonly string[]>> => orNone(eidsRule);
/** Up to 100 mobile numbers. */
export const phonesKind = (): Rule<Filled<readonly string[]>> => orNone(phonesRule);
/** Up to 100 e-mail addresses. */
export const emailsKind = (): Rule<Filled<readonly string[]>> => orNone(emailsRule);

/** At least `min` items (default 1) and at most `max`, which has its own message. */
export function arrayKind(
  options: Named & { min?: number; max?: number; maxMessage?: Text },
): Rule<Filled<readonly unknown[]>> {
  const { name, min = 1, max = Number.POSITIVE_INFINITY } = options;
  const facts = { name, min, max };
  const tooFew = problem('{name}至少 {min} 项', '{name}: at least {min}', facts);
  const tooMany: Problem = options.maxMessage
    ? { text: options.maxMessage, facts }
    : problem('{name}最多 {max} 项', '{name}: at most {max}', facts);
  return (items) => {
    const count = items?.length ?? 0;
    if (count === 0 && min > 0) return pleaseSelect(name);
    return count < min ? tooFew : count > max ? tooMany : undefined;
  };
}

/** At least one file, every one of the right type and size. */
export function fileKind({ name, ...options }: Named & FileOptions): Rule<Filled<FileFacts | readonly FileFacts[]>> {
  const rule = fileRule(options);
  return (value) => {
    const files = value ? [value].flat() : [];
    if (files.length === 0) return pleaseUpload(name);
    for (const file of files) {
      const found = rule(file);
      if (found) return found;
    }
    return undefined;
  };
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

const orNone =
  <T>(rule: Rule<readonly T[]>): Rule<Filled<readonly T[]>> =>
  (items) =>
    rule(items ?? []);
