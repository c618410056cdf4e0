import { editPlatformSettings, readPlatformSettings, readSite } from '@cardinal/contract/api/settings/settings.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';

const it = await forThisFile(testApp({ demo: 'people' }));

const at = (host: string) => it.nobody.ask(readSite, { raw: { headers: { host } } });

test('a notice of maintenance is told to everybody on its host, and what is only for tests on test and local hosts', async () => {
  const [admin, agent] = [await it.as('admin'), await it.as('agent')];
  const { version, settings } = await admin.ask(readPlatformSettings);
  const [first, ...others] = settings.sites;
  const notice = { zh: '今晚 23:00 升级', en: 'Upgrade at 23:00' };
  const body = { version, settings: { ...settings, sites: [{ ...first!, maintenanceNotice: notice }, ...others] } };
  expect((await agent.call(editPlatformSettings, { body })).status).toBe(403);
  expect((await at('cardinal.localhost')).maintenanceNotice).toEqual({ zh: '', en: '' });
  await admin.ask(editPlatformSettings, { body });
  expect((await at('cardinal.localhost')).maintenanceNotice).toEqual(notice);
  expect((await at('unicom.localhost')).maintenanceNotice).toEqual({ zh: '', en: '' });
  expect((await at('cardinal.localhost')).isCaptchaFixed).toBe(false);
  expect((await at('test.localhost')).isCaptchaFixed).toBe(true);
});
