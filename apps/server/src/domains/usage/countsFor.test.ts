import { addCarrierAccount, editCarrierAccount, readCarrierAccount } from '@cardinal/contract/api/carriers/carriers.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { takeUsage } from './takeUsage.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
const admin = await host.as('admin');
const { accountId } = await admin.ask(addCarrierAccount, {
  body: { name: '海外通道', baseUrl: 'https://api.example.com', adapter: 'jasper' },
});
const now = ctx.clock.now();
await host.db
  .insertInto('cards.card')
  .values({
    id: '501',
    iccid: '89860100000000000501',
    platform: 1,
    carrier_account_id: accountId,
    kind: 1,
    carrier_status: 'ACTIVATED',
    lifecycle: 'activated',
    customer_id: '10',
    created_at: now,
    updated_at: now,
  } as never)
  .execute();

const edit = async (changed: object, language: 'zh_CN' | 'en' = 'zh_CN') => {
  const { version, name, baseUrl, callsPerSecond, inFlight, callsPerDay, timeoutMs, quietSeconds, ...account } =
    await admin.ask(readCarrierAccount, { query: { accountId } });
  const { cycleDay, zone, currency, schedules } = account;
  const limits = { callsPerSecond, inFlight, callsPerDay, timeoutMs, quietSeconds };
  const body = { accountId, version, name, baseUrl, ...limits, cycleDay, zone, currency, schedules, ...changed };
  return admin.call(editCarrierAccount, { body, language });
};

test('cycle day and zone of an account are edited until a counter was read, then refused at their fields', async () => {
  expect((await edit({ cycleDay: 1, zone: 'America/New_York' })).code).toBe('200');
  const reading = { cardId: '501', cycleBytes: '900', days: [], seconds: null, messages: null };
  await ctx.transact((inside) => takeUsage(inside, { zone: 'America/New_York', cycleDay: 1 }, [reading], now));
  const words = '该通道已有用量记录，周期日和时区不能修改';
  const refused = await edit({ cycleDay: 27, zone: 'Asia/Shanghai' });
  expect(refused.data).toMatchObject({
    errors: [
      { field: 'cycleDay', message: words },
      { field: 'zone', message: words },
    ],
  });
  const english = await edit({ zone: 'Asia/Shanghai' }, 'en');
  expect(english.data).toMatchObject({
    errors: [{ field: 'zone', message: expect.stringContaining('cannot be changed') }],
  });
  expect((await edit({ name: '海外通道一', currency: 'USD' })).code).toBe('200');
  expect(await admin.ask(readCarrierAccount, { query: { accountId } })).toMatchObject({
    cycleDay: 1,
    zone: 'America/New_York',
    name: '海外通道一',
  });
});
