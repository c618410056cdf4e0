import { problem } from '@cardinal/primitives/problem.ts';
import type { FieldProblem } from '../framework/refusal.ts';

/**
 * `{iccid}`, `{credential.appId}`; `{apn?}` omits the whole entry without an apn; an entry that is only `{page:number}`,
 * `{isOn:flag}` or `{iccids:list}` becomes a number, a boolean or a list.
 */
const PLACE = /\{([a-zA-Z0-9]+(?:\.[a-zA-Z0-9]+)?)(\?)?(?::(number|flag|list))?\}/g;

export type TemplatePart = {
  readonly name: string;
  readonly isOptional: boolean;
  readonly form: 'number' | 'flag' | 'list' | undefined;
  /** Its position in the template. */
  readonly from: number;
  readonly to: number;
};

/** The placeholders of a template, in order. */
export const partsOf = (template: string): TemplatePart[] =>
  [...template.matchAll(PLACE)].map((found) => ({
    name: found[1] ?? '',
    isOptional: found[2] !== undefined,
    form: found[3] as TemplatePart['form'],
    from: found.index,
    to: found.index + found[0].length,
  }));

/** The errors of a template: an invalid brace, an unknown name, a typed placeholder that is not alone. */
export function templateProblems(field: string, template: string, names: ReadonlySet<string>): FieldProblem[] {
  const at = (found: ReturnType<typeof problem>): FieldProblem => ({ field, ...found });
  const parts = partsOf(template);
  const rest = parts.reduceRight((left, { from, to }) => left.slice(0, from) + left.slice(to), template);
  const found: FieldProblem[] = [];
  if (/[{}]/.test(rest)) found.push(at(problem('括号未写成占位符', 'Brace is not a placeholder')));
  for (const { name, form } of parts) {
    if (!names.has(name)) {
      const offered = [...names].join(', ');
      found.push(
        at(
          problem('没有名为 {name} 的值；可用：{offered}', 'No value named {name}; available: {offered}', {
            name,
            offered,
          }),
        ),
      );
    }
    if (form && (parts.length !== 1 || rest !== '')) {
      found.push(at(problem('{name} 须单独成值', '{name} must be the whole value', { name })));
    }
  }
  return found;
}

/** Every text in a JSON value with its path, without object keys. */
export function textsOf(value: unknown, place: string): { readonly place: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ place, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => textsOf(each, `${place}.${name}`));
}
