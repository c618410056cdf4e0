import { checkSystemPackages, checkUnanswered, notCheckable } from '@cardinal/contract/api/packages/carrierChecks.ts';
import { systemPackages } from '@cardinal/contract/api/packages/systemPackages.ts';
import { noPermission, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { connectCarrier } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { makePackage } from '@cardinal/testing/packages.ts';
import { expect, test } from 'vitest';
import { presetOf } from '../../carrierAdapters/face.ts';

const SECRET = 'rate-plans-4711';
const GIGABYTE = 1024 ** 3;
const under = await forThisFile(cardsUnderTest());
const operator = await under.as('operator');
const { control } = under.jasper;

await control('POST', '/generic/accounts', { username: 'plans', secret: SECRET });
const account = await connectCarrier(
  under.app,
  { adapter: 'generic', baseUrl: `${under.jasper.url}/generic`, credentials: { apiKey: SECRET } },
  { timeoutMs: 500 },
);
await under.db
  .updateTable('carriers.account')
  .set({ profile: JSON.stringify(presetOf('generic')) })
  .where('id', '=', account)
  .execute();
const offers = (...ratePlans: object[]) => control('PATCH', '/generic/accounts/plans', { ratePlans });

const make = (code: string | null, given: Parameters<typeof makePackage>[1] = {}) =>
  makePackage(under.ctx, {
    name: '1GB 月包',
    platform: 5,
    carrier_account_id: account,
    carrier_package_code: code,
    ...given,
  });
const check = (...ids: string[]) => operator.call(checkSystemPackages, { body: { ids } });
const row = async (id: string) => {
  const { list } = await operator.ask(systemPackages.list, { query: { pageNum: 1, pageSize: 100 } });
  return list.find((each) => each.id === id);
};
const versionsOf = (id: string) =>
  under.db.selectFrom('packages.package').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Repeated missing answers have opened it. */
const closeBreaker = () =>
  under.db.updateTable('carriers.gate').set({ failures: 0, opened: 0, open_until: null }).execute();

test('a package is held against the plan of its code, and is not changed by it', async () => {
  await offers(
    { code: 'SAME', name: '1GB月包', bytes: GIGABYTE, months: 1 },
    { code: 'LESS', name: '512M', bytes: GIGABYTE / 2, days: 30 },
    { code: 'BARE' },
  );
  const [same, less, bare, none] = [await make('SAME'), await make('LESS'), await make('BARE'), await make('NONE')];
  const before = await versionsOf(less.id);
  const answer = await operator.ask(checkSystemPackages, {
    body: { ids: [same.id, less.id, bare.id, none.id, '424242'] },
  });
  const said = new Map(answer.checked.map(({ id, carrierCheck, checkDiffers }) => [id, [carrierCheck, checkDiffers]]));
  expect([same, less, bare, none].map(({ id }) => said.get(id))).toEqual([
    ['same', []],
    ['differs', ['allowance', 'period', 'name']],
    ['noAllowance', []],
    ['missing', []],
  ]);
  expect(answer.failed.map(({ id }) => id)).toEqual(['424242']);
  expect(await versionsOf(less.id)).toEqual(before);
  expect(await row(less.id)).toMatchObject({
    carrierCheck: 'differs',
    checkDiffers: ['allowance', 'period', 'name'],
    checkedAt: under.clock.now().toISOString(),
    checkedBy: 'operator',
    carrierPlan: { name: '512M', bytes: String(GIGABYTE / 2), validityCount: 30, validityUnit: 2 },
    whyNotCheckable: null,
  });
  expect(await row(none.id)).toMatchObject({ carrierCheck: 'missing', carrierPlan: null });
  const found = await operator.ask(systemPackages.list, {
    query: { pageNum: 1, pageSize: 20, carrierCheck: ['missing'], sort: '-checkedAt' },
  });
  expect(found.list.map(({ id }) => id)).toEqual([none.id]);
});

test('a check of what was changed since is outdated, and the next one replaces it', async () => {
  await offers({ code: 'AGAIN', name: '1GB月包', bytes: GIGABYTE, months: 1 });
  const { id } = await make('AGAIN');
  await check(id);
  expect(await row(id)).toMatchObject({ carrierCheck: 'same' });
  await under.db.updateTable('packages.package').set({ name: '改名' }).where('id', '=', id).execute();
  expect(await row(id)).toMatchObject({ carrierCheck: 'outdated', checkDiffers: [] });
  under.clock.advance(60_000);
  await check(id);
  expect(await row(id)).toMatchObject({
    carrierCheck: 'nameDiffers',
    checkDiffers: ['name'],
    checkedAt: under.clock.now().toISOString(),
  });
});

test('a carrier that is silent, torn or odd leaves the last check as it was', async () => {
  await offers({ code: 'KEPT', name: '1GB月包', bytes: GIGABYTE, months: 1 });
  const { id } = await make('KEPT');
  await check(id);
  const kept = await row(id);
  for (const kind of ['timeout', 'garbled', 'httpError', 'dropBeforeEffect']) {
    await control('POST', '/faults', { carrier: 'generic', kind, operation: 'listRatePlans', probability: 1 });
    expect([kind, (await check(id)).code]).toEqual([kind, checkUnanswered.code]);
    await control('DELETE', '/faults');
    await closeBreaker();
  }
  // A plan without its code: the list cannot be read.
  await offers({ code: '' });
  expect((await check(id)).code).toBe(checkUnanswered.code);
  expect(await row(id)).toEqual(kept);
  await closeBreaker();
});

test('more plans than a page has are read to the last', async () => {
  const many = Array.from({ length: 150 }, (_, n) => ({ code: `P${n}`, name: '1GB月包', bytes: GIGABYTE, months: 1 }));
  await offers(...many);
  const { id } = await make('P149');
  await check(id);
  expect(await row(id)).toMatchObject({ carrierCheck: 'same' });
});

test('why a package cannot be checked is told in the list and by the refusal', async () => {
  const onJasper = await make('X', { platform: 1, carrier_account_id: under.accountId });
  const alone = await make('X', { carrier_account_id: null });
  const codeless = await make(null);
  expect((await row(onJasper.id))?.whyNotCheckable).toBe('notListed');
  expect((await row(alone.id))?.whyNotCheckable).toBe('noAccount');
  expect((await row(codeless.id))?.whyNotCheckable).toBe('noCode');
  for (const { id } of [onJasper, alone, codeless]) expect((await check(id)).code).toBe(notCheckable.code);
});

test('packages of others and unknown ones are not found; who may not check is told', async () => {
  const foreign = await make('SAME', { customer_id: '10' });
  expect((await check(foreign.id)).code).toBe(notFound.code);
  expect((await check('424242')).code).toBe(notFound.code);
  const agent = await under.as('agent');
  expect((await agent.call(checkSystemPackages, { body: { ids: [foreign.id] } })).code).toBe(noPermission.code);
});
