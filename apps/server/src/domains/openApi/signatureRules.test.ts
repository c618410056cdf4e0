import { createHash } from 'node:crypto';
import { sortedQuery, stringToSign } from '@cardinal/contract/api/openApi/signature.ts';
import { describe, expect, it } from 'vitest';
import { ceilingOf } from './grantRules.ts';
import { isOfNow, isSignedWith, signatureOf } from './signatureRules.ts';

const hash = (body: string) => createHash('sha256').update(body).digest('hex');
const SECRET = 'cs_test_vector';
const read = {
  method: 'get',
  path: '/openapi/v1/cards',
  query: 'pageSize=10&lifecycle=stopped&lifecycle=activated&remarkContains=%E5%8D%8E%E4%B8%9C+1',
  timestamp: '1795140000',
  nonce: 'n-0000001',
  bodyHash: hash(''),
};
const change = {
  method: 'POST',
  path: '/openapi/v1/cards/stop',
  query: '',
  timestamp: '1795140000',
  nonce: 'n-0000002',
  bodyHash: hash('{"iccids":["89860600000000000013"]}'),
};

describe('the signature', () => {
  it('is made of six lines, the query percent-encoded and sorted', () => {
    expect(stringToSign(read)).toBe(
      [
        'GET',
        '/openapi/v1/cards',
        'lifecycle=activated&lifecycle=stopped&pageSize=10&remarkContains=%E5%8D%8E%E4%B8%9C%201',
        '1795140000',
        'n-0000001',
        'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      ].join('\n'),
    );
    expect(sortedQuery("b=!'()*~&a=%2B&a=")).toBe('a=&a=%2B&b=%21%27%28%29%2A~');
  });

  it('fits the vectors of the README', () => {
    expect(signatureOf(SECRET, read)).toBe('c5b769a3d1d6388d2c2b81f8bda2ed230344b5b5adfc12b61d4be0e3b0cc0ce4');
    expect(signatureOf(SECRET, change)).toBe('bce29c8824968292cbd0bb22989636c836f2f91a98704998d42645f4680af6e5');
  });

  it('is another for every part that is another', () => {
    const right = signatureOf(SECRET, change);
    for (const part of Object.keys(change) as (keyof typeof change)[]) {
      expect(signatureOf(SECRET, { ...change, [part]: `${change[part]}1` }), part).not.toBe(right);
    }
    expect(isSignedWith(SECRET, change, right)).toBe(true);
    expect(isSignedWith('cs_another', change, right)).toBe(false);
    expect(isSignedWith(SECRET, change, right.slice(1))).toBe(false);
  });

  it('is of now within five minutes either way', () => {
    const now = new Date(1_795_140_000_000);
    expect(['1795139700', '1795140300'].map((each) => isOfNow(each, now))).toEqual([true, true]);
    expect(['1795139699', '1795140301'].map((each) => isOfNow(each, now))).toEqual([false, false]);
  });
});

describe('what a customer’s keys may do', () => {
  it('is everything where nobody said anything', () => {
    expect(ceilingOf([])).toEqual({
      scopes: ['card.read', 'card.write', 'status.write', 'usage.read', 'order.read', 'order.write', 'task.read'],
      callsPerMinute: 300,
    });
  });

  it('shrinks with every level and never grows again', () => {
    const ceiling = ceilingOf([
      { scopes: ['card.read', 'usage.read'], callsPerMinute: 600 },
      { scopes: ['card.read', 'status.write'], callsPerMinute: 900 },
    ]);
    expect(ceiling).toEqual({ scopes: ['card.read'], callsPerMinute: 600 });
  });
});
