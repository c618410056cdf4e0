import { expect, test } from 'vitest';
import { segmentRows } from './segmentRows.ts';

test('one segment a line, the ends apart by whatever a sheet or a mail puts between', () => {
  const made = { startIccid: '8986061', endIccid: '8986069' };
  expect(segmentRows('8986061 - 8986069\n8986061\t8986069\r\n\n8986061，8986069')).toEqual([made, made, made]);
  expect(segmentRows('8986061')).toEqual([{ startIccid: '8986061', endIccid: '' }]);
  expect(segmentRows(' \n')).toEqual([]);
});
