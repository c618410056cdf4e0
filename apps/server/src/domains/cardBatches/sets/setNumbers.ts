import { hasRightEidCheckDigits } from '@cardinal/primitives/eid.ts';
import { hasRightCheckDigit, iccidOfFile, withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { type CellFlawKind, flawAt, type SheetRow } from '../../../sheets/sheetRow.ts';
import { kindOf } from '../../cards/face.ts';

/** Number kinds with the same form are searched in the same card columns: an IMSI has the same form as an IMEI. */
export const NUMBER_KINDS = { iccid: 1, number: 2, device: 3, eid: 4 } as const;
export type NumberKind = (typeof NUMBER_KINDS)[keyof typeof NUMBER_KINDS];

/** A normalised cell of a file. */
export type GivenNumber = {
  readonly typed: string;
  readonly kind: NumberKind | null;
  readonly value: string | null;
  /** An ICCID with its check digit if given without, and without it if given with. */
  readonly other: string | null;
  /** Its check digits are wrong; reported only if no card has this number. */
  readonly isSuspect: boolean;
  readonly fault: 'notNumber' | CellFlawKind | null;
};

/** Longer than any number; also the length at which the report cuts it. */
const LONGEST = 64;
/** Fewer digits are serial numbers, sizes and prices. */
const SHORTEST = 7;

/** Removes grouping and a country code, and converts to capitals. */
function normal(cell: string): string {
  const bare = iccidOfFile(cell);
  if (!/^\+?[\d\s-]+$/.test(bare) || /^\d{4}-\d\d-\d\d/.test(bare)) return bare;
  return bare.replace(/[\s-]/g, '').replace(/^\+(86(?=1\d{10}$|1\d{12}$))?/, '');
}

function classOf(value: string): NumberKind | undefined {
  switch (kindOf(value)) {
    case 'iccid':
      return NUMBER_KINDS.iccid;
    case 'eid':
      return NUMBER_KINDS.eid;
    case 'imsi':
    case 'imei':
      return NUMBER_KINDS.device;
    case 'number':
      return NUMBER_KINDS.number;
    case 'fragment':
      return new RegExp(`^\\d{${SHORTEST},20}$`).test(value) ? NUMBER_KINDS.number : undefined;
    default:
      return undefined;
  }
}

const otherSpelling = (iccid: string): string | null => {
  if (/^\d{20}$/.test(iccid)) return iccid.slice(0, 19);
  return /^\d{19}$/.test(iccid) ? withCheckDigit(iccid) : null;
};

/** Recognises the number in a cell by its form alone; undefined if the cell holds none. */
export function readNumber(cell: string): GivenNumber | undefined {
  const value = normal(cell);
  const kind = classOf(value);
  if (!kind) return undefined;
  const isWrong =
    (kind === 1 ? hasRightCheckDigit(value) : kind === 4 ? hasRightEidCheckDigits(value) : true) === false;
  const other = kind === NUMBER_KINDS.iccid && !isWrong ? otherSpelling(value) : null;
  return { typed: cell.slice(0, LONGEST), kind, value, other, isSuspect: isWrong, fault: null };
}

const faulty = (typed: string, fault: NonNullable<GivenNumber['fault']>): GivenNumber => ({
  typed: typed.slice(0, LONGEST),
  kind: null,
  value: null,
  other: null,
  isSuspect: false,
  fault,
});

const TITLE = /iccid|eid|imsi|imei|msisdn|卡号|号码|映射号|\b(card|phone|mobile|number|sim)/i;

/** The columns whose heading names a number; without such a heading every column may hold one. */
export function titledColumns(row: SheetRow): ReadonlySet<number> | undefined {
  if (row.cells.some((cell) => readNumber(cell))) return undefined;
  const found = row.cells.flatMap((cell, at) => (TITLE.test(cell) ? [at] : []));
  return found.length > 0 ? new Set(found) : undefined;
}

/** Every number of a row; a non-empty row without any is reported by its first cell. */
export function numbersOf(row: SheetRow, columns: ReadonlySet<number> | undefined): GivenNumber[] {
  const taken = row.cells.flatMap((cell, at) => {
    if (columns && !columns.has(at)) return [];
    const flaw = flawAt(row, at);
    if (flaw) return [faulty(cell, flaw.kind)];
    return cell === '' ? [] : [readNumber(cell) ?? faulty(cell, 'notNumber')];
  });
  const numbers = taken.filter((each) => each.kind !== null || each.fault === 'damagedNumber');
  return numbers.length > 0 ? numbers : taken.slice(0, 1);
}
