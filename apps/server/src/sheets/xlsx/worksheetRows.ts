import { type CellContent, dateContent, numberContent, stringContent } from '../cellText.ts';
import type { SheetLimits } from '../sheetLimits.ts';
import { refusal } from '../sheetRefusal.ts';
import { RowAssembly, type SheetRow } from '../sheetRow.ts';
import { type SharedStrings, withoutEscapes } from './sharedStrings.ts';
import { xmlEvents } from './xmlEvents.ts';
import type { XmlAttributes, XmlHandlers } from './xmlScanner.ts';

/** What a sheet's cells refer to elsewhere in the workbook. */
export type CellContext = {
  readonly sharedStrings: SharedStrings;
  readonly dateStyles: ReadonlySet<number>;
  readonly date1904: boolean;
};

const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;

/** The rows of a worksheet part, grouped by the chunk they came in: no more is held in memory. */
export async function* worksheetRows(
  part: string,
  bytes: AsyncIterable<Buffer>,
  context: CellContext,
  limits: SheetLimits,
): AsyncGenerator<readonly SheetRow[], void, undefined> {
  const ready: SheetRow[] = [];
  const parsing = new WorksheetParsing(part, context, limits, ready);
  for await (const _turn of xmlEvents(part, bytes, parsing, limits)) {
    yield ready;
    ready.length = 0;
  }
  if (!parsing.isWorksheet) throw refusal('noSheet');
}

class WorksheetParsing implements XmlHandlers {
  isWorksheet = false;
  private readonly part: string;
  private readonly context: CellContext;
  private readonly limits: SheetLimits;
  private readonly ready: SheetRow[];
  private readonly assembly: RowAssembly;
  private inData = false;
  private rowNumber = 0;
  private column = -1;
  private inCell = false;
  private type = '';
  private style = '';
  private value = '';
  private hasValue = false;
  private hasFormula = false;
  private inValue = false;
  private inHint = false;

  constructor(part: string, context: CellContext, limits: SheetLimits, ready: SheetRow[]) {
    this.part = part;
    this.context = context;
    this.limits = limits;
    this.ready = ready;
    this.assembly = new RowAssembly(limits);
  }

  open(name: string, attributes: XmlAttributes): void {
    if (!this.inData) {
      if (name === 'worksheet') this.isWorksheet = true;
      else if (name === 'sheetData') this.inData = true;
      return;
    }
    if (name === 'c') this.openCell(attributes);
    else if (name === 'row') this.openRow(attributes.get('r'));
    else if (name === 'rPh') this.inHint = true;
    else if (name === 'f') this.hasFormula = this.inCell;
    else if (name === 'v' || name === 't') {
      this.inValue = this.inCell && !this.inHint;
      this.hasValue ||= this.inValue;
    }
  }

  text(words: string): void {
    if (!this.inValue) return;
    this.value = this.value === '' ? words : this.value + words;
    // Escapes make a text up to seven times longer.
    if (this.value.length > this.limits.cellLength * 8) this.tooLong();
  }

  close(name: string): void {
    if (!this.inData) return;
    if (name === 'v' || name === 't') this.inValue = false;
    else if (name === 'c') this.closeCell();
    else if (name === 'row') {
      const row = this.assembly.end();
      if (row) this.ready.push(row);
    } else if (name === 'rPh') this.inHint = false;
    else if (name === 'sheetData') this.inData = false;
  }

  private openRow(reference: string | undefined): void {
    const rowNumber = reference === undefined ? this.rowNumber + 1 : Number(reference);
    if (!Number.isInteger(rowNumber) || rowNumber <= this.rowNumber || rowNumber > LAST_ROW) this.damaged();
    this.rowNumber = rowNumber;
    this.column = -1;
    this.assembly.begin(rowNumber);
  }

  private openCell(attributes: XmlAttributes): void {
    const reference = attributes.get('r');
    const column = reference === undefined ? this.column + 1 : columnOf(reference);
    if (this.inCell || this.rowNumber === 0 || column <= this.column || column >= LAST_COLUMN) this.damaged();
    this.column = column;
    this.inCell = true;
    this.type = attributes.get('t') ?? 'n';
    this.style = attributes.get('s') ?? '';
    this.value = '';
    this.hasValue = false;
    this.hasFormula = false;
  }

  private closeCell(): void {
    this.inCell = false;
    if (!this.hasValue) {
      if (this.hasFormula) this.assembly.put(this.column, '', 'formulaWithoutResult');
      return;
    }
    if (this.type === 'e') {
      this.assembly.put(this.column, this.value, 'errorValue');
      return;
    }
    const content = this.content();
    this.assembly.put(this.column, content.text, content.flaw);
  }

  private content(): CellContent {
    switch (this.type) {
      case 's': {
        const found = /^\d+$/.test(this.value) ? this.context.sharedStrings.at(Number(this.value)) : undefined;
        if (found === undefined) this.damaged();
        return stringContent(found);
      }
      case 'inlineStr':
      case 'str':
        return stringContent(detached(withoutEscapes(this.value)));
      case 'b':
        return { text: this.value === '1' || this.value === 'true' ? 'TRUE' : 'FALSE' };
      case 'd':
        return { text: detached(this.value) };
      default:
        if (this.style !== '' && this.context.dateStyles.has(Number(this.style))) {
          return dateContent(this.value, this.context.date1904);
        }
        return numberContent(detached(this.value));
    }
  }

  private tooLong(): never {
    throw refusal('cellTooLong', {
      row: this.rowNumber,
      column: this.column + 1,
      limit: this.limits.cellLength,
    });
  }

  private damaged(): never {
    throw refusal('damaged', { part: `${this.part} ${this.rowNumber}` });
  }
}

/** BC12 → 54. Anything that is no reference has no column and sorts before all. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length && at < 4; at += 1) {
    const letter = reference.charCodeAt(at) & ~0x20;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return column - 1;
}

/**
 * A text cut from a chunk of XML keeps the whole chunk alive as long as it is referenced; collecting half a million numbers
 * would keep the sheet in memory. V8 copies short texts anyway.
 */
function detached(value: string): string {
  return value.length < 13 ? value : ` ${value}`.slice(1);
}
