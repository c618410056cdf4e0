import { expect, test } from 'vitest';
import { adapterOf } from '../../carrierAdapters/adapters.ts';
import { credentialFaults } from './accountRules.ts';

test('what is optional may be left out; what is no certificate is told', () => {
  const esim = adapterOf('esim');
  const needed = { requesterId: '1.3.6.1.4.1.99999.1', notifyToken: 'a-long-random-token-of-ours' };
  expect(credentialFaults(esim, needed)).toEqual([]);
  expect(credentialFaults(esim, { ...needed, certificate: 'not a certificate' })).toEqual(['certificate']);
  const certificate = '-----BEGIN CERTIFICATE----- MIIB -----END CERTIFICATE-----';
  expect(credentialFaults(esim, { ...needed, certificate })).toEqual([]);
  expect(credentialFaults(esim, { requesterId: '1', other: 'x' })).toEqual(['notifyToken', 'other']);
});
