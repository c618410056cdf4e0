import { listDemoAccounts } from '@cardinal/contract/api/identity/identity.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, it } from 'vitest';

const world = await forThisFile(testApp());

it('the accounts of the demo are told to nobody while the demo is off', async () => {
  expect(await world.nobody.call(listDemoAccounts)).toMatchObject({ status: 404, code: '4040001', data: null });
});
