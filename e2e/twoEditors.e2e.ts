import { type Browser, expect, type Page, test } from '@playwright/test';
import { sessionOf } from './signIn.ts';

/** Two people edit one record: the second sees the difference, chooses field by field, and loses nothing. */

test.use({ actionTimeout: 60_000 });

const SPEC = '500 MB';
const stamp = Date.now().toString(36);

const field = (page: Page, name: string) => page.getByRole('dialog').getByRole('textbox', { name });

/** The open form of the specification, in a browser of its own. */
async function editing(browser: Browser, name: string): Promise<Page> {
  const context = await browser.newContext({ storageState: await sessionOf(browser, 'operator'), locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto('/packageManagement/flowConfig');
  await page.getByRole('row').filter({ hasText: name }).first().getByRole('button', { name: '编辑' }).click();
  await expect(field(page, '规格名称')).toHaveValue(new RegExp(name));
  return page;
}
const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: '保存' }).click();

test('who saves second sees what the other changed, keeps or takes each field, and saves over the new version', async ({
  browser,
}) => {
  const [first, second] = [await editing(browser, SPEC), await editing(browser, SPEC)];
  const begun = await field(second, '排序').inputValue();
  const [theirs, mine] = [`${SPEC} 甲 ${stamp}`, `${SPEC} 乙 ${stamp}`];
  const sort = String(Number(begun) + 1);

  await field(first, '规格名称').fill(theirs);
  await field(first, '排序').fill(sort);
  await save(first);
  await expect(first.getByRole('row').filter({ hasText: theirs })).toBeVisible();

  await field(second, '规格名称').fill(mine);
  await save(second);
  const difference = second.getByRole('region', { name: '编辑期间，此内容已被他人修改' });
  await expect(difference).toBeFocused();
  const named = difference.getByRole('radiogroup', { name: '规格名称' });
  const sorted = difference.getByRole('radiogroup', { name: '排序' });
  await expect(named.getByText(theirs)).toBeVisible();
  await expect(named.getByText(mine)).toBeVisible();
  await expect(named.getByRole('radio', { name: '保留我的' })).toBeChecked();
  await expect(named.getByRole('radio', { name: '保留我的' })).toHaveAccessibleDescription(mine);
  await expect(sorted.getByRole('radio', { name: '采用对方的' })).toBeChecked();
  await expect(field(second, '规格名称')).toHaveValue(mine);
  await expect(field(second, '排序')).toHaveValue(sort);

  // By keyboard alone: the other's name, and back; then one's own order.
  await second.keyboard.press('Tab');
  await second.keyboard.press('ArrowLeft');
  await expect(field(second, '规格名称')).toHaveValue(theirs);
  await second.keyboard.press('ArrowRight');
  await expect(field(second, '规格名称')).toHaveValue(mine);
  await second.keyboard.press('Tab');
  await second.keyboard.press('ArrowRight');
  await expect(field(second, '排序')).toHaveValue(begun);

  await save(second);
  await expect(second.getByRole('dialog')).toBeHidden();
  const row = second.getByRole('row').filter({ hasText: mine });
  await expect(row).toBeVisible();
  await expect(row).toContainText(begun);
});
