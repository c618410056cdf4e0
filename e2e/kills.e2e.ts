import { expect, test } from '@playwright/test';
import { Cardinal } from './cardinal.ts';
import { act, expectTotal, figure, findPasted, said, selectAllFound, sheetOf, uploadSheet } from './cardJourney.ts';
import { deliver, effectsOn, heldOf, holdChanges, iccidsOf, usualPace } from './carrier.ts';
import { signIn } from './signIn.ts';

const COUNT = 5_000;
/** Another series than the journeys before it. */
const SERIES = Number(process.env['E2E_SERIES'] ?? 11) + 1;

test.afterEach(usualPace);

test('killed in the middle of an import and of a stop, it loses nothing and repeats nothing', async ({ page }) => {
  test.setTimeout(900_000);
  const cardinal = new Cardinal(process.env['E2E_FOLDER'] as string);
  const iccids = iccidsOf(SERIES, COUNT);
  await deliver(iccids);
  await signIn(page, 'agent');

  await test.step('killed while the import runs, it is whole after a start', async () => {
    const start = await uploadSheet(page, await sheetOf(iccids, 'cardinal-kill.xlsx'), COUNT);
    await start.click();
    await expect(page.getByRole('progressbar', { name: '正在导入' })).toBeVisible();
    await cardinal.kill();
    const isLost = page.getByText('连接已断开');
    await expect(isLost).toBeVisible();
    await cardinal.start();
    // The page catches up by itself.
    await expect(isLost).toBeHidden({ timeout: 60_000 });
    await expect(page.getByText(`已导入 ${said(COUNT)} 张卡`)).toBeVisible({ timeout: 240_000 });
    await page.getByText(`查看这 ${said(COUNT)} 张卡`).click();
    await expectTotal(page, COUNT);
    await expect(figure(page, '已激活')).toHaveText(said(COUNT), { timeout: 240_000 });
  });

  await test.step('killed while the stop runs, each card is stopped exactly once', async () => {
    const some = iccids.slice(0, 1_000);
    await findPasted(page, some);
    await expectTotal(page, some.length);
    await holdChanges();
    await selectAllFound(page, some.length);
    await act(page, '停机', some.length);
    const held = async () => (await heldOf(some)).length;
    await expect.poll(held, { timeout: 150_000, intervals: [100] }).toBeGreaterThan(100);
    expect(await held()).toBeLessThan(some.length);
    await cardinal.kill();
    await cardinal.start();
    await usualPace();
    await findPasted(page, some);
    await expect(figure(page, '已停机')).toHaveText(said(some.length), { timeout: 300_000 });
    expect(await effectsOn(some)).toEqual({ '1': some.length });
  });

  await test.step('no task is left hanging', async () => {
    await page.goto('/taskManagement/systemTask');
    await expect(page.getByRole('row').filter({ hasText: '停机' }).first()).toContainText(/已完成|成功/, {
      timeout: 150_000,
    });
  });
});
