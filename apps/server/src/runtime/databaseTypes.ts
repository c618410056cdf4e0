import pg from 'pg';

const { builtins } = pg.types;
const asSent = (value: string): string => value;
const textArray = 1009;

const ZERO = 0x30;
const UTC_MOMENT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;
const parseMoment = pg.types.getTypeParser(builtins.TIMESTAMPTZ, 'text') as (value: string) => unknown;

/** A timestamptz as Date. The usual form, in UTC, is parsed by position: lists have many rows with many times. */
export function momentOf(value: string): unknown {
  if (!UTC_MOMENT.test(value)) return parseMoment(value);
  const two = (at: number) => (value.charCodeAt(at) - ZERO) * 10 + value.charCodeAt(at + 1) - ZERO;
  const fraction = value.length > 22 ? Math.trunc(Number(value.slice(19, -3)) * 1_000) : 0;
  const year = two(0) * 100 + two(2);
  // Date.UTC reads years below 100 as 19xx.
  if (year < 100) return parseMoment(value);
  return new Date(Date.UTC(year, two(5) - 1, two(8), two(11), two(14), two(17), fraction));
}

/**
 * How values are returned: int8 and numeric as strings (ids and money must not become floats), timestamptz as Date, date and
 * plain timestamps as text (a Date would shift them to the machine's time zone).
 */
export const TYPE_PARSERS: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format === 'binary') return pg.types.getTypeParser(oid, 'binary');
    switch (oid) {
      case builtins.INT8:
      case builtins.NUMERIC:
      case builtins.DATE:
      case builtins.TIMESTAMP:
      case builtins.INTERVAL:
        return asSent;
      case 1016: // int8[]
      case 1231: // numeric[]
      case 1182: // date[]
      case 1115: // timestamp[]
        return pg.types.getTypeParser(textArray as number as Parameters<typeof pg.types.getTypeParser>[0], 'text');
      case builtins.TIMESTAMPTZ:
        return momentOf;
      default:
        return pg.types.getTypeParser(oid, 'text');
    }
  }) as typeof pg.types.getTypeParser,
};
