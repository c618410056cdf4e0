import * as z from 'zod';
import { type Problem, problem, type Rule, ruled } from './problem.ts';
import { missing } from './string.ts';

export const IPV4_LENGTH = 15;

const notAnAddress: Problem = problem('IP 地址格式不正确', 'Invalid IPv4 address');

/**
 * Four numbers of 0 to 255, at most 15 characters. A leading zero is refused: some programs read it as octal, which makes the
 * text ambiguous.
 */
export const ipv4Rule: Rule<string> = (value) => {
  if (value === '') return missing;
  if (value.length > IPV4_LENGTH) return notAnAddress;
  const segments = value.split('.');
  return segments.length === 4 && segments.every((one) => /^(0|[1-9]\d{0,2})$/.test(one) && Number(one) <= 255)
    ? undefined
    : notAnAddress;
};

export const ipv4Schema = z.string().check(ruled(ipv4Rule)).meta({ format: 'ipv4', maxLength: IPV4_LENGTH });
