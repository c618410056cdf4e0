import { type Problem, problem, problemOf } from '@cardinal/primitives/problem.ts';
import type * as z from 'zod';
import type { FieldProblem } from './refusal.ts';

type Issue = z.core.$ZodIssue;

/** A zod issue as a readable message; our own rules bring theirs. */
export function problemOfIssue(issue: Issue): Problem {
  const own = problemOf(issue as { code?: string; params?: unknown });
  if (own) return own;
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? problem('必填', 'Required')
        : problem('类型不正确', 'Wrong type');
    case 'unrecognized_keys':
      return problem('不支持的参数：{keys}', 'Unknown parameter: {keys}', {
        keys: issue.keys.join(', ').slice(0, 100),
      });
    case 'too_small':
      return issue.origin === 'string'
        ? problem('至少 {min} 个字符', 'At least {min} {min|character|characters}', { min: Number(issue.minimum) })
        : issue.origin === 'array'
          ? problem('至少 {min} 项', 'At least {min} {min|item|items}', { min: Number(issue.minimum) })
          : problem('不能小于 {min}', 'Must be at least {min}', { min: Number(issue.minimum) });
    case 'too_big':
      return issue.origin === 'string'
        ? problem('最多 {max} 个字符', 'At most {max} {max|character|characters}', { max: Number(issue.maximum) })
        : issue.origin === 'array'
          ? problem('最多 {max} 项', 'At most {max} {max|item|items}', { max: Number(issue.maximum) })
          : problem('不能大于 {max}', 'Must be at most {max}', { max: Number(issue.maximum) });
    case 'invalid_value':
      return problem('不是可选的值', 'Not an allowed value');
    default:
      return problem('格式不正确', 'Invalid format');
  }
}

/** All errors of a failed parse with their path (`lines.2.iccid`); unknown keys are reported at the key itself. */
export function fieldProblems(error: z.ZodError): FieldProblem[] {
  return error.issues.flatMap((issue) => {
    const found = problemOfIssue(issue);
    const at = issue.path.join('.');
    const fields =
      issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 20).map((key) => (at ? `${at}.${key}` : key)) : [at];
    return fields.map((field) => ({ field, text: found.text, ...(found.facts ? { facts: found.facts } : {}) }));
  });
}
