import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { DEMO_CONNECTED, DEMO_ESIM, followSimulator, seedDemo } from './demo.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
await host.app.asSystem('demo', seedDemo);

const addresses = async () => {
  const rows = await host.db.selectFrom('carriers.account').select(['id', 'base_url']).execute();
  return new Map(rows.map(({ id, base_url: url }) => [id, url]));
};

test('the demo follows its simulator to another port, except accounts that lead elsewhere', async () => {
  const [moved, ...others] = [...DEMO_CONNECTED, { id: DEMO_ESIM.id, path: '' }];
  const before = await addresses();
  await host.db
    .updateTable('carriers.account')
    .set({ base_url: 'https://api.example.com' })
    .where('id', '=', moved?.id ?? '')
    .execute();
  await host.app.asSystem('demo', (ctx) => followSimulator(ctx, 8093));
  const after = await addresses();
  expect(after.get(moved?.id ?? '')).toBe('https://api.example.com');
  for (const { id, path } of others) expect(after.get(id)).toBe(`http://127.0.0.1:8093${path}`);
  const ours = new Set([moved, ...others].map((each) => each?.id));
  for (const [id, url] of before) if (!ours.has(id)) expect(after.get(id)).toBe(url);
});
