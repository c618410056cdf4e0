import pg from 'pg';

const { builtins } = pg.types;
const asSent = (value: string): string => value;
const textArray = 1009;

/**
 * How values arrive: int8 and numeric as strings (ids and money must not pass through a float), timestamptz as Date,
 * date and plain timestamps as the text they are (a Date would move them into the machine's time zone).
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
      default:
        return pg.types.getTypeParser(oid, 'text');
    }
  }) as typeof pg.types.getTypeParser,
};
