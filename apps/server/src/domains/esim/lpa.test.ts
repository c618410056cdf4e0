import { expect, test } from 'vitest';
import { activationCodeOf, readActivationCode } from './lpa.ts';

test('an activation code is read with and without its beginning', () => {
  const plain = {
    smdpAddress: 'smdp.example.com',
    matchingId: 'K2-AB12-CD34',
    oid: null,
    needsConfirmationCode: false,
  };
  expect(readActivationCode('LPA:1$SMDP.example.com$K2-AB12-CD34')).toEqual(plain);
  expect(readActivationCode('1$smdp.example.com$K2-AB12-CD34')).toEqual(plain);
  expect(readActivationCode(activationCodeOf('smdp.example.com', 'K2-AB12-CD34'))).toEqual(plain);
  expect(readActivationCode('LPA:1$smdp.example.com$X$1.3.6.1.4.1.31746$1')).toEqual({
    smdpAddress: 'smdp.example.com',
    matchingId: 'X',
    oid: '1.3.6.1.4.1.31746',
    needsConfirmationCode: true,
  });
  expect(readActivationCode('LPA:1$smdp.example.com$X$$1')?.needsConfirmationCode).toBe(true);
});

test('what is no activation code is not guessed at', () => {
  for (const no of [
    '',
    'LPA:2$smdp.example.com$X',
    'LPA:1$smdp.example.com',
    'LPA:1$no address$X',
    'LPA:1$smdp.example.com$',
    'LPA:1$smdp.example.com$a b',
    'LPA:1$smdp.example.com$X$oid',
    'LPA:1$smdp.example.com$X$$2',
    'LPA:1$smdp.example.com$X$$1$more',
  ])
    expect(readActivationCode(no), no).toBeUndefined();
});
