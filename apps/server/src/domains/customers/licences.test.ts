import { readCustomer, readLicence, uploadLicence } from '@cardinal/contract/api/customers/customers.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';

const it = await forThisFile(testApp({ demo: 'people' }));
const agent = await it.as('agent');

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const send = (caller: Caller, id: string, name: string, content: Buffer) =>
  caller.call(uploadLicence, { body: { id }, file: { name, content } });

test('a licence is kept and shown to those who see the customer, and to nobody else', async () => {
  expect((await agent.ask(readCustomer, { query: { id: '12' } })).hasLicence).toBe(false);
  expect((await agent.call(readLicence, { query: { id: '12' } })).status).toBe(404);
  expect((await send(agent, '12', 'licence.png', PNG)).code).toBe('200');
  expect((await agent.ask(readCustomer, { query: { id: '12' } })).hasLicence).toBe(true);
  const shown = await agent.call(readLicence, { query: { id: '12' } });
  expect(shown.headers['content-type']).toBe('image/png');
  expect(Buffer.from(shown.data as unknown as Buffer).equals(PNG)).toBe(true);
  const rival = await it.as('rival');
  expect((await rival.call(readLicence, { query: { id: '12' } })).status).toBe(404);
  expect((await send(rival, '12', 'licence.png', PNG)).status).toBe(404);
});

test('what is no picture, says it is another, or is the own customer’s is refused', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  for (const [name, content] of [
    ['licence.png', Buffer.from('no picture')],
    ['licence.jpg', PNG],
    ['licence.svg', svg],
    ['licence.png', Buffer.concat([PNG, Buffer.alloc(10 * 1_024 * 1_024)])],
  ] as const) {
    expect((await send(agent, '12', name, content)).code, name).toBe('4000205');
  }
  expect((await send(agent, '10', 'licence.png', PNG)).code).toBe('4030201');
});
