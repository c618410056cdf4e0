import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { bytesOfBase32, codeOf, stepAt } from '@cardinal/server/domains/identity/signIn/totp.ts';
import { type ChildProgram, startChild } from '@cardinal/server/quality/childProgram.ts';
import { freePort } from '@cardinal/server/runtime/freePort.ts';
import { temporaryFolder } from '@cardinal/testing/folders.ts';
import { expect, test } from '@playwright/test';

const PASSWORD = 'Voyage#2027';

let folder: string;
let production: ChildProgram;
test.beforeAll(async () => {
  folder = temporaryFolder('first-start');
  production = await startChild({
    NODE_ENV: 'production',
    PORT: String(await freePort()),
    DATA_DIR: folder,
    SECRETS_KEY: randomBytes(32).toString('base64'),
  });
});
test.afterAll(async () => {
  production?.signal('SIGTERM');
  await production?.ended;
  rmSync(folder, { recursive: true, force: true });
});

test('an empty installation is set up by the code of its log, and its administrator is signed in with two steps', async ({
  page,
}) => {
  const code = /set-up code: ([A-Z0-9-]+)/.exec(production.said())?.[1] ?? '';
  await page.goto(`${production.address}/system/menu`);
  await expect(page.getByRole('heading', { level: 1, name: '初始设置' })).toBeVisible();
  await page.getByLabel('安装码').fill('AAAA-BBBB-CCCC-DDDD-EEEE');
  await page.getByLabel('公司名称').fill('远航物联');
  await page.getByLabel('管理员姓名').fill('陈晨');
  await page.getByLabel('登录账号').fill('chief');
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByLabel('再次输入密码').fill(PASSWORD);
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByText('安装码错误，请查看服务器日志')).toBeVisible();
  await page.getByLabel('安装码').fill(code);
  await page.getByRole('button', { name: '下一步' }).click();

  await expect(page.getByRole('img', { name: '两步验证的二维码' })).toBeVisible();
  const secret = (await page.locator('form code').innerText()).replaceAll(' ', '');
  await page.getByLabel('验证码', { exact: true }).fill(codeOf(bytesOfBase32(secret), stepAt(new Date())));
  await page.getByRole('button', { name: '创建并登录' }).click();

  await expect(page.getByRole('heading', { level: 1, name: '请保存恢复码' })).toBeVisible();
  await expect(page.locator('form li code')).toHaveCount(10);
  await page.getByRole('button', { name: '接入运营商' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '通道配置' })).toBeVisible();
});
