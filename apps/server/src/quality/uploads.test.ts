import { readdir } from 'node:fs/promises';
import { uploadSelection } from '@cardinal/contract/api/cardBatches/selection.ts';
import * as imports from '@cardinal/contract/api/cardImports/imports.ts';
import { readMe } from '@cardinal/contract/api/identity/identity.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { costOf } from '@cardinal/testing/fileCost.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { describe, expect, it } from 'vitest';
import { checkImportJob } from '../domains/cardImports/imports/importJobs.ts';
import { openCarrierAccount } from '../domains/carriers/accounts/openAccount.ts';
import { scratchFolder } from '../framework/scratchFiles.ts';
import { HOSTILE_SHEETS } from '../sheets/hostileSheets.ts';
import { envelopeFaults } from './envelopeRules.ts';

const world = await forThisFile(testApp({ demo: 'people' }));
const ctx = world.app.systemContext('test');
const agent = await world.as('agent');
const carrierAccountId = await openCarrierAccount(ctx, {
  customerId: '1',
  name: '联通测试',
  adapter: 'jasper',
  baseUrl: 'http://127.0.0.1:9',
});
const productCode = await sellProduct(ctx, { carrierAccountId, customerIds: ['10'] });

const filesLeft = async (): Promise<string[]> => {
  const stored = await world.db.selectFrom('runtime.stored_file').select('name').execute();
  const passing = await readdir(scratchFolder(world.dataDirectory)).catch((): string[] => []);
  return [...stored.map(({ name }) => name), ...passing];
};

/** Uploads as the import screen does and lets the worker read; returns the refusal's text, wherever it occurred. */
async function refusalOf(file: { name: string; content: Buffer }): Promise<string | undefined> {
  const sent = await agent.call(imports.uploadImport, { body: { carrierAccountId, kind: 1, productCode }, file });
  if (sent.code !== '200') {
    const { errors } = sent.data as unknown as { errors: { field: string; message: string }[] };
    expect(sent.status).toBe(422);
    expect(errors[0]?.field).toBe('file');
    return errors[0]?.message;
  }
  const { batchId } = sent.data;
  await checkImportJob.run(ctx, { batchId }, new AbortController().signal);
  const { state, failure, imported } = await agent.ask(imports.readImport, { query: { batchId } });
  expect(imported).toBe(0);
  return state === 'failed' ? (failure ?? undefined) : `${state}, not failed`;
}

describe('a hostile file at the import', () => {
  it.each(HOSTILE_SHEETS.map((hostile) => [hostile.about, hostile] as const))(
    '%s is refused in words and leaves nothing behind',
    // As where only the sheet is read: what other files left this process to collect counts too, so the better of two runs.
    { retry: 1 },
    async (_about, { fileName, bytes }) => {
      // Made before the measuring: packing such a file costs as much as refusing it.
      const file = { name: fileName, content: bytes() };
      const { answer, seconds, bareSeconds, riseMb } = await costOf(() => refusalOf(file));
      expect(answer).toMatch(/[\u4e00-\u9fff]{4}/);
      expect(answer).not.toMatch(/\{|undefined|not failed/);
      expect(seconds).toBeLessThan(Math.max(3, 50 * bareSeconds));
      expect(riseMb).toBeLessThan(150);
      expect(await filesLeft()).toEqual([]);
      expect((await agent.call(readMe)).code).toBe('200');
    },
  );

  it('is refused at the selection of cards as well', async () => {
    for (const { about, fileName, bytes } of HOSTILE_SHEETS.filter((_, at) => at % 6 === 0)) {
      const answer = await agent.call(uploadSelection, { body: {}, file: { name: fileName, content: bytes() } });
      expect([about, answer.status, answer.code]).not.toEqual([about, 200, '200']);
      expect(answer.status).toBeLessThan(500);
    }
    expect(await filesLeft()).toEqual([]);
  });

  it('in two files at once, or with none, is no upload', async () => {
    const part = (name: string) =>
      `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\nPK\r\n`;
    for (const payload of [`${part('a.xlsx')}${part('b.xlsx')}--b--\r\n`, '--b--\r\n', part('a.xlsx'), '--b\r\n']) {
      const answer = await world.app.http.inject({
        method: 'POST',
        url: imports.uploadImport.path,
        headers: {
          authorization: agent.token ?? '',
          'idempotency-key': 'two-files',
          'content-type': 'multipart/form-data; boundary=b',
        },
        payload,
      });
      expect([payload.slice(0, 60), ...envelopeFaults(answer, 'zh_CN')]).toEqual([payload.slice(0, 60)]);
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    }
    expect(await filesLeft()).toEqual([]);
  });
});
