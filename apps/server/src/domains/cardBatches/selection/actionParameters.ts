import {
  type ActionParameters,
  type ParameterName,
  takenBy,
} from '@cardinal/contract/api/cardBatches/actionParameters.ts';
import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { type FieldProblem, Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import { remarkRule } from '@cardinal/primitives/remark.ts';
import { isText, type Language, say } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Parameters } from '../../tasks/face.ts';
import { batchAction } from './batchAction.ts';

/** A task's parameters as a person may give them again: the platform's own reason becomes one in the reader's language. */
export const parametersIn = (language: Language, given: Parameters): Parameters =>
  isText(given['reason']) ? { ...given, reason: say(given['reason'], language) } : given;

/** The parameters of a task that a person gave, without those the system added. */
export function parametersTaken(action: CardAction, given: Readonly<Record<string, unknown>>): ActionParameters {
  const { required, optional } = takenBy(action);
  return Object.fromEntries([...required, ...optional].flatMap((name) => (name in given ? [[name, given[name]]] : [])));
}

const optionalRemark = remarkRule({ optional: true });

/** Refuses parameters that do not belong to the action, are missing, or break their own rule, each at its field. */
export async function checkParameters(ctx: Ctx, action: CardAction, given: ActionParameters): Promise<void> {
  const problems: FieldProblem[] = [];
  const complain = (name: string, found: Problem) => problems.push({ field: `parameters.${name}`, ...found });
  const { required, optional } = takenBy(action);
  for (const name of required) if (given[name] === undefined) complain(name, problem('必填', 'Required'));
  for (const name of Object.keys(given) as ParameterName[]) {
    if (given[name] !== undefined && !required.includes(name) && !optional.includes(name)) {
      complain(name, problem('该操作不支持此参数', 'This action does not take this parameter'));
    }
  }
  for (const name of ['reason', 'remark'] as const) {
    const found = given[name] === undefined ? undefined : optionalRemark(given[name]);
    if (found) complain(name, found);
  }
  for (const name of ['restartAt', 'servicePeriodEnd'] as const) {
    const at = given[name];
    if (at && new Date(at) <= ctx.clock.now()) complain(name, problem('须为将来的时间', 'Must be in the future'));
  }
  if (problems.length > 0) throw new Refused(invalid, {}, problems);
  await batchAction(ctx, action).check?.(ctx, given);
}
