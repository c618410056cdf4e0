const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Codes and names of countries, in both languages, by their lower-case spelling. */
function readCountries(): ReadonlyMap<string, string> {
  const names = ['zh-CN', 'en'].map(
    (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
  );
  const found = new Map<string, string>();
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      const code = first + second;
      // A former country's code is canonicalised to its successor: DD to DE.
      if (Intl.getCanonicalLocales(`und-${code}`)[0] !== `und-${code}`) continue;
      for (const name of names) {
        const word = name.of(code);
        if (word === undefined) continue;
        found.set(code.toLowerCase(), code);
        if (!found.has(word.toLowerCase())) found.set(word.toLowerCase(), code);
      }
    }
  }
  // Codes that are no countries.
  for (const code of ['zz', 'eu', 'ez', 'un', 'qo', 'xa', 'xb']) found.delete(code);
  return found;
}

let countries: ReadonlyMap<string, string> | undefined;

/** The ISO 3166 code of a country by its code or its Chinese or English name. */
export function countryOf(typed: string): string | undefined {
  countries ??= readCountries();
  return countries.get(typed.trim().toLowerCase());
}
