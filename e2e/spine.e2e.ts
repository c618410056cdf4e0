import { readFile } from 'node:fs/promises';
import { read, utils } from '@e965/xlsx';
import { expect, test } from '@playwright/test';
import { act, expectTotal, figure, findPasted, said, selectAllFound, sheetOf, uploadSheet } from './cardJourney.ts';
import { deliver, effectsOn, heldOf, holdChanges, iccidsOf, release, usualPace } from './carrier.ts';
import { signIn } from './signIn.ts';

const COUNT = 5_000;
/** Series of numbers of this journey; a program that runs through several rounds needs another in each. */
const SERIES = Number(process.env['E2E_SERIES'] ?? 11);

test.describe.configure({ mode: 'serial' });
test.afterEach(usualPace);

test('cards come in from a sheet, are found, stopped, restarted, proved and exported', async ({ page }) => {
  test.setTimeout(900_000);
  const iccids = iccidsOf(SERIES, COUNT);
  const [first] = iccids as [string];
  await deliver(iccids);
  await signIn(page, 'agent');
  let batch = '';

  await test.step('import 5,000 cards and watch them come', async () => {
    const start = await uploadSheet(page, await sheetOf(iccids, 'cardinal-5000.xlsx'), COUNT);
    await start.click();
    await expect(page.getByRole('progressbar', { name: '正在导入' })).toBeVisible();
    await expect(page.getByText(`已导入 ${said(COUNT)} 张卡`)).toBeVisible({ timeout: 240_000 });
    await page.getByText(`查看这 ${said(COUNT)} 张卡`).click();
    await expectTotal(page, COUNT);
    batch = page.url();
  });

  await test.step('find a thousand of them by a pasted list', async () => {
    await findPasted(page, iccids.slice(0, 1_000));
    await expectTotal(page, 1_000);
  });

  await test.step('the carrier is asked what they are before anything is asked of it', async () => {
    await page.goto(batch);
    await expect(figure(page, '已激活')).toHaveText(said(COUNT), { timeout: 240_000 });
  });

  await test.step('stop all of them; they are stopping as long as the carrier has confirmed nothing', async () => {
    await holdChanges();
    await expectTotal(page, COUNT);
    await selectAllFound(page, COUNT);
    await act(page, '停机', COUNT);
    await expect.poll(async () => (await heldOf(iccids)).length, { timeout: 150_000 }).toBeGreaterThan(200);
    await page.goto(`${batch}&isPending=true`);
    await expect(page.getByRole('row').filter({ hasText: '停机中' })).not.toHaveCount(0);
    await page.goto(batch);
    await expect(figure(page, '已停机')).toHaveText('0');
    await expect(figure(page, '已激活')).toHaveText(said(COUNT));
    expect(await effectsOn(iccids)).toEqual({ '0': COUNT });
  });

  await test.step('exactly those are stopped that it confirms', async () => {
    const some = (await heldOf(iccids)).slice(0, 100);
    await release(some);
    await expect(figure(page, '已停机')).toHaveText('100', { timeout: 150_000 });
    expect(await effectsOn(iccids)).toEqual({ '0': COUNT - 100, '1': 100 });
    await usualPace();
    await expect(figure(page, '已停机')).toHaveText(said(COUNT), { timeout: 420_000 });
    await expect(page.getByRole('row').filter({ hasText: '停机中' })).toHaveCount(0);
    expect(await effectsOn(iccids)).toEqual({ '1': COUNT });
  });

  await test.step('restart one', async () => {
    await findPasted(page, [first]);
    await expectTotal(page, 1);
    await selectAllFound(page, 1);
    await act(page, '复机', 1);
    await expect(figure(page, '已激活')).toHaveText('1', { timeout: 150_000 });
    expect(await effectsOn([first])).toEqual({ '2': 1 });
  });

  await test.step('read its history', async () => {
    await page.goto(`/cardsManagement/cardOpHistory?iccid=${first}`);
    for (const action of ['停机', '复机']) {
      await expect(
        page.getByRole('row').filter({ hasText: action }).filter({ hasText: '运营商已确认' }).first(),
      ).toBeVisible();
    }
    await expect(page.getByRole('row').filter({ hasText: '导入' }).first()).toBeVisible();
  });

  await test.step('export a list and open the file', async () => {
    await findPasted(page, iccids.slice(0, 200));
    await expectTotal(page, 200);
    const saved = page.waitForEvent('download', { timeout: 150_000 });
    await page.getByRole('main').getByRole('button', { name: '导出', exact: true }).click();
    await page.getByRole('dialog', { name: '导出' }).getByRole('button', { name: '导出 200 行' }).click();
    const book = read(await readFile(await (await saved).path()));
    const rows = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] as string] as never, { header: 1 });
    const at = rows[0]?.indexOf('ICCID') ?? -1;
    expect(
      rows
        .slice(1)
        .map((row) => row[at])
        .sort(),
    ).toEqual(iccids.slice(0, 200).sort());
  });
});

test('a rival sees none of it', async ({ page }) => {
  await signIn(page, 'rival');
  await findPasted(page, iccidsOf(SERIES, 100));
  await expectTotal(page, 0);
  await page.goto(`/cardsManagement/cardDetailLt?iccid=${iccidsOf(SERIES, 1)[0]}`);
  await expect(page.getByText('卡不存在').first()).toBeVisible();
  await page.goto(`/cardsManagement/cardOpHistory?iccid=${iccidsOf(SERIES, 1)[0]}`);
  await expectTotal(page, 0);
});
