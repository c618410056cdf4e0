import { mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Browser } from '@playwright/test';

const CELL_PX = 1_000;

/** Several pictures on one, two beside each other, each under its file's name. */
export async function contactSheet(browser: Browser, files: readonly string[], sheet: string): Promise<void> {
  mkdirSync(dirname(sheet), { recursive: true });
  const page = await browser.newPage({ viewport: { width: 2 * CELL_PX + 24, height: 600 } });
  try {
    const figures = files.map(
      (file) =>
        `<figure><img src="data:image/png;base64,${readFileSync(file, 'base64')}"><figcaption>${basename(file)}</figcaption></figure>`,
    );
    await page.setContent(
      `<style>body{margin:8px;display:grid;grid-template-columns:1fr 1fr;gap:8px;background:#888;font:14px sans-serif}
       figure{margin:0}img{width:100%;display:block}</style>${figures.join('')}`,
    );
    await page.screenshot({ path: sheet, fullPage: true });
  } finally {
    await page.close();
  }
}
