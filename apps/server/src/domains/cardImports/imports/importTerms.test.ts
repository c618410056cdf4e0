import * as api from '@cardinal/contract/api/cardImports/imports.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { rowsOfSheet, sheetOf } from '@cardinal/testing/sheets.ts';
import { expect, test } from 'vitest';
import { openCarrierAccount } from '../../carriers/accounts/openAccount.ts';
import { checkImportJob } from './importJobs.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
const agent = await host.as('agent');
const account = await openCarrierAccount(ctx, {
  customerId: '1',
  name: '联通测试',
  adapter: 'jasper',
  baseUrl: 'http://127.0.0.1:9',
});
const product = await sellProduct(ctx, { carrierAccountId: account, customerIds: ['10'] });
const unicom = (n: number) => withCheckDigit(`898601${String(n).padStart(13, '0')}`);
const cards = (from: number, count: number): string[][] => Array.from({ length: count }, (_, n) => [unicom(from + n)]);

/** Uploads a sheet, lets the worker read it, and answers what it found. */
async function checked(
  content: Buffer,
  more: { kind: 1 | 2; productCode: string } = { kind: 1, productCode: product },
) {
  const { batchId } = await agent.ask(api.uploadImport, {
    body: { carrierAccountId: account, ...more },
    file: { name: 'cards.xlsx', content },
  });
  await checkImportJob.run(ctx, { batchId }, new AbortController().signal);
  return agent.ask(api.readImport, { query: { batchId } });
}

test('a template names the columns, and its titles are understood in both languages', async () => {
  for (const language of ['zh_CN', 'en'] as const) {
    const { data } = await agent.call(api.importTemplate, { language });
    const [titles = []] = await rowsOfSheet(data as unknown as Buffer);
    expect(titles[0]).toBe('ICCID*');
    expect(titles).toHaveLength(8);
  }
  const found = await checked(
    await sheetOf(
      ['ICCID', 'Business number', 'Mapping number', 'IMSI', 'IMEI', 'EID', 'Size', 'Remark'],
      [[unicom(80_000), '1440000080000', '80001', '460010000080000', '490154203237518', '', '7', '北仓']],
    ),
  );
  expect(found).toMatchObject({ good: 1, bad: 0 });
});

test('the example row of a template is recognised in both languages, and none of its cells is imported', async () => {
  for (const language of ['zh_CN', 'en'] as const) {
    const { data } = await agent.call(api.importTemplate, { language });
    const [titles = [], example = []] = await rowsOfSheet(data as unknown as Buffer);
    const mark = language === 'en' ? 'Example: ' : '示例：';
    expect(example).toHaveLength(titles.length);
    expect(example.every((cell) => cell.startsWith(mark))).toBe(true);
    expect(await checked(data as unknown as Buffer)).toMatchObject({ state: 'failed', rows: 0 });

    const own = unicom(language === 'en' ? 81_000 : 82_000);
    const halfFilled = example.with(0, unicom(83_000));
    const filled = await checked(await sheetOf(titles, [example, [own], halfFilled]));
    expect(filled).toMatchObject({ state: 'waiting', rows: 2, good: 1, bad: 1 });
    expect(filled.badRows[0]).toMatchObject({ rowNumber: 4, words: expect.stringContaining('还是模板的示例') });
  }
});

test('a product of another kind of card or of another carrier is refused at its field', async () => {
  const voice = await sellProduct(ctx, { carrierAccountId: account, customerIds: ['10'], kind: 2 });
  const mobile = await sellProduct(ctx, { carrierAccountId: account, customerIds: ['10'], platform: 2 });
  const file = { name: 'cards.xlsx', content: await sheetOf(['ICCID'], cards(84_000, 1)) };
  const ask = async (productCode: string) => {
    const { status, data } = await agent.call(api.uploadImport, {
      body: { carrierAccountId: account, kind: 1, productCode },
      file,
    });
    return { status, data };
  };
  const at = (message: string) => ({ status: 422, data: { errors: [{ field: 'productCode', message }] } });
  expect(await ask(voice)).toMatchObject(at('产品与卡类型不一致'));
  expect(await ask(mobile)).toMatchObject(at('产品与通道的运营商不一致'));
  expect(await checked(file.content, { kind: 2, productCode: voice })).toMatchObject({ good: 1 });
});
