import { eidRule } from './eid.ts';
import { internationalIccidRule, normalIccid } from './iccid.ts';
import { imeiRule } from './imei.ts';
import { cleanList, itemsOf, itemsRule, LIST_MAX, type ListOptions, NUMBER_LIST_MAX } from './list.ts';
import { pastedItems } from './pastedItems.ts';
import { type Problem, problem, type Rule } from './problem.ts';

const notAnImsi: Problem = problem('IMSI 应为 14 或 15 位数字', 'IMSI must be 14 or 15 digits');
const imsiRule: Rule<string> = (value) => (/^\d{14,15}$/.test(value) ? undefined : notAnImsi);

const notANumber: Problem = problem('不是号码', 'Not a number');
/** A whole number of any kind: letters and digits, at least four of them, one a digit. */
const anyNumberRule: Rule<string> = (value) => (/^(?=.*\d)[0-9A-Z]{4,64}$/.test(value) ? undefined : notANumber);

/** Numbers of any kinds together. */
const ANY_KIND = 0;

/** By the numbers of the contract's `IdentifierType`. Business and mapping numbers differ by carrier. */
const KINDS: Readonly<Record<number, ListOptions>> = {
  [ANY_KIND]: { max: NUMBER_LIST_MAX, item: anyNumberRule },
  1: { max: NUMBER_LIST_MAX, item: internationalIccidRule },
  4: { max: LIST_MAX, item: imeiRule },
  5: { max: LIST_MAX, item: imsiRule },
  6: { max: NUMBER_LIST_MAX, item: eidRule },
};
const ANY: ListOptions = { max: LIST_MAX };

/** The maximum of numbers of a kind in one list. */
export const mostIdentifiers = (kind: number): number => (KINDS[kind] ?? ANY).max ?? LIST_MAX;

/** The normalised numbers of a pasted list; of one kind including repeats, since errors name their position. */
export const identifiersOf = (typed: string, kind?: number): string[] =>
  kind === ANY_KIND ? pastedItems(typed) : itemsOf(cleanList(typed)).map(normalIccid);

/** The rule of a pasted list of a kind of number, as it was typed. */
export const identifierListRule = (kind: number): Rule<string> => {
  const rule = itemsRule(KINDS[kind] ?? ANY);
  return (typed) => rule(identifiersOf(typed, kind));
};
