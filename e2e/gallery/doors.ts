import type { Locator, Page } from '@playwright/test';

/** What a screen opens without leaving it, and which controls open it. */
const OPENED = '[role="dialog"]:visible, [role="alertdialog"]:visible, .ant-popover:visible, .ant-popconfirm:visible';
const MENU = '.ant-dropdown:visible [role="menuitem"]';
const PRESSED = '#content button:visible:enabled:not([role="switch"]):not([role="radio"]):not([role="checkbox"])';
/** A screen of many is judged by its first ones. */
const MOST = 30;
const WAIT_LIMIT_MS = 1_000;
/** What leaves the screen, or changes only how it looks. */
const LEFT_ALONE =
  /^(刷新|Refresh|查询|Search|重置|Reset|上一页|下一页|Previous page|Next page|收起|展开|Collapse|Expand)$/;

type Door = { readonly name: string; readonly at: number };

/**
 * Presses every button and tab of a screen, with nothing selected and with its first row selected, and reports each sheet,
 * dialog, popover or tab that appears. Every press starts from the freshly opened screen. Nothing is confirmed or sent.
 */
export async function walkDoors(
  page: Page,
  begin: () => Promise<void>,
  tell: (door: string) => Promise<void>,
): Promise<void> {
  const known = new Set<string>();
  for (const isSelected of [false, true]) {
    const ready = async () => {
      await begin();
      return !isSelected || selectFirst(page);
    };
    if (!(await ready())) return;
    const address = page.url();
    const doors = (await doorsOf(page)).filter(({ name }) => !known.has(name) && !LEFT_ALONE.test(name));
    for (const door of doors.slice(0, MOST)) {
      known.add(door.name);
      await press(page, page.locator(PRESSED).nth(door.at), door.name, tell);
      await page.keyboard.press('Escape');
      await gone(page);
      if (page.url() !== address || (await openedOf(page).count()) > 0 || !(await stands(page, door))) await ready();
    }
  }
  await begin();
  const tabs = page.locator('#content [role="tab"]:visible');
  for (let at = 1; at < (await tabs.count()); at += 1) {
    const tab = tabs.nth(at);
    await tab.click({ timeout: 2_000 }).catch(() => undefined);
    await calm(page);
    await tell(`tab-${(await tab.textContent())?.trim() ?? at}`);
  }
}

const openedOf = (page: Page): Locator => page.locator(OPENED);

/** Open layers have had time to close. */
const gone = (page: Page): Promise<unknown> =>
  openedOf(page)
    .first()
    .waitFor({ state: 'hidden', timeout: WAIT_LIMIT_MS })
    .catch(() => undefined);

/** Nothing is loading and all animations have ended. */
async function calm(page: Page): Promise<void> {
  await page.waitForTimeout(300);
  await page
    .locator('[aria-busy="true"], .bone')
    .first()
    .waitFor({ state: 'hidden', timeout: 5_000 })
    .catch(() => undefined);
  await page.waitForTimeout(200);
}

const nameOf = (button: Locator): Promise<string> =>
  button.evaluate((each) => (each.getAttribute('aria-label') ?? each.textContent ?? '').trim(), undefined, {
    timeout: 1_000,
  });

/** The button is where it was, so the screen is as it was. */
const stands = (page: Page, door: Door): Promise<boolean> =>
  nameOf(page.locator(PRESSED).nth(door.at)).then(
    (name) => name === door.name,
    () => false,
  );

/** One button of each name: those of the second row are those of the first. */
async function doorsOf(page: Page): Promise<Door[]> {
  const names = await page
    .locator(PRESSED)
    .evaluateAll((all) => all.map((each) => (each.getAttribute('aria-label') ?? each.textContent ?? '').trim()));
  const seen = new Set<string>();
  return names.flatMap((name, at) => {
    const kind = name.replace(/\d{3,}/g, '#');
    if (seen.has(kind)) return [];
    seen.add(kind);
    return [{ name, at }];
  });
}

async function selectFirst(page: Page): Promise<boolean> {
  const box = page.locator('#content tbody tr input[type="checkbox"]').first();
  if ((await box.count()) === 0) return false;
  return succeeds(box.check({ timeout: 3_000 }));
}

const succeeds = (deed: Promise<unknown>): Promise<boolean> =>
  deed.then(
    () => true,
    () => false,
  );

async function press(page: Page, button: Locator, name: string, tell: (door: string) => Promise<void>): Promise<void> {
  const path = () => new URL(page.url()).pathname;
  const before = path();
  if (!(await succeeds(button.click({ timeout: 2_000 })))) return;
  const opened = openedOf(page).first();
  const menu = page.locator(MENU);
  await succeeds(opened.or(menu.first()).first().waitFor({ timeout: WAIT_LIMIT_MS }));
  if (path() !== before) return;
  if (await opened.isVisible()) {
    await calm(page);
    return tell(name);
  }
  const entries = await menu.count();
  if (entries === 0) return;
  await tell(`${name}-menu`);
  for (let at = 0; at < entries; at += 1) {
    const entry = menu.nth(at);
    if (!(await entry.isVisible())) await succeeds(button.click({ timeout: 2_000 }));
    const words = await entry.textContent({ timeout: 1_000 }).catch(() => undefined);
    if (!(await succeeds(entry.click({ timeout: 1_000 })))) continue;
    await succeeds(opened.waitFor({ timeout: WAIT_LIMIT_MS }));
    if (path() !== before) return;
    if (!(await opened.isVisible())) continue;
    await calm(page);
    await tell(`${name}-${words?.trim() ?? at}`);
    await page.keyboard.press('Escape');
    await gone(page);
  }
}
