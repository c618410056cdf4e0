import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic, iccid, type SimulatorUnderTest, startUnderTest, USER } from '../simulatorUnderTest.ts';

const EVER = encodeURIComponent('2000-01-01T00:00:00+00:00');

describe('messages', () => {
  let at: SimulatorUnderTest;
  const send = (card: string, body: unknown) => at.call(`/devices/${card}/smsMessages`, { method: 'POST', body });
  beforeAll(async () => {
    at = await startUnderTest();
    await at.control('POST', '/jasper/devices', { account: USER, from: iccid(0), count: 5 });
    await at.control('POST', '/jasper/devices', { account: USER, iccids: [iccid(50)], status: 'INVENTORY' });
    await at.control('POST', '/jasper/accounts', { username: 'rival', secret: 'other' });
  });
  afterAll(() => at.simulator.close());

  it('are pending, then delivered', async () => {
    const sent = await send(iccid(0), { messageText: 'reboot', messageEncoding: 'LITERAL' });
    expect(sent.status).toBe(200);
    const { smsMsgId } = sent.json;
    const details = await at.call(`/smsMessages/${smsMsgId}`);
    expect(details.json).toMatchObject({
      smsMsgId,
      status: 'Pending',
      messageText: 'reboot',
      senderLogin: USER,
      sentTo: '861060000000000',
      msgType: 'MT',
    });
    at.clock.advance(2000);
    expect((await at.call(`/smsMessages/${smsMsgId}`)).json['status']).toBe('Delivered');
    expect((await at.call(`/smsMessages/${smsMsgId}?messageEncoding=BASE64`)).json['messageText']).toBe('cmVib290');
    expect((await at.call(`/devices/${iccid(0)}/ctdUsages`)).json['ctdSMSUsage']).toBe(1);
  });

  it('fail on a card that is not active', async () => {
    const { smsMsgId } = (await send(iccid(50), { messageText: 'hello' })).json;
    at.clock.advance(2000);
    expect((await at.call(`/smsMessages/${smsMsgId}`)).json['status']).toBe('Failed');
  });

  it.each([
    ['0', 160],
    ['1', 160],
    ['3', 160],
    ['4', 140],
    ['8', 70],
    [undefined, 320],
  ])('of coding %s are at most %i long', async (dataCoding, longest) => {
    const body = (length: number) => ({
      messageText: '卡'.repeat(length),
      ...(dataCoding ? { dataCoding: Number(dataCoding) } : {}),
    });
    expect((await send(iccid(1), body(longest))).status).toBe(200);
    expect((await send(iccid(1), body(longest + 1))).status).toBe(400);
  });

  it.each([
    ['no text', {}],
    ['an empty text', { messageText: '' }],
    ['an encoding that is none', { messageText: 'a', messageEncoding: 'MORSE' }],
    ['a coding that is none', { messageText: 'a', dataCoding: 5 }],
  ])('are refused with %s', async (_, body) => {
    expect((await send(iccid(1), body)).status).toBe(400);
  });

  it('are found by device, direction and time, and only by their owner', async () => {
    await at.control('POST', '/jasper/sms', { iccid: iccid(2), text: 'alarm' });
    const ids = async (query: string) =>
      (await at.call(`/smsMessages?fromDate=${EVER}${query}`)).json['smsMsgIds'] as number[];
    const [received] = await ids(`&iccid=${iccid(2)}&msgType=MO`);
    expect((await at.call(`/smsMessages/${received}`)).json).toMatchObject({
      status: 'Received',
      senderLogin: 'Mobile Device',
      sentTo: 'Server',
    });
    expect(await ids(`&iccid=${iccid(2)}&msgType=MT`)).toEqual([]);
    expect(await ids('&pageSize=2&pageNumber=2')).toHaveLength(2);
    const rival = { authorization: basic('rival', 'other') };
    expect((await at.call(`/smsMessages/${received}`, rival)).status).toBe(404);
    expect((await at.call(`/smsMessages?fromDate=${EVER}`, rival)).json['smsMsgIds']).toEqual([]);
    expect((await at.call('/smsMessages')).status).toBe(400);
    expect((await at.call(`/smsMessages?fromDate=${EVER}&msgType=XX`)).status).toBe(400);
    expect((await at.call('/smsMessages/none')).status).toBe(404);
  });
});
