import { expect, type Page, test } from '@playwright/test';
import { sendLogin, sessionOf, WORDS } from './signIn.ts';

const MB = 1_024 * 1_024;

const TOLD = {
  zh: {
    prefix: '',
    empty: ['请输入账号', '请输入密码', '请输入验证码'],
    wrongCode: '验证码错误或已过期',
    wrongPassword: '账号或密码错误',
    add: '导入卡',
    upload: '上传并校验',
    noFile: '请上传导入文件',
    type: '文件类型错误，只支持 xls, xlsx',
    size: '文件大小不能超过 5 MB',
    content: '文件内容不是 Excel 工作簿',
    oldPassword: '原密码',
    newPassword: '新密码',
    again: '确认新密码',
    change: '修改密码',
    rule: /字母.*数字/,
    differs: /不一致/,
  },
  en: {
    prefix: '/en',
    empty: ['Please enter Account', 'Please enter Password', 'Please enter Verification code'],
    wrongCode: /verification code/i,
    wrongPassword: 'Wrong account or password',
    add: 'Import cards',
    upload: 'Upload and check',
    noFile: 'Upload the import file',
    type: 'Wrong file type; only xls, xlsx',
    size: 'File size cannot exceed 5 MB',
    content: 'The file is not an Excel workbook',
    oldPassword: 'Old password',
    newPassword: 'New password',
    again: 'New password again',
    change: 'Change password',
    rule: /letters/i,
    differs: /match|same|differ/i,
  },
} as const;

/** Records everything the page sends to the server from now on, by method and path. */
function sent(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return calls;
}

for (const language of ['zh', 'en'] as const) {
  const told = TOLD[language];

  test(`the login says what is wrong (${language})`, async ({ page }) => {
    await page.goto(`${told.prefix}/login`);
    await page.getByRole('button', { name: WORDS[language].submit, exact: true }).click();
    for (const words of told.empty) await expect(page.getByText(words).first()).toBeVisible();
    await sendLogin(page, { account: 'nobody', code: '0000' }, language);
    await expect(page.locator('.login-refusal')).toHaveText(told.wrongCode);
    await sendLogin(page, { account: 'nobody', password: 'Wrong@2026' }, language);
    await expect(page.locator('.login-refusal')).toHaveText(told.wrongPassword);
    await expect(page.getByLabel(WORDS[language].account, { exact: true })).toHaveValue('nobody');
  });

  test(`a file that cannot be imported is refused before anything is sent (${language})`, async ({ browser }) => {
    const context = await browser.newContext({ storageState: await sessionOf(browser, 'operator'), locale: 'zh-CN' });
    const page = await context.newPage();
    await page.goto(`${told.prefix}/system/importCard`);
    const add = page.getByRole('main').getByRole('button', { name: told.add, exact: true }).first();
    // The screen, the panel and its form are awaited one by one: on a slow machine each may take its time.
    await expect(add).toBeVisible();
    await add.click();
    const sheet = page.getByRole('dialog', { name: told.add });
    await expect(sheet).toBeVisible();
    const calls = sent(page);
    await sheet.getByRole('button', { name: told.upload }).click();
    await expect(sheet.getByText(told.noFile)).toBeVisible();
    const input = sheet.locator('input[type=file]');
    const give = (name: string, buffer: Buffer) => input.setInputFiles({ name, mimeType: 'text/csv', buffer });
    await give('cards.csv', Buffer.from('iccid\n1'));
    await expect(sheet.getByText(told.type)).toBeVisible();
    await give('cards.xlsx', Buffer.alloc(5 * MB + 1));
    await expect(sheet.getByText(told.size)).toBeVisible();
    await give('cards.xlsx', Buffer.from('%PDF-1.7 not a workbook'));
    await expect(sheet.getByText(told.content)).toBeVisible();
    await expect(input).toHaveAttribute('aria-invalid', 'true');
    expect(calls.filter((call) => call.includes('import'))).toEqual([]);
    await context.close();
  });

  test(`a form tells at the field what is wrong and keeps what was typed (${language})`, async ({ browser }) => {
    const context = await browser.newContext({ storageState: await sessionOf(browser, 'operator'), locale: 'zh-CN' });
    const page = await context.newPage();
    await page.goto(`${told.prefix}/changePassword/changePassword`);
    const calls = sent(page);
    const field = (name: string) => page.getByLabel(name, { exact: true });
    await field(told.oldPassword).fill('Cardinal@2026');
    await field(told.newPassword).fill('abcdef');
    await field(told.again).fill('abcdeg');
    await page.getByRole('main').getByRole('button', { name: told.change, exact: true }).click();
    const problemOf = async (name: string) => {
      const ids = ((await field(name).getAttribute('aria-describedby')) ?? '').split(' ').filter(Boolean);
      const words = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).textContent()));
      return words.join(' ');
    };
    await expect(field(told.newPassword)).toHaveAttribute('aria-invalid', 'true');
    expect(await problemOf(told.newPassword)).toMatch(told.rule);
    expect(await problemOf(told.again)).toMatch(told.differs);
    await expect(field(told.newPassword)).toHaveValue('abcdef');
    expect(calls.filter((call) => call.includes('password'))).toEqual([]);
    await context.close();
  });
}
