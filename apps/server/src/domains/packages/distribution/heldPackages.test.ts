import { listHeldPackages } from '@cardinal/contract/api/packages/packageDistributions.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { makePackage } from '@cardinal/testing/packages.ts';
import { expect, test } from 'vitest';

const host = await forThisFile(testApp({ demo: 'people' }));

test('a package with calls is listed to whoever has it, and to nobody else', async () => {
  const ctx = host.app.systemContext('test');
  const { id } = await makePackage(ctx, {
    terms: { voice_seconds: 6_000, voice_step: 60, flow_bytes: null },
    given: [{ to: '10', from: '1', reserve: 800 }],
  });
  const listed = async (account: string) => {
    const { list } = await (await host.as(account)).ask(listHeldPackages, { query: { pageNum: 1, pageSize: 20 } });
    return list.find((row) => row.packageId === id);
  };
  expect(await listed('agent')).toMatchObject({ voiceSeconds: '6000', flowBytes: null, reservePrice: '800' });
  expect(await listed('rival')).toBeUndefined();
});
