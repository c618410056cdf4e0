// Playwright driver: POST JavaScript (body of an async function with page, browser, signIn) to it
import { createServer } from 'node:http';
import { chromium } from '@playwright/test';
import { debianBrowser } from '../tools/debianBrowser.ts';
import { sessionOf } from './signIn.ts';
const port = Number(process.env['DRV_PORT'] ?? 9999);
const browser = await chromium.launch({ executablePath: debianBrowser(), args: ['--no-sandbox'] } as any);
let page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })).newPage();
const F = Object.getPrototypeOf(async () => {}).constructor;
createServer((q, s) => { let b = ''; q.on('data', (d) => (b += d)); q.on('end', async () => {
  try { const r = await new F('page', 'browser', 'sessionOf', 'setPage', b)(page, browser, sessionOf, (p: any) => (page = p)); s.end(typeof r === 'string' ? r : JSON.stringify(r, null, 1) ?? 'ok'); }
  catch (e: any) { s.end('ERR ' + (e?.stack ?? e)); } }); }).listen(port);
console.log('driver', port);
