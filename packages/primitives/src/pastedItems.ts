/** Blanks inside a grouped number are removed; blanks between whole numbers separate them. */
function partsOf(line: string): string[] {
  const tokens = line.split(/\s+/).filter((token) => token !== '');
  const areWhole = tokens.every((token) => /^[0-9A-Za-z]{10,}$/.test(token));
  if (tokens.length > 1 && areWhole) return tokens;
  const isSpacedNumber = tokens.every((token) => /^[0-9A-Za-z-]+$/.test(token)) && /^[\d\s-]{4,}$/.test(line);
  return [isSpacedNumber ? line.replace(/[\s-]/g, '') : tokens.join(' ')];
}

/** Control and replacement characters: no number or name contains them, and the database rejects some. */
const UNPRINTABLE = /[^\P{Cc}\t\r\n]|\ufffd/gu;

/**
 * What people paste, taken apart: commas, lines and cells of a sheet separate, blanks only between whole numbers. Without
 * duplicates; numbers in capitals.
 */
export function pastedItems(typed: string): string[] {
  const parts = typed
    .toWellFormed()
    .replace(UNPRINTABLE, '')
    .split(/[,，;；\t\r\n、]+/)
    .flatMap((line) => partsOf(line.trim()))
    .filter((part) => part !== '');
  return [...new Set(parts.map((part) => (/^[0-9A-Za-z]+$/.test(part) ? part.toUpperCase() : part)))];
}
