import { type Problem, problem, type Rule } from './problem.ts';
import { lengthProblem, STRING_MAX } from './string.ts';
import { filled, type Text, text } from './text.ts';

/** The limit of every list field, … */
export const LIST_MAX = 100;
/** … and of those with ICCIDs and EIDs. */
export const NUMBER_LIST_MAX = 1_000;
/** Cards added to an activity or a plan at once, those of a file included. */
export const ADD_CARDS_MAX = 1_000;

/** The maximum text length of a list while typing: for ICCIDs and for ID card numbers. */
export const ICCID_LIST_CUT = { perItem: 20, total: 21_000 } as const;
export const EID_LIST_CUT = { perItem: 32, total: 34_000 } as const;
export const ID_CARD_LIST_CUT = { perItem: 18, total: 19_000 } as const;

/** An error names at most this many positions and counts the rest. */
const NAMED_POSITIONS = 20;

export type ListOptions = {
  /** Comma by default; a line break is always a delimiter. */
  delimiter?: string;
  /** 1 by default: a list is never empty. */
  min?: number;
  max?: number;
  /** The rule of every item; by default up to 255 characters. */
  item?: Rule<string>;
  /** Refuses repeated items. */
  distinct?: boolean;
};

/**
 * Keeps only letters, digits, commas and line breaks; line breaks become commas and repeated commas one. The Chinese comma
 * counts as a comma. Not for items with other characters (e-mail, order numbers).
 */
export function cleanList(typed: string): string {
  return typed
    .replaceAll('，', ',')
    .replace(/[^A-Za-z0-9,\r\n]/g, '')
    .replace(/[\r\n]/g, ',')
    .replace(/,{2,}/g, ',');
}

/** Cleans and cuts the typed text of a list, per item and in total. */
export function cutList(typed: string, cut: { perItem: number; total: number } = ICCID_LIST_CUT): string {
  return cleanList(typed)
    .split(',')
    .map((item) => item.slice(0, cut.perItem))
    .join(',')
    .slice(0, cut.total);
}

/** The items of a typed list, trimmed, without empty ones. */
export function itemsOf(typed: string, delimiter = ','): string[] {
  return typed
    .replace(/\r\n?|\n/g, delimiter)
    .split(delimiter)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

const emptyList: Problem = problem('列表不能为空', 'The list cannot be empty');
const repeated = text('重复', 'repeated');

/** The rule of an array; errors name the positions of invalid items, counted from 1. */
export function itemsRule(options: ListOptions = {}): Rule<readonly string[]> {
  const { min = 1, max = LIST_MAX, item = shortItem, distinct = false } = options;
  return (items) => {
    if (items.length === 0 && min > 0) return emptyList;
    if (items.length < min) return problem('至少 {min} 项', 'At least {min} {min|item|items}', { min });
    if (items.length > max) {
      return problem('最多 {max} 项，现有 {count} 项', 'At most {max} {max|item|items}; you entered {count}', {
        max,
        count: items.length,
      });
    }
    const bad = new Map<string, { reason: Text; positions: number[] }>();
    const note = (reason: Text, position: number) => {
      const group = bad.get(reason.zh);
      if (group) group.positions.push(position);
      else bad.set(reason.zh, { reason, positions: [position] });
    };
    const seen = new Set<string>();
    items.forEach((value, index) => {
      const found = item(value);
      if (found) note(said(found), index + 1);
      else if (distinct && seen.has(value)) note(repeated, index + 1);
      seen.add(value);
    });
    return bad.size === 0 ? undefined : positionsProblem([...bad.values()]);
  };
}

/** The rule of a typed list. */
export function listRule(options: ListOptions = {}): Rule<string> {
  const rule = itemsRule(options);
  return (typed) => rule(itemsOf(typed, options.delimiter));
}

/** A problem with its facts filled in, for use inside another one. */
export function said(found: Problem): Text {
  return filled(found.text, found.facts);
}

const tooLong: Problem = lengthProblem(0, STRING_MAX);
const shortItem: Rule<string> = (item) => (item.length > STRING_MAX ? tooLong : undefined);

function positionsProblem(groups: readonly { reason: Text; positions: readonly number[] }[]): Problem {
  const named = groups.map(({ reason, positions }) => {
    const shown = positions.slice(0, NAMED_POSITIONS);
    const more = positions.length > shown.length;
    return text(
      `第 ${shown.join('、')} 项${more ? `等 ${positions.length} 项` : ''}：${reason.zh}`,
      `${shown.length > 1 ? 'Items' : 'Item'} ${shown.join(', ')}${more ? ` and ${positions.length - shown.length} more` : ''}: ${reason.en}`,
    );
  });
  const items = text(named.map((one) => one.zh).join('；'), named.map((one) => one.en).join('; '));
  return problem('{items}', '{items}', { items });
}
