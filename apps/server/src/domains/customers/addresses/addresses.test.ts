import * as api from '@cardinal/contract/api/customers/addresses.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';

const BODY = { receiver: '张伟', phone: '13800138000', division: '440305', detail: '科技园科苑路 15 号' };

const host = await forThisFile(testApp({ demo: 'people' }));
const agent = await host.as('agent');

const rows = async (who: Caller) => (await who.ask(api.listAddresses, { query: { pageSize: 100 } as never })).list;
const defaults = async (who: Caller) => (await rows(who)).filter((row) => row.isDefault).map((row) => row.id);

test('an address is kept, hidden in the list and whole in the form', async () => {
  const { id } = await agent.ask(api.addAddress, { body: { ...BODY, tag: 'warehouse', postcode: '518057' } });
  const row = (await rows(agent)).find((each) => each.id === id);
  expect(row).toMatchObject({
    phone: '138****8000',
    place: '广东省 深圳市 南山区',
    tag: 'warehouse',
    isDefault: false,
  });
  const whole = await agent.ask(api.readAddress, { query: { addressId: id } });
  expect(whole).toMatchObject({ phone: '13800138000', version: 1 });
  await agent.ask(api.editAddress, { body: { ...BODY, detail: '另一条路 8 号', addressId: id, version: 1 } });
  const stale = await agent.call(api.editAddress, { body: { ...BODY, addressId: id, version: 1 } });
  expect(stale.code).toBe('4090002');
  await agent.ask(api.deleteAddress, { body: { addressId: id } });
  expect((await agent.call(api.readAddress, { query: { addressId: id } })).code).toBe('4040261');
});

test('one address is the default one, always', async () => {
  const [first] = await defaults(agent);
  const { id } = await agent.ask(api.addAddress, { body: { ...BODY, isDefault: true } });
  expect(await defaults(agent)).toEqual([id]);
  await agent.ask(api.setDefaultAddress, { body: { addressId: first! } });
  expect(await defaults(agent)).toEqual([first]);
  await agent.ask(api.setDefaultAddress, { body: { addressId: id } });
  await agent.ask(api.deleteAddress, { body: { addressId: id } });
  expect(await defaults(agent)).toHaveLength(1);
});

test('wrong input is told at its field', async () => {
  const at = async (change: object) => {
    const answer = await agent.call(api.addAddress, { body: { ...BODY, ...change } });
    return (answer.data as unknown as { errors: { field: string }[] }).errors.map((each) => each.field);
  };
  expect(await at({ phone: '12345' })).toEqual(['phone']);
  expect(await at({ division: '440300' })).toEqual(['division']);
  expect(await at({ detail: '路' })).toContain('detail');
  expect(await at({ receiver: '' })).toContain('receiver');
});

test('fifty addresses and not one more', async () => {
  const rival = await host.as('rival');
  const had = (await rows(rival)).length;
  for (let n = had; n < 50; n += 1) await rival.ask(api.addAddress, { body: BODY });
  const more = await rival.call(api.addAddress, { body: BODY });
  expect(more).toMatchObject({ code: '4090261', message: '最多保存 50 个地址' });
});

test('neither a parent nor a child nor a stranger sees or touches an address', async () => {
  const [{ id } = { id: '' }] = await rows(agent);
  for (const account of ['admin', 'subagent', 'rival', 'enterprise']) {
    const other = await host.as(account);
    expect((await rows(other)).map((row) => row.id)).not.toContain(id);
    for (const answer of [
      await other.call(api.deleteAddress, { body: { addressId: id } }),
      await other.call(api.setDefaultAddress, { body: { addressId: id } }),
      await other.call(api.readAddress, { query: { addressId: id } }),
    ])
      expect(['4040261', '4030001']).toContain(answer.code);
  }
  expect((await rows(agent)).map((row) => row.id)).toContain(id);
});

test('a pasted line fills the form', async () => {
  const line = '李芳 13912345678 北京市海淀区中关村大街1号';
  expect(await agent.ask(api.previewPastedAddress, { body: { line } })).toEqual({
    receiver: '李芳',
    phone: '13912345678',
    division: '110108',
    detail: '中关村大街1号',
    postcode: null,
  });
  const nothing = await agent.ask(api.previewPastedAddress, { body: { line: '，，' } });
  expect(Object.values(nothing)).toEqual([null, null, null, null, null]);
});
