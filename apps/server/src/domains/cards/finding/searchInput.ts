import { NUMBER_LIST_MAX } from '@cardinal/primitives/list.ts';
import { pastedItems } from '@cardinal/primitives/pastedItems.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';

/** The form of a pasted item; the digits decide, not the words around them. */
export type ItemKind = 'iccid' | 'eid' | 'imsi' | 'imei' | 'number' | 'fragment' | 'taskNo' | 'words';

export const ITEM_WORDS: Readonly<Record<ItemKind, Text>> = {
  iccid: text('ICCID', 'ICCID'),
  eid: text('EID', 'EID'),
  imsi: text('IMSI', 'IMSI'),
  imei: text('IMEI', 'IMEI'),
  number: text('业务号码', 'Business number'),
  fragment: text('号码片段', 'Number fragment'),
  taskNo: text('任务编号', 'Task number'),
  words: text('名称', 'Name'),
};

export type SearchItem = { readonly typed: string; readonly kind: ItemKind };

/** How many items one search takes. */
export const MOST_ITEMS = NUMBER_LIST_MAX;

/** 460 is China's mobile country code; any other fifteen digits are a device. */
const isImsi = (digits: string) => /^460\d{12}$/.test(digits);

export function kindOf(item: string): ItemKind {
  if (/^(?=.*\d)[0-9A-Z]{19,20}$/.test(item) && item.startsWith('89')) return 'iccid';
  if (/^[0-9A-Z]{32}$/.test(item)) return 'eid';
  if (/^\d{15}$/.test(item)) return isImsi(item) ? 'imsi' : 'imei';
  if (/^\d{14}$|^\d{16,17}$/.test(item)) return 'imei';
  if (/^1[3-9]\d{9}$|^1[04]\d{11}$/.test(item)) return 'number';
  if (/^\d{4,64}$/.test(item)) return 'fragment';
  if (/^T[0-9A-Z]{8,13}$/.test(item)) return 'taskNo';
  if (/^(?=.*\d)[0-9A-Z]{4,64}$/.test(item)) return 'fragment';
  return 'words';
}

/** The pasted items without duplicates; `isCut` if there were more than one search takes. */
export function readSearch(typed: string): { items: SearchItem[]; isCut: boolean } {
  const distinct = pastedItems(typed);
  const items = distinct.slice(0, MOST_ITEMS).map((item) => ({ typed: item, kind: kindOf(item) }));
  return { items, isCut: distinct.length > MOST_ITEMS };
}
