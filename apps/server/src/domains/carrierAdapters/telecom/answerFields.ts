import { SHEET_LIMITS } from '../../../sheets/sheetLimits.ts';
import { SheetRefusal } from '../../../sheets/sheetRefusal.ts';
import { XmlScanner } from '../../../sheets/xlsx/xmlScanner.ts';
import { parsedJson } from '../protocol/exchange.ts';

/** An answer of China Telecom: fields from XML or JSON, or plain words, which only a refusal consists of. */
export type Said =
  | { readonly kind: 'fields'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly kind: 'words'; readonly code: string | undefined; readonly words: string }
  | { readonly kind: 'garbled' };

type Element = Record<string, unknown>;

const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `code：message` with either colon, a negative code also without one; a refusal without a code consists of words only. */
const CODED = /^(-?\d+(?=\s*[：:])|-\d+)\s*[：:]?\s*(.*)$/s;

/** Detects the format by how the answer begins: nothing else distinguishes the three. */
export function parseAnswer(text: string): Said {
  const said = text.trim();
  if (said === '') return { kind: 'garbled' };
  if (said.startsWith('{') || said.startsWith('[')) return fieldsOf(parsedJson(said));
  if (said.startsWith('<')) return fieldsOf(elementOf(said));
  const [, code, words] = CODED.exec(said) ?? [];
  return { kind: 'words', code, words: words || said };
}

/** Wrapper elements differ between methods and carry no meaning, so their contents are lifted. */
function fieldsOf(read: unknown): Said {
  let fields = read;
  for (;;) {
    if (!isElement(fields)) return { kind: 'garbled' };
    const inner: unknown[] = Object.values(fields);
    if (inner.length !== 1 || !isElement(inner[0])) break;
    fields = inner[0];
  }
  const { Response: response, ...rest } = fields;
  return { kind: 'fields', fields: isElement(response) ? { ...rest, ...response } : fields };
}

/** XML as nested fields without prefixes; a repeated element is a list. Undefined if not well-formed. */
function elementOf(xml: string): Element | undefined {
  const root: Element = {};
  const open: { readonly element: Element; text: string }[] = [{ element: root, text: '' }];
  const scanner = new XmlScanner(
    'answer',
    {
      open: () => open.push({ element: {}, text: '' }),
      text: (words) => {
        const inner = open.at(-1);
        if (inner) inner.text += words;
      },
      close: (name) => {
        const closed = open.pop();
        const parent = open.at(-1);
        if (!closed || !parent) return;
        const value = Object.keys(closed.element).length > 0 ? closed.element : closed.text.trim();
        const before = parent.element[name];
        if (before === undefined) parent.element[name] = value;
        else parent.element[name] = Array.isArray(before) ? [...before, value] : [before, value];
      },
    },
    SHEET_LIMITS,
  );
  try {
    scanner.write(xml);
    scanner.end();
    return root;
  } catch (error) {
    if (error instanceof SheetRefusal) return undefined;
    throw error;
  }
}
