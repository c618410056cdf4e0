/**
 * `npm run manual -- --language en`: makes the manual's pictures anew in one language, from a demo that runs at E2E_PORT in that
 * language with CAPTCHA_FIXED=2468.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { debianBrowser } from '../tools/debianBrowser.ts';
import { ADDRESS } from './cardinal.ts';
import { appear, open } from './judging.ts';
import { sessionOf } from './signIn.ts';

const { language } = parseArgs({ options: { language: { type: 'string', default: 'zh' } } }).values;
const SIZE = { width: 1200, height: 760 } as const;

type Picture = { readonly name: string; readonly path: string; readonly account?: string; readonly pose?: Pose };
type Pose = (page: Page) => Promise<void>;

const tickThree: Pose = async (page) => {
  for (const at of [0, 1, 2]) await page.locator('tbody td.tick input').nth(at).check();
};

const PICTURES: readonly Picture[] = [
  { name: 'first-steps', path: '/dashboard' },
  { name: 'finding-cards', path: '/cardsManagement/flowCardManagement' },
  { name: 'stop-and-restart', path: '/cardsManagement/flowCardManagement', pose: tickThree },
  { name: 'importing', path: '/system/importCard', account: 'operator' },
  { name: 'products', path: '/product/proDistribute' },
  { name: 'customers', path: '/userManagement/user' },
  { name: 'esim', path: '/esimManagement/esimCardList' },
  { name: 'usage', path: '/cardsManagement/cardDetailLt?iccid=89860600000000000013' },
  { name: 'tasks', path: '/taskManagement/systemTask' },
  { name: 'interfaces', path: '/system/apiPermissionManage' },
];

/** A browser writes WebP, which is a third of a PNG. */
const asWebp = (page: Page, png: Buffer): Promise<string> =>
  page.evaluate<string>(`(async () => {
    const picture = await createImageBitmap(await (await fetch('data:image/png;base64,${png.toString('base64')}')).blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('2d').drawImage(picture, 0, 0);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  })()`);

const executablePath = debianBrowser();
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
const folder = join(import.meta.dirname, '../docs/manual', language, 'images');
mkdirSync(folder, { recursive: true });
try {
  // A page of its own: the console's policy forbids it to read data addresses.
  const writer = await browser.newPage();
  for (const { name, path, account = 'agent', pose } of PICTURES) {
    const context = await browser.newContext({
      baseURL: ADDRESS,
      storageState: await sessionOf(browser, account, ADDRESS),
      viewport: SIZE,
      locale: language === 'en' ? 'en-GB' : 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await open(page, path, language === 'en' ? 'en' : 'zh_CN');
    await appear(page, 'light');
    await pose?.(page);
    const png = await page.screenshot();
    writeFileSync(join(folder, `${name}.webp`), Buffer.from(await asWebp(writer, png), 'base64'));
    await context.close();
  }
} finally {
  await browser.close();
}
