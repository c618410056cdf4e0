import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import { momentOf } from './databaseTypes.ts';

const ofTheDriver = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text') as (value: string) => unknown;

test('a moment is read as the driver reads it', () => {
  const moment = fc.date({
    min: new Date('0001-01-01'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moment, fc.integer({ min: 0, max: 6 }), fc.constantFrom('+00', '+08', '-03:30'), (at, digits, zone) => {
      const [day, time] = at.toISOString().slice(0, -1).split('T') as [string, string];
      const seconds = `${time}123`.slice(0, digits === 0 ? 8 : 9 + digits);
      const written = `${day} ${seconds}${zone}`;
      expect(momentOf(written)).toEqual(ofTheDriver(written));
    }),
  );
  for (const odd of ['infinity', '-infinity', '0044-03-15 12:00:00+00 BC', '12026-01-01 00:00:00+00']) {
    expect(momentOf(odd)).toEqual(ofTheDriver(odd));
  }
});
