import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectTotal, figure, sheetOf } from './cardJourney.ts';
import { CARD_PRODUCT, deliver, effectsOn, iccidsOf, OTHER_ACCOUNT } from './carrier.ts';
import { eachSignedIn } from './signIn.ts';

/** Import, search and stop by somebody who has no mouse: nothing here is clicked or focused by a program. */

/** Numbers of these journeys; the spine and the kills have others. */
const SERIES = Number(process.env['E2E_SERIES'] ?? 11) + 2;
const iccids = iccidsOf(SERIES, 5);
const [first] = iccids as [string];
const CARDS = '/cardsManagement/flowCardManagement';

test.describe.configure({ mode: 'serial' });
test.use({ actionTimeout: 60_000 });

let page: Page;
eachSignedIn('agent', (signedIn) => {
  page = signedIn;
});

const panel = () => page.getByRole('dialog').filter({ visible: true });
const press = (key: string) => page.keyboard.press(key);
const isFocused = (target: Locator) => target.evaluate((element) => element.matches(':focus'));

/** Tab until it has the focus, as often as a person would put up with. */
async function tabTo(target: Locator, most = 60): Promise<void> {
  await expect(target).toBeAttached();
  for (let at = 0; at < most && !(await isFocused(target)); at += 1) await press('Tab');
  await expect(target).toBeFocused();
}

/** Types into the palette and opens what it finds. */
async function jumpTo(words: string): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  await press('Control+k');
  await expect(panel().getByRole('combobox')).toBeFocused();
  await page.keyboard.type(words);
  await expect(panel().getByRole('option', { selected: true })).toContainText(words);
  await press('Enter');
}

/** Opens a screen from wherever one is. */
async function goTo(name: string, path: string): Promise<void> {
  await jumpTo(name);
  await expect(page).toHaveURL(new RegExp(path));
}

/** Types into a choice of a form and takes what is found; one that asks the server is given until the answer to all that was typed. */
async function choose(name: string, title: string, asks = false): Promise<void> {
  const box = panel().getByRole('combobox', { name });
  const words = title.split(' · ')[0] as string;
  await tabTo(box);
  const found = asks && page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('keyword') === words);
  await page.keyboard.type(words);
  await found;
  // Enter takes what is marked; the choices of what was typed before are still there for a moment, marked too.
  await expect(panel().locator('.anticon-loading')).toHaveCount(0);
  await expect(page.locator('.ant-select-item-option-active').filter({ visible: true })).toHaveAttribute(
    'title',
    title,
  );
  await press('Enter');
  await expect(panel().getByTitle(title)).toBeVisible();
}

/** Pastes numbers into the filter of the card list. */
async function findPasted(numbers: readonly string[]): Promise<void> {
  const find = page.getByRole('button', { name: '粘贴号码查找' });
  await tabTo(find);
  await press('Enter');
  await tabTo(panel().getByLabel('号码列表'));
  await page.keyboard.insertText(numbers.join('\n'));
  await tabTo(panel().getByRole('button', { name: '查找', exact: true }));
  await press('Enter');
  await expect(panel()).toHaveCount(0);
  await expect(find).toBeFocused();
  await expectTotal(page, numbers.length);
}

test('without a mouse cards are imported from a sheet, and closing the panel leads back to its button', async () => {
  await deliver(iccids, OTHER_ACCOUNT.username);
  const file = await sheetOf(iccids, 'cardinal-keyboard.xlsx');
  // Before the screen: the browser learns a while later that its window of files is not wanted.
  page.on('filechooser', (chooser) => void chooser.setFiles(file));
  await page.goto('/dashboard');
  await goTo('导入卡', '/system/importCard');
  const add = page.getByRole('main').getByRole('button', { name: '导入卡', exact: true }).first();
  await tabTo(add);
  await press('Enter');
  await tabTo(panel().getByLabel('导入文件'));
  await press('Enter');
  await expect(panel().getByText('内容已校验')).toBeVisible();
  await choose('通道', OTHER_ACCOUNT.name);
  await choose('产品', CARD_PRODUCT, true);
  await tabTo(panel().getByRole('button', { name: '上传并校验' }));
  await press('Enter');
  await tabTo(panel().getByRole('button', { name: '导入 5 张卡' }));
  await press('Enter');
  await expect(panel().getByText('已导入 5 张卡')).toBeVisible({ timeout: 120_000 });
  await press('Escape');
  await expect(panel()).toHaveCount(0);
  await expect(add).toBeFocused();
});

test('without a mouse a card is found by its last digits from anywhere, and several by pasting them', async () => {
  await page.goto('/dashboard');
  await jumpTo(first);
  await expect(page).toHaveURL(/cardDetailLt/);
  await expect(page.getByRole('heading', { level: 1 }).filter({ hasText: first })).toBeVisible();
  await goTo('流量卡管理', CARDS);
  await findPasted(iccids.slice(1));
});

test('without a mouse three cards are ticked, previewed and stopped, and the focus stays on the screen', async () => {
  const three = iccids.slice(0, 3);
  await page.goto(CARDS);
  const skip = page.getByRole('link', { name: '跳到内容' });
  await tabTo(skip, 3);
  await press('Enter');
  await findPasted(three);
  await expect(figure(page, '已激活')).toHaveText('3', { timeout: 120_000 });
  const ticks = page.locator('tbody td.tick input');
  await tabTo(page.getByRole('checkbox', { name: '选择本页' }), 120);
  await press('Space');
  const bar = page.getByRole('region', { name: '批量操作' });
  await expect(bar).toContainText('按 Enter 选择操作');
  await tabTo(ticks.first());
  await press('Enter');
  await expect(bar.getByRole('button', { name: '停机' })).toBeFocused();
  await press('Enter');
  await tabTo(panel().getByRole('button', { name: '预检' }));
  await press('Enter');
  const stop = panel().getByRole('button', { name: '停机 3 张卡' });
  await tabTo(stop);
  await press('Enter');
  await tabTo(page.getByRole('dialog', { name: '停机 3 张卡？' }).getByRole('button', { name: '停机 3 张卡' }));
  await press('Enter');
  await expect(page.getByText(/停机任务 \S+ 已提交/)).toBeVisible();
  await expect(panel()).toHaveCount(0);
  await expect(page.locator('#content :focus, #content:focus')).toHaveCount(1);
  await expect(figure(page, '已停机')).toHaveText('3', { timeout: 120_000 });
  expect(await effectsOn(three)).toEqual({ '1': 3 });
});
