import { type Browser, devices, expect, type Locator, type Page, test } from '@playwright/test';
import { ADDRESS, SIMULATOR } from './cardinal.ts';
import { sessionOf } from './signIn.ts';

/** A balance recharged by scanning a code: the merchant is connected, routed, paid through, and the dialog closes by itself. */

test.use({ actionTimeout: 60_000 });

async function as(browser: Browser, account: string): Promise<Page> {
  const context = await browser.newContext({ storageState: await sessionOf(browser, account), locale: 'zh-CN' });
  return context.newPage();
}

async function control<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${SIMULATOR}/_control/wechat/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

const PUBLIC_ACCOUNT = 'wxc0ffee0000000010';

type Opened = { readonly merchantNo: string; readonly credentials: Readonly<Record<string, string>> };

const LABELS: Readonly<Record<string, string>> = {
  mchid: '商户号',
  appid: 'AppID',
  apiV3Key: 'APIv3 密钥',
  certificate: '商户 API 证书',
  privateKey: '商户 API 私钥',
  publicKeyId: '微信支付公钥 ID',
  publicKey: '微信支付公钥',
};
const field = (form: Locator, label: string) => form.getByLabel(new RegExp(`^${label}\\*?$`));

test('a merchant is connected and routed, and an agent recharges by scanning', async ({ browser }) => {
  // Of the demo's public account as well, whose buyers pay through whatever is in use here.
  const opened = await control<Opened>('POST', 'merchants', { usesPublicKey: true, appid: PUBLIC_ACCOUNT });
  const name = `微信商户 ${opened.merchantNo}`;

  const admin = await as(browser, 'admin');
  await admin.goto('/permission/merchantList');
  await admin.getByRole('button', { name: '新增商户' }).click();
  const form = admin.getByRole('dialog', { name: '新增商户' });
  await field(form, '商户名称').fill(name);
  for (const [key, value] of Object.entries(opened.credentials)) {
    const isWrong = key === 'apiV3Key';
    await field(form, LABELS[key] ?? key).fill(isWrong ? 'too short' : value);
  }
  await field(form, '通知地址').fill(ADDRESS);
  await field(form, '接口地址').fill(`${SIMULATOR}/wechat`);
  await form.getByRole('button', { name: '保存' }).click();
  // Refused at the field that is wrong; nothing is saved.
  await expect(field(form, 'APIv3 密钥')).toHaveAttribute('aria-invalid', 'true');
  await field(form, 'APIv3 密钥').fill(opened.credentials['apiV3Key'] ?? '');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toBeHidden();
  const panel = admin.getByRole('dialog', { name });
  await expect(panel.getByText(opened.credentials['apiV3Key'] ?? '')).toHaveCount(0);
  await panel.getByRole('button', { name: '测试连接' }).click();
  await expect(panel.getByRole('status')).toContainText('毫秒');

  await admin.goto('/permission/paymentConfig');
  await admin.getByRole('button', { name: '新增收款商户' }).click();
  const route = admin.getByRole('dialog', { name: '新增收款商户' });
  await field(route, '商户').click();
  await admin.locator('.ant-select-item-option').filter({ hasText: opened.merchantNo }).click();
  await route.getByRole('button', { name: '保存' }).click();
  await expect(route).toBeHidden();

  // The demo's merchant is in use: from now on this one is.
  await admin.goto('/permission/paymentConfig?shown=1.balanceRecharge.CNY.11');
  const routed = admin.locator('section').filter({ hasText: name });
  await routed.getByRole('button', { name: '切换为现用' }).click();
  const reason = admin.getByRole('dialog', { name: /^切换到/ });
  await reason.getByLabel(/^原因/).fill('试用新商户');
  await reason.getByRole('button', { name: '切换' }).click();
  await expect(routed.getByText('现用', { exact: true })).toBeVisible();

  const agent = await as(browser, 'agent');
  await agent.goto('/userManagement/userRecharge');
  await agent.getByRole('button', { name: '在线充值' }).click();
  const recharge = agent.getByRole('dialog', { name: '在线充值' });
  await field(recharge, '金额').fill('100.00');
  await recharge.getByRole('button', { name: '去付款' }).click();
  const payment = agent.getByRole('dialog', { name: '在线付款' });
  await expect(payment.getByRole('img', { name: '付款二维码' })).toBeVisible();
  await payment.getByRole('button', { name: '我已付款，立即查询' }).click();
  await expect(payment.getByText('支付反馈有延迟，请等待几分钟')).toBeVisible();
  const tradeNo = await payment.getByText(/^P[0-9A-Z]{8,}$/).innerText();
  const trade = await control<{ merchantNo: string }>('GET', `trades/${tradeNo}`);
  expect(trade.merchantNo).toBe(opened.merchantNo);
  await control('POST', `trades/${tradeNo}/pay`, {});
  await expect(agent.getByText(/已到账 100.00 CNY，余额/)).toBeVisible();
  await expect(payment).toBeHidden();

  const row = agent.locator('tbody tr').filter({ hasText: '100.00' }).first();
  await expect(row).toContainText('已入账');
  await row.getByRole('button', { name: '详情' }).click();
  const story = agent.getByRole('dialog', { name: /^CZ|^R|充值单/ });
  await story.getByRole('tab', { name: '在线支付' }).click();
  await expect(story.getByText('已处理')).toBeVisible();

  // A phone cannot scan its own screen: WeChat is opened by a page, and leads back.
  const { defaultBrowserType, ...pixel } = devices['Pixel 7'];
  const phone = await browser.newContext({
    ...pixel,
    storageState: await sessionOf(browser, 'agent'),
    locale: 'zh-CN',
  });
  const hand = await phone.newPage();
  await hand.goto('/userManagement/userRecharge');
  await hand.getByRole('button', { name: '在线充值' }).click();
  const byPhone = hand.getByRole('dialog', { name: '在线充值' });
  await field(byPhone, '金额').fill('30.00');
  await byPhone.getByRole('button', { name: '去付款' }).click();
  const opening = phone.waitForEvent('page');
  await hand.getByRole('link', { name: '打开付款页面' }).click();
  const wechat = await opening;
  await wechat.getByRole('button', { name: '确认付款' }).click();
  await expect(wechat).toHaveURL(/\/userManagement\/userRecharge/);
  await expect(hand.getByText(/已到账 30.00 CNY，余额/)).toBeVisible();
});
