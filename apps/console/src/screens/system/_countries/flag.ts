/** The flag of a country as letters of the regional alphabet; systems without flags show the two letters. */
export const flagOf = (code: string): string =>
  String.fromCodePoint(...[...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65));
