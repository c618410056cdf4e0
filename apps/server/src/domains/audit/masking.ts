/** Keys whose values never reach a log, wherever the key occurs. */
const SECRET = /password|secret|token|credential|apikey|api_key|captcha|authorization/i;
const PERSONAL = /idcard|id_card|idnumber|id_number/i;
const MASK = '••••';
const DEPTH = 6;
const TEXT_MAX = 2_000;
const LIST_MAX = 50;

/** A value fit for a log: secrets and identity numbers masked, long texts and lists cut. */
export function masked(value: unknown, depth = 0): unknown {
  if (depth > DEPTH) return '…';
  if (typeof value === 'string') return value.length > TEXT_MAX ? `${value.slice(0, TEXT_MAX)}…` : value;
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) {
    const shown = value.slice(0, LIST_MAX).map((item) => masked(item, depth + 1));
    return value.length > LIST_MAX ? [...shown, `… ${value.length - LIST_MAX}`] : shown;
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      SECRET.test(key) || PERSONAL.test(key) ? MASK : masked(inner, depth + 1),
    ]),
  );
}

/**
 * Removes from a message or stack what could identify a person or grant access: long digit runs, bearer tokens, long random
 * words.
 */
export const scrubbed = (words: string): string =>
  words
    .replace(/\b\d{11,}[\dXx]?\b/g, '#')
    .replace(/\b(bearer|token|password|secret)[=: ]+\S+/gi, `$1=${MASK}`)
    .replace(/\b[A-Za-z0-9_-]{32,}\b/g, '#');
