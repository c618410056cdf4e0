/** Style numbers as the cells name them: positions in `cellXfs` below. */
export const STYLE = {
  text: 1,
  guardedText: 2,
  number: 3,
  longNumber: 4,
  money: 5,
  time: 6,
  date: 7,
  title: 8,
} as const;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const ROOT_RELATIONSHIPS = `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/**
 * `guardedText` is text that looks like a formula: quotePrefix is the apostrophe Excel itself uses for it. The cell stays text
 * when somebody edits it, and the text is unchanged.
 */
export const STYLES = `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFF2F3F5"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="9">${[
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/>',
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="1" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" quotePrefix="1"/>',
].join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

export const SHEET_END = '</sheetData></worksheet>';

/** A sheet up to its first row: heading row frozen, columns with their widths and kinds. */
export function sheetStart(columns: readonly { readonly width: number; readonly style: number }[]): string {
  const cols = columns
    .map(({ width, style }, index) => {
      return `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${style}" customWidth="1"/>`;
    })
    .join('');
  return `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${cols}</cols><sheetData>`;
}

export const sheetPart = (number: number): string => `xl/worksheets/sheet${number}.xml`;

/** The parts that name the sheets; they are written when the number of sheets is known. */
export function workbookParts(sheetNames: readonly string[]): [name: string, content: string][] {
  const styles = `rId${sheetNames.length + 1}`;
  const sheets = sheetNames
    .map((name, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join('');
  const links = sheetNames
    .map((_name, index) => {
      return `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`;
    })
    .join('');
  const types = sheetNames
    .map((_name, index) => `<Override PartName="/${sheetPart(index + 1)}" ContentType="${CONTENT}.worksheet+xml"/>`)
    .join('');
  return [
    [
      'xl/workbook.xml',
      `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${links}<Relationship Id="${styles}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>${types}<Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/></Types>`,
    ],
  ];
}

/** Characters XML cannot represent, lone surrogates, and an underscore that would be read as an escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
export const NEEDS_CARE = /[&<>"_\u0000-\u001f\ud800-\udfff\ufffe\uffff]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const UNSAYABLE = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** A text for use between tags or in an attribute; characters XML cannot represent are written like Excel does, _x000D_. */
export function xmlText(value: string): string {
  if (!NEEDS_CARE.test(value)) return value;
  return value
    .replace(/_x[0-9a-fA-F]{4}_/g, '_x005F$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(UNSAYABLE, (odd) => `_x${odd.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);
}
