import { type Browser, expect, type Page, test } from '@playwright/test';
import { sessionOf } from './signIn.ts';

/** A package on its way down the tree: given at a margin, never below the floor, and seen below at its own price only. */

test.use({ actionTimeout: 60_000 });

const CODE = 'LT-M1G';

async function as(browser: Browser, account: string): Promise<Page> {
  const context = await browser.newContext({ storageState: await sessionOf(browser, account), locale: 'zh-CN' });
  return context.newPage();
}

/** Opens the package of this code in the caller's own list, and answers with its row. */
async function held(page: Page) {
  await page.goto(`/packageManagement/packageList?code=${CODE}`);
  const row = page.locator('tbody tr').filter({ hasText: CODE }).first();
  await expect(row).toBeVisible();
  return row;
}

const amountIn = async (page: Page, title: RegExp): Promise<string> => {
  const heads = await page.locator('thead th').allInnerTexts();
  const at = heads.findIndex((head) => title.test(head));
  expect(at, `a column ${title}`).toBeGreaterThanOrEqual(0);
  return (await page.locator('tbody tr').filter({ hasText: CODE }).first().locator('td,th').nth(at).innerText()).trim();
};

test('an agent gives a package at a margin, not below its floor, and the child sees its own price alone', async ({
  browser,
}) => {
  const agent = await as(browser, 'agent');
  await held(agent);
  const paid = await amountIn(agent, /我的结算价/);
  const floor = await amountIn(agent, /最低售价/);

  await (await held(agent)).getByRole('button', { name: '分配' }).click();
  const form = agent.getByRole('dialog', { name: `分配 ${CODE}` });
  await form.getByLabel('下级客户').click();
  await agent.keyboard.type('华东');
  await agent.locator('.ant-select-item-option').filter({ hasText: '甲代理华东分部' }).first().click();
  await agent.keyboard.press('Tab');

  const amount = form.getByRole('textbox', { name: '结算价' });
  await amount.fill((Number(floor) - 0.01).toFixed(2));
  await form.getByRole('button', { name: '分配', exact: true }).click();
  await expect(form.getByText(`价格不能低于底价 ${floor}`)).toBeVisible();

  await form.getByRole('combobox', { name: '定价方式' }).click();
  await agent.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: '我的毛利' }).click();
  const price = (Number(paid) + 1.37).toFixed(2);
  await form.getByRole('textbox', { name: '我的毛利' }).fill('1.37');
  await expect(form.getByText(`下级结算价 ${price}`)).toBeVisible();
  await form.getByRole('button', { name: '分配', exact: true }).click();
  // Those below the child who would sell at a loss are asked about, in a tree that has any.
  const loss = agent.getByRole('button', { name: '改价并停止其销售' });
  await expect.poll(async () => (await form.isHidden()) || (await loss.isVisible())).toBe(true);
  if (await loss.isVisible()) await loss.click();
  await expect(form).toBeHidden();

  // The child's panel says what it was given, at the price of a moment ago.
  await agent.goto('/userManagement/user?shown=11&tab=packages');
  const given = agent.getByRole('tabpanel', { name: '套餐与价格' });
  await expect(given.getByRole('row').filter({ hasText: CODE }).first()).toContainText(price);

  const child = await as(browser, 'subagent');
  const answered = child.waitForResponse((answer) => /held-?packages/i.test(answer.url()));
  const row = await held(child);
  await expect(row).toContainText(price);
  expect(await amountIn(child, /我的结算价/)).toBe(price);
  const [mine] = ((await (await answered).json()) as { data: { list: Record<string, unknown>[] } }).data.list;
  expect(mine).toMatchObject({ reservePrice: String(Math.round(Number(price) * 100)) });
  // Neither what its parent pays nor what the maker pays stands anywhere in the answer.
  expect(JSON.stringify(mine)).not.toContain(`"${Math.round(Number(paid) * 100)}"`);
  expect(Object.keys(mine ?? {}).filter((key) => /cost|margin|parent/i.test(key))).toEqual([]);
});
