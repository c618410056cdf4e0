/**
 * Spreadsheets run what begins with these as a formula, the full-width signs in some languages' editions included.
 * Blanks and invisible characters before the sign are looked through: programs that trim would uncover it.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: spreadsheets skip NUL, so it is looked through
const LOOKS_LIKE_FORMULA = /^(?:[\t\r\n]|[\s\u0000\u00ad\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠])/;

/** What a text begins with that might be a formula, after looking through what is invisible. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
export const MAYBE_FORMULA_START = /[\s\u0000\u00ad\u200b-\u200f\u2060\ufeff=+\-@＝＋－＠]/;

/** Whether a text would be taken for a formula when a spreadsheet opens it without knowing that it is text. */
export function looksLikeFormula(text: string): boolean {
  return LOOKS_LIKE_FORMULA.test(text);
}
