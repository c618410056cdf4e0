/** The driver takes a list for an array of the database, so a list in a JSON column is written as text. */
export const asJson = <T>(list: readonly T[]) => JSON.stringify(list) as unknown as readonly T[];
/** Of a row that was read, or is about to be written. */
export const fromJson = <T>(list: readonly T[]): readonly T[] =>
  typeof list === 'string' ? (JSON.parse(list) as T[]) : list;
