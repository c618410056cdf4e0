import { createDecipheriv } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SimulatorUnderTest, startUnderTest } from '../simulatorUnderTest.ts';
import { triopiSign } from './triopiCipher.ts';

const SECRET = 'demoSecretdemoSecretdemo';
const GROUP = '2000000001';
const card = (n: number) => `898607${String(n).padStart(14, '0')}`;
let at: SimulatorUnderTest;
let serial = 0;

const opened = (text: string): Record<string, unknown> => {
  const decipher = createDecipheriv('des-ede3-ecb', Buffer.from(SECRET), null);
  decipher.setAutoPadding(false);
  const plain = Buffer.concat([decipher.update(Buffer.from(text.replaceAll(/\s/g, ''), 'base64')), decipher.final()]);
  return JSON.parse(plain.toString('utf8').replace(/\0+$/, ''));
};
async function call(method: string, params: Record<string, string> = {}, sign?: string) {
  serial += 1;
  const transID = `${GROUP}20261121100000000${String(serial).padStart(4, '0')}`;
  const all = { appKey: 'demoKey', format: 'json', v: '3.0', transID, method, ...params };
  const body = new URLSearchParams({ ...all, sign: sign ?? triopiSign(all, SECRET) });
  const answer = await fetch(`${at.simulator.url}/openapi/router`, { method: 'POST', body });
  const text = await answer.text();
  return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : opened(text);
}
beforeEach(async () => {
  at = await startUnderTest();
  await at.control('POST', '/guangdong/accounts', { username: 'demoKey', secret: SECRET, groupCode: GROUP });
  await at.control('POST', '/guangdong/devices', { account: 'demoKey', iccids: [card(1), card(2)] });
});
afterEach(() => at.simulator.close());

it('signs as published', () => {
  const parameters = {
    appKey: 'demoKey',
    format: 'json',
    iccid: '89860000000000000001',
    method: 'triopi.member.lifecycle.single.query',
    transID: 'G001202405011200000001234',
    v: '3.0',
  };
  expect(triopiSign(parameters, SECRET)).toBe('9674BEEC8E0A5500CE55D3D181F6A19D42F35A47');
});

it('takes only what is signed, once', async () => {
  const ask = 'triopi.member.lifecycle.single.query';
  expect(await call(ask, { iccid: card(1) })).toMatchObject({ code: '0', result: { status: '00', iccid: card(1) } });
  expect(await call(ask, { iccid: card(1) }, 'WRONG')).toMatchObject({ code: '1001' });
  expect(await call(ask, { iccid: card(1), appKey: 'nobody' })).toMatchObject({ code: '1002' });
  expect(await call(ask, { iccid: card(1), transID: 'x' })).toMatchObject({ code: '1003' });
  const transID = `${GROUP}202611211000000009999`;
  expect(await call(ask, { iccid: card(1), transID })).toMatchObject({ code: '0' });
  expect(await call(ask, { iccid: card(1), transID })).toMatchObject({ code: '1003' });
  expect(await call(ask, { iccid: card(9) })).toMatchObject({ code: '2001' });
  expect(JSON.stringify((await at.control('GET', '/guangdong/accounts')).json)).not.toContain(SECRET);
});

it('stops, resumes and tells of several', async () => {
  const toggle = (optType: string) => call('triopi.business.member.switch', { iccid: card(1), optType });
  expect(await toggle('0')).toMatchObject({ code: '0' });
  expect(await toggle('0')).toMatchObject({ code: '3001' });
  const { result } = await call('triopi.member.lifecycle.batch.query', {
    iccids: [card(1), card(2), card(9)].join(','),
  });
  expect(result).toMatchObject({
    list: [
      { iccid: card(1), status: '02' },
      { iccid: card(2), status: '00' },
    ],
  });
  expect(await toggle('1')).toMatchObject({ code: '0' });
  await at.control('POST', '/guangdong/usage', { iccid: card(2), dataBytes: 10_485_760 });
  at.clock.advance(1000);
  const flow = await call('triopi.member.dailyflow.realtime.query', { iccid: card(2) });
  expect(Number((flow['result'] as { flow: string }).flow)).toBeGreaterThanOrEqual(10_240);
});
