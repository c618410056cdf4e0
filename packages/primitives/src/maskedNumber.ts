/** The first three and the last four stay; of a short number the last two. */
export const maskedNumber = (number: string): string =>
  number.length > 9 ? `${number.slice(0, 3)}****${number.slice(-4)}` : `****${number.slice(-2)}`;

const HEAD = 6;
const TAIL = 4;

/** A star for each hidden digit; enough is left to tell two cards apart. */
export const starredNumber = (number: string): string =>
  number.length <= HEAD + TAIL
    ? `${number.slice(0, 2)}${'*'.repeat(Math.max(number.length - 2, 0))}`
    : `${number.slice(0, HEAD)}${'*'.repeat(number.length - HEAD - TAIL)}${number.slice(-TAIL)}`;
