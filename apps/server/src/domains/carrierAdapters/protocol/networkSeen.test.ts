import { expect, test } from 'vitest';
import { networkSeenOf } from './networkSeen.ts';

test('codes apart, joined and the country alone come to one form, with their zeros', () => {
  expect(networkSeenOf({ mcc: '262', mnc: '01' })).toEqual({ mcc: '262', mnc: '01', country: null });
  expect(networkSeenOf({ mcc: '1', mnc: '1' })).toEqual({ mcc: '001', mnc: '01', country: null });
  expect(networkSeenOf({ plmn: '310-260', country: 'us' })).toEqual({ mcc: '310', mnc: '260', country: 'US' });
  expect(networkSeenOf({ plmn: '46000' })).toEqual({ mcc: '460', mnc: '00', country: null });
  expect(networkSeenOf({ country: 'DE' })).toEqual({ mcc: null, mnc: null, country: 'DE' });
});

test('what fits no form is no network', () => {
  for (const told of [
    {},
    { mcc: '262' },
    { mcc: '26x', mnc: '01' },
    { plmn: '2620' },
    { plmn: '2620111' },
    { country: 'DEU' },
  ]) {
    expect([told, networkSeenOf(told)]).toEqual([told, null]);
  }
});
