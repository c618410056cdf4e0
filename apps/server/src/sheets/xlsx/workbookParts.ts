import type { SheetLimits } from '../sheetLimits.ts';
import { refusal } from '../sheetRefusal.ts';
import { readXml } from './xmlEvents.ts';
import type { ZipDirectory } from './zipDirectory.ts';

/** The paths of the workbook parts the first sheet needs. */
export type WorkbookParts = {
  readonly sheet: string;
  readonly sheetName: string;
  readonly sharedStrings: string | undefined;
  readonly styles: string | undefined;
  readonly date1904: boolean;
};

type Relationship = { readonly id: string; readonly kind: string; readonly target: string; readonly external: boolean };
type SheetEntry = { readonly name: string; readonly relationship: string; readonly visible: boolean };

const MOST_SHEETS = 1_000;
const MOST_RELATIONSHIPS = 10_000;

/** Follows the relationships from the root to the first visible sheet; charts and dialogs do not count. */
export async function findWorkbookParts(zip: ZipDirectory, limits: SheetLimits): Promise<WorkbookParts> {
  if (!zip.has('_rels/.rels') || !zip.has('[Content_Types].xml')) throw refusal('notWorkbook');
  const roots = await relationships(zip, '', limits);
  const root = roots.find((one) => one.kind === 'officeDocument');
  if (!root) throw refusal('notWorkbook');
  const workbook = partOf(root, '');
  if (workbook.endsWith('.bin')) throw refusal('unsupported', { part: 'xlsb' });
  const { sheets, date1904 } = await readWorkbook(zip, workbook, limits);
  const related = await relationships(zip, workbook, limits);
  if (related.some((one) => one.kind === 'vbaProject')) throw refusal('macros');

  const worksheets = sheets.flatMap((sheet) => {
    const target = related.find((one) => one.id === sheet.relationship && one.kind === 'worksheet');
    return target ? [{ ...sheet, target }] : [];
  });
  const first = worksheets.find((sheet) => sheet.visible) ?? worksheets[0];
  if (!first) throw refusal('noSheet');
  const sheet = partOf(first.target, workbook);
  if (!zip.has(sheet)) throw refusal('noSheet');
  const optional = (kind: string): string | undefined => {
    const found = related.find((one) => one.kind === kind);
    if (!found) return undefined;
    const part = partOf(found, workbook);
    return zip.has(part) ? part : undefined;
  };
  return {
    sheet,
    sheetName: first.name,
    sharedStrings: optional('sharedStrings'),
    styles: optional('styles'),
    date1904,
  };
}

async function readWorkbook(zip: ZipDirectory, part: string, limits: SheetLimits) {
  const sheets: SheetEntry[] = [];
  let date1904 = false;
  let isWorkbook = false;
  if (!zip.has(part)) throw refusal('notWorkbook');
  await readXml(
    part,
    zip.part(part),
    {
      open(name, attributes) {
        if (name === 'workbook') isWorkbook = true;
        if (name === 'workbookPr') date1904 = /^(1|true)$/.test(attributes.get('date1904') ?? '');
        if (name !== 'sheet') return;
        if (sheets.length === MOST_SHEETS) throw refusal('tooComplex', { part });
        const relationship = attributes.getEndingIn(':id') ?? '';
        const visible = !/hidden/i.test(attributes.get('state') ?? '');
        sheets.push({ name: attributes.get('name') ?? '', relationship, visible });
      },
    },
    limits,
  );
  if (!isWorkbook) throw refusal('notWorkbook');
  return { sheets, date1904 };
}

async function relationships(zip: ZipDirectory, source: string, limits: SheetLimits): Promise<Relationship[]> {
  const slash = source.lastIndexOf('/') + 1;
  const part = `${source.slice(0, slash)}_rels/${source.slice(slash)}.rels`;
  if (!zip.has(part)) throw refusal('noSheet');
  const found: Relationship[] = [];
  await readXml(
    part,
    zip.part(part),
    {
      open(name, attributes) {
        if (name !== 'Relationship') return;
        if (found.length === MOST_RELATIONSHIPS) throw refusal('tooComplex', { part });
        const type = attributes.get('Type') ?? '';
        found.push({
          id: attributes.get('Id') ?? '',
          // The transitional and the strict edition of the format differ in everything before the last slash.
          kind: type.slice(type.lastIndexOf('/') + 1),
          target: attributes.get('Target') ?? '',
          external: /^external$/i.test(attributes.get('TargetMode') ?? ''),
        });
      },
    },
    limits,
  );
  return found;
}

/** The part a relationship refers to. Nothing outside the file is ever opened, so a target outside it is an attack. */
function partOf(relationship: Relationship, source: string): string {
  const target = relationship.target.replaceAll('\\', '/');
  if (relationship.external || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(target))
    throw refusal('unsafe', { part: 'external target' });
  const steps = target.startsWith('/') ? [] : source.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) throw refusal('unsafe', { part: 'target outside the file' });
  }
  return steps.join('/');
}
