/**
 * Spreadsheets treat a text that begins with these as a formula, in some languages' editions also with the full-width signs.
 * Blanks and invisible characters before the sign are ignored, because programs that trim would expose it.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: spreadsheets skip NUL, so it is looked through
const LOOKS_LIKE_FORMULA = /^(?:[\t\r\n]|[\s\u0000\u00ad\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠])/;

/** What a possible formula may begin with, invisible characters included. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
export const MAYBE_FORMULA_START = /[\s\u0000\u00ad\u200b-\u200f\u2060\ufeff=+\-@＝＋－＠]/;

/** Whether a spreadsheet would treat a text as a formula if it does not know that it is text. */
export function looksLikeFormula(text: string): boolean {
  return LOOKS_LIKE_FORMULA.test(text);
}
