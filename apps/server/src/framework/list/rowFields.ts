import type { Fields } from '@cardinal/contract/framework/fields.ts';

/** A name as its column has it: `createdAt` is `created_at`. */
export type Snake<S extends string> = S extends `${infer Head}${infer Rest}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Rest>}`
  : '';
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Fields that selected rows do not carry: neither in snake case nor under their own name. */
export type Uncarried<K extends string, O> = {
  [N in K]: N extends keyof O ? never : Snake<N> extends keyof O ? never : N;
}[K];

/** What a row shows in each field that it carries; `columns` names those that are not called as the field is. */
export function fieldReader(fields: Fields, columns: Readonly<Record<string, string | null | undefined>> = {}) {
  const read = Object.entries(fields).map(([name, { kind }]) => ({
    name,
    column: columns[name] === undefined ? snakeCase(name) : (columns[name] ?? ''),
    isNumber: kind === 'number',
  }));
  return (row: object, isForFile: boolean): Record<string, unknown> => {
    const values = row as Readonly<Record<string, unknown>>;
    const shown: Record<string, unknown> = {};
    for (const { name, column, isNumber } of read) {
      const value = values[column] === undefined ? values[name] : values[column];
      if (value instanceof Date) shown[name] = isForFile ? value : value.toISOString();
      else if (value !== undefined) shown[name] = isNumber && typeof value === 'string' ? Number(value) : value;
    }
    return shown;
  };
}
