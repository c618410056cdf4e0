import { eidRule } from './eid.ts';
import { internationalIccidRule, normalIccid } from './iccid.ts';
import { imeiRule } from './imei.ts';
import { cleanList, itemsOf, itemsRule, LIST_MAX, type ListOptions, NUMBER_LIST_MAX } from './list.ts';
import { type Problem, problem, type Rule } from './problem.ts';

const notAnImsi: Problem = problem('IMSI 应为 14 或 15 位数字', 'IMSI must be 14 or 15 digits');
const imsiRule: Rule<string> = (value) => (/^\d{14,15}$/.test(value) ? undefined : notAnImsi);

/** By the numbers of the contract's `IdentifierType`. Business and mapping numbers differ by carrier. */
const KINDS: Readonly<Record<number, ListOptions>> = {
  1: { max: NUMBER_LIST_MAX, item: internationalIccidRule },
  4: { max: LIST_MAX, item: imeiRule },
  5: { max: LIST_MAX, item: imsiRule },
  6: { max: NUMBER_LIST_MAX, item: eidRule },
};
const ANY: ListOptions = { max: LIST_MAX };

/** The maximum of numbers of a kind in one list. */
export const mostIdentifiers = (kind: number): number => (KINDS[kind] ?? ANY).max ?? LIST_MAX;

/** The normalised numbers of a pasted list, including repeats, since errors name their position. */
export const identifiersOf = (typed: string): string[] => itemsOf(cleanList(typed)).map(normalIccid);

/** The rule of a pasted list of one kind of number, as it was typed. */
export const identifierListRule = (kind: number): Rule<string> => {
  const rule = itemsRule(KINDS[kind] ?? ANY);
  return (typed) => rule(identifiersOf(typed));
};
