import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import { expect, type Locator, type Page } from '@playwright/test';
import { CARD_PRODUCT, CARRIER_ACCOUNT } from './carrier.ts';

/** A number as the screens write it. */
export const said = (count: number): string => count.toLocaleString('en');

/** A delivery sheet as another program writes it. */
export async function sheetOf(iccids: readonly string[], name: string): Promise<string> {
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([['ICCID', '备注'], ...iccids.map((iccid) => [iccid, '首批到货'])]),
    '到货单',
  );
  const path = join(tmpdir(), name);
  await writeFile(path, write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
  return path;
}

const panel = (page: Page): Locator => page.getByRole('dialog').filter({ visible: true });

/** Opens a select of a form, picks the named option and checks that it is selected. */
async function choose(sheet: Locator, name: string, title: string): Promise<void> {
  await sheet.getByRole('combobox', { name }).click();
  await sheet.page().getByTitle(title).click();
  await expect(sheet.getByTitle(title)).toBeVisible();
}

/** Uploads a sheet and has it checked; the panel then offers to import `count` cards. */
export async function uploadSheet(page: Page, file: string, count: number): Promise<Locator> {
  await page.goto('/system/importCard');
  // An account without a batch sees the button again in place of the list.
  await page.getByRole('main').getByRole('button', { name: '导入卡', exact: true }).first().click();
  const sheet = panel(page);
  await sheet.locator('input[type=file]').setInputFiles(file);
  await choose(sheet, '通道', CARRIER_ACCOUNT);
  await choose(sheet, '产品', CARD_PRODUCT);
  await sheet.getByRole('button', { name: '上传并校验' }).click();
  const start = sheet.getByRole('button', { name: `导入 ${said(count)} 张卡` });
  await expect(start).toBeVisible({ timeout: 60_000 });
  return start;
}

/** Finds cards by a pasted list of ICCIDs. */
export async function findPasted(page: Page, iccids: readonly string[]): Promise<void> {
  await page.goto('/cardsManagement/flowCardManagement');
  await page.getByRole('button', { name: '粘贴号码查找' }).click();
  const sheet = panel(page);
  // The browser alone takes seconds for a thousand lines typed at once, more beside other browsers.
  await sheet.getByLabel('号码列表').fill(iccids.join('\n'), { timeout: 60_000 });
  await sheet.getByRole('button', { name: '查找', exact: true }).click();
  await expect(page.getByText(`任意号码：${said(iccids.length)} 个号码`)).toBeVisible();
}

/** The list's total. */
export const expectTotal = (page: Page, count: number): Promise<void> =>
  expect(page.getByText(`共 ${said(count)} 条`, { exact: true })).toBeVisible({ timeout: 30_000 });

/** One of the numbers over the list, as it stands. */
export const figure = (page: Page, name: string): Locator =>
  page
    .getByRole('main')
    .locator('.figure')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('.figure-value');

/** Selects the page and then everything the filter finds. */
export async function selectAllFound(page: Page, count: number): Promise<void> {
  await page.getByRole('checkbox', { name: '选择本页' }).check();
  const all = page.getByRole('button', { name: `选择全部筛选结果 ${said(count)}` });
  if (count > 20) await all.click();
  await expect(page.getByRole('region', { name: '批量操作' })).toContainText(said(count));
}

/** Previews an action on the selection, reads the preview, and confirms it as a user must. */
export async function act(page: Page, action: string, count: number): Promise<void> {
  await page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: action, exact: true }).click();
  const sheet = panel(page);
  await sheet.getByRole('button', { name: /预\s?检/ }).click();
  const willChange = sheet.locator('.box').filter({ hasText: '将执行' });
  await expect(willChange).toContainText(said(count), { timeout: 60_000 });
  const words = `${action} ${said(count)} 张卡`;
  await sheet.getByRole('button', { name: words }).click();
  const question = page.getByRole('dialog', { name: `${words}？` });
  if (count >= 1_000) await question.getByRole('textbox').fill(String(count));
  await question.getByRole('button', { name: words }).click();
  await expect(page.getByText(/任务 \S+ 已提交/)).toBeVisible({ timeout: 30_000 });
}
