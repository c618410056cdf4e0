import { setNewSchedules } from '@cardinal/contract/api/carriers/carrierSchedules.ts';
import { addCarrierAccount, listAdapters, readCarrierAccount } from '@cardinal/contract/api/carriers/carriers.ts';
import { editPlatformSettings, readPlatformSettings } from '@cardinal/contract/api/settings/settings.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';

const host = await forThisFile(testApp({ demo: 'people' }));
const admin = await host.as('admin');
const agent = await host.as('agent');

const NEVER = { status: 0, usage: 0, session: 0, realName: 0, pools: 0 };
const CHOSEN = { ...NEVER, status: 900, usage: 7_200 };
const versionNow = async () => (await admin.ask(readPlatformSettings)).version;
const schedulesOf = async (accountId: string) =>
  (await admin.ask(readCarrierAccount, { query: { accountId } })).schedules;
const add = async (name: string, more: object = {}) =>
  (
    await admin.ask(addCarrierAccount, {
      body: { name, adapter: 'jasper', baseUrl: 'https://iot.example.com', ...more },
    })
  ).accountId;

test('accounts added afterwards read as chosen, those there are stay, and the usual comes back', async () => {
  const before = await add('早先的通道');
  const usual = await schedulesOf(before);
  await admin.ask(setNewSchedules, { body: { version: await versionNow(), adapter: 'jasper', schedules: CHOSEN } });
  const told = (await admin.ask(listAdapters)).find(({ key }) => key === 'jasper');
  expect(told).toMatchObject({ schedules: CHOSEN, usualSchedules: usual });
  expect(await schedulesOf(before)).toEqual(usual);
  expect(await schedulesOf(await add('后来的通道'))).toEqual(CHOSEN);
  expect(await schedulesOf(await add('自定的通道', { schedules: NEVER }))).toEqual(NEVER);
  // The other settings neither change nor reset it.
  const { version, settings } = await admin.ask(readPlatformSettings);
  await admin.ask(editPlatformSettings, { body: { version, settings: { ...settings, newSchedules: {} } } });
  expect(await schedulesOf(await add('设置之后的通道'))).toEqual(CHOSEN);
  await admin.ask(setNewSchedules, { body: { version: await versionNow(), adapter: 'jasper', schedules: null } });
  expect(await schedulesOf(await add('恢复后的通道'))).toEqual(usual);
});

test('refused: what the interface does not offer at its field, an unknown one, an older version, whoever may not', async () => {
  const version = await versionNow();
  const body = { version, adapter: 'jasper', schedules: { ...CHOSEN, pools: 3_600 } };
  const refused = await admin.call(setNewSchedules, { body });
  expect(refused.code).toBe('4000607');
  expect(JSON.stringify(refused)).toContain('schedules.pools');
  expect((await admin.call(setNewSchedules, { body: { ...body, adapter: 'none' } })).code).toBe('4000603');
  expect(
    (await admin.call(setNewSchedules, { body: { ...body, version: version - 1, schedules: CHOSEN } })).status,
  ).toBe(409);
  expect((await agent.call(setNewSchedules, { body: { ...body, schedules: CHOSEN } })).status).toBe(403);
});
