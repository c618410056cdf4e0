import { isDateFormat, isDateFormatId } from '../cellText.ts';
import type { SheetLimits } from '../sheetLimits.ts';
import { refusal } from '../sheetRefusal.ts';
import { readXml } from './xmlEvents.ts';

const MOST_STYLES = 65_536;
const MOST_FORMAT_LENGTH = 1_024;

/** The cell styles of a workbook that show a date or time, by index. */
export async function readDateStyles(
  part: string,
  bytes: AsyncIterable<Buffer>,
  limits: SheetLimits,
): Promise<ReadonlySet<number>> {
  const formats = new Map<number, string>();
  const styles: number[] = [];
  let inCellStyles = false;
  await readXml(
    part,
    bytes,
    {
      open(name, attributes) {
        if (name === 'cellXfs') inCellStyles = true;
        else if (name === 'numFmt') {
          const code = attributes.get('formatCode') ?? '';
          if (formats.size === MOST_STYLES || code.length > MOST_FORMAT_LENGTH) throw refusal('tooComplex', { part });
          formats.set(Number(attributes.get('numFmtId')), code);
        } else if (name === 'xf' && inCellStyles) {
          if (styles.length === MOST_STYLES) throw refusal('tooComplex', { part });
          styles.push(Number(attributes.get('numFmtId') ?? 0));
        }
      },
      close(name) {
        if (name === 'cellXfs') inCellStyles = false;
      },
    },
    limits,
  );
  const dates = new Set<number>();
  for (const [index, id] of styles.entries()) {
    const code = formats.get(id);
    if (code === undefined ? isDateFormatId(id) : isDateFormat(code)) dates.add(index);
  }
  return dates;
}
