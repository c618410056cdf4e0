import type { Locator, Page } from '@playwright/test';

/** What a screen opens without leaving it, and what may be pressed to have it opened. */
const OPENED = '[role="dialog"]:visible, [role="alertdialog"]:visible, .ant-popover:visible, .ant-popconfirm:visible';
const MENU = '.ant-dropdown:visible [role="menuitem"]';
const PRESSED = '#content button:visible:enabled:not([role="switch"]):not([role="radio"]):not([role="checkbox"])';
/** A screen of many is judged by its first ones. */
const MOST = 30;
const PATIENCE_MS = 1_200;
/** What leaves the screen, or changes only how it looks. */
const LEFT_ALONE =
  /^(刷新|Refresh|查询|Search|重置|Reset|上一页|下一页|Previous page|Next page|收起|展开|Collapse|Expand)$/;

type Door = { readonly name: string; readonly at: number };

/**
 * Presses every button and tab of a screen, once with nothing selected and once with its first row selected, and tells of each sheet,
 * dialog, bubble or other tab that appears. Every press begins with the screen as it is when it opens. Nothing is confirmed or sent.
 */
export async function walkDoors(
  page: Page,
  begin: () => Promise<void>,
  tell: (door: string) => Promise<void>,
): Promise<void> {
  const known = new Set<string>();
  for (const select of [false, true]) {
    await begin();
    if (select && !(await selectFirst(page))) return;
    const doors = (await doorsOf(page)).filter(({ name }) => !known.has(name) && !LEFT_ALONE.test(name));
    for (const door of doors.slice(0, MOST)) {
      known.add(door.name);
      await begin();
      if (select) await selectFirst(page);
      await press(page, page.locator(PRESSED).nth(door.at), door.name, tell);
    }
  }
  await begin();
  const tabs = await page.locator('#content [role="tab"]:visible').count();
  for (let at = 1; at < tabs; at += 1) {
    const tab = page.locator('#content [role="tab"]:visible').nth(at);
    await tab.click({ timeout: 2_000 }).catch(() => undefined);
    await page.waitForTimeout(PATIENCE_MS);
    await tell(`tab-${(await tab.textContent())?.trim() ?? at}`);
  }
}

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
  return box.check({ timeout: 3_000 }).then(
    () => true,
    () => false,
  );
}

async function press(page: Page, button: Locator, name: string, tell: (door: string) => Promise<void>): Promise<void> {
  const address = page.url();
  if (
    !(await button.click({ timeout: 2_000 }).then(
      () => true,
      () => false,
    ))
  )
    return;
  const opened = page.locator(OPENED).first();
  const menu = page.locator(MENU);
  await opened
    .or(menu.first())
    .first()
    .waitFor({ timeout: PATIENCE_MS })
    .catch(() => undefined);
  if (page.url().split('?')[0] !== address.split('?')[0]) return;
  if (await opened.isVisible()) {
    await page.waitForTimeout(PATIENCE_MS);
    return tell(name);
  }
  const entries = await menu.count();
  if (entries === 0) return;
  await tell(`${name}-menu`);
  for (let at = 0; at < entries; at += 1) {
    const entry = menu.nth(at);
    if (!(await entry.isVisible())) await button.click({ timeout: 2_000 }).catch(() => undefined);
    const words = (await entry.textContent({ timeout: 2_000 }).catch(() => undefined))?.trim();
    if (
      !(await entry.click({ timeout: 2_000 }).then(
        () => true,
        () => false,
      ))
    )
      continue;
    await page.waitForTimeout(PATIENCE_MS);
    if (page.url().split('?')[0] !== address.split('?')[0]) return;
    if (!(await opened.isVisible())) continue;
    await tell(`${name}-${words ?? at}`);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(300);
  }
}
