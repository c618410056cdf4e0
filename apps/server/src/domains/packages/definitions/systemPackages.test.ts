import { distributePackages } from '@cardinal/contract/api/packages/packageDistributions.ts';
import { flowSpecs, periodSpecs, voiceSpecs } from '@cardinal/contract/api/packages/specs.ts';
import {
  packageCodeTaken,
  packageWasSold,
  shelveSystemPackages,
  systemPackageChoices,
  systemPackages,
  systemPackageVersions,
} from '@cardinal/contract/api/packages/systemPackages.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { changedByAnother, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { expect, test } from 'vitest';

const host = await forThisFile(testApp({ demo: 'people' }));
const operator = await host.as('operator');
const agent = await host.as('agent');
const ctx = host.app.systemContext('test');

const flow = (value: string, unit: 'MB' | 'GB' = 'GB') =>
  operator.ask(flowSpecs.create, {
    body: { name: `${value} ${unit}`, value, unit, direction: 'general', platforms: [], sort: 1 },
  });
const period = (unit: 1 | 2, count: number, boundary: 1 | 2 | 3, reset: 1 | 2 = 1) =>
  operator.ask(periodSpecs.create, {
    body: { name: `${count}/${unit}/${boundary}`, unit, count, boundary, reset, sort: 1 },
  });
const [oneGb, twoGb, month, year, days] = await Promise.all([
  flow('1'),
  flow('2'),
  period(1, 1, 1),
  period(1, 12, 2),
  period(2, 30, 3),
]);
const calls = await operator.ask(voiceSpecs.create, {
  body: { name: '300 分钟', minutes: 300, step: 60, direction: 'any', numbers: [], sort: 1 },
});
const account = await host.db.selectFrom('carriers.account').select('id').where('platform', '=', 1).executeTakeFirst();
const product = await sellProduct(ctx, { carrierAccountId: account?.id ?? '1' });

type Body = BodyOf<typeof systemPackages.create>;
const monthly = (rest: Partial<Body> = {}): Body => ({
  code: `T-${ctx.ids.next()}`,
  name: '1GB 月包',
  platform: 1,
  type: 'month',
  label: 'none',
  flowSpecId: oneGb.id,
  periodSpecId: month.id,
  effectiveType: 0,
  realNameRequired: false,
  renewable: true,
  refundRule: 'proRataDays',
  channels: ['platform', 'api'],
  costPrice: '500',
  productCodes: [product],
  ...rest,
});
const make = async (rest: Partial<Body> = {}) => {
  const body = monthly(rest);
  const { id } = await operator.ask(systemPackages.create, { body });
  return { id, body };
};
const edit = (id: string, version: number, { code: _, platform: __, type: ___, label: ____, ...body }: Body) =>
  operator.call(systemPackages.edit, { body: { id, version, ...body } });
const row = async (code: string) => {
  const { list } = await operator.ask(systemPackages.list, { query: { pageNum: 1, pageSize: 20, code } });
  return list[0];
};
const faults = async (rest: Partial<Body>) => {
  const answer = await operator.call(systemPackages.create, { body: monthly(rest) });
  return ((answer.data ?? {}) as { errors?: { field: string }[] }).errors?.map(({ field }) => field);
};

test('a package is made from specifications, off the shelf, and sells once it is on', async () => {
  const { id, body } = await make();
  expect(await row(body.code)).toMatchObject({
    id,
    shelfState: 0,
    flowBytes: '1073741824',
    validityCount: 1,
    number: 1,
    costPrice: '500',
    productCodes: [product],
    distributed: 0,
    onCards: 0,
  });
  const price = {
    customerIds: ['10'],
    lines: [{ packageId: id, reservePrice: '800' }],
    effective: 0 as const,
    suspend: false,
  };
  expect((await operator.call(distributePackages, { body: price })).code).not.toBe('200');
  expect(await operator.ask(shelveSystemPackages, { body: { ids: [id], shelfState: 1 } })).toEqual({
    done: 1,
    failed: [],
    taskId: null,
  });
  await operator.ask(distributePackages, { body: price });
  expect(await row(body.code)).toMatchObject({ shelfState: 1, distributed: 1 });
});

test('a package is exclusive unless it is made to be shared, and stays what it is', async () => {
  const shared = await make({ mode: 2 });
  expect([await row((await make()).body.code), await row(shared.body.code)]).toMatchObject([{ mode: 1 }, { mode: 2 }]);
  const { mode: _, ...body } = shared.body;
  expect((await edit(shared.id, 1, body as Body)).code).toBe('200');
  expect(await row(shared.body.code)).toMatchObject({ mode: 2 });
});

test('an edit of what was promised makes a version, an edit of name, cost or products does not', async () => {
  const { id, body } = await make();
  expect((await edit(id, 1, { ...body, name: '一吉月包', costPrice: '450', productCodes: [] })).code).toBe('200');
  expect(await row(body.code)).toMatchObject({
    name: '一吉月包',
    costPrice: '450',
    number: 1,
    version: 2,
    productCodes: [],
  });
  expect((await edit(id, 1, { ...body, flowSpecId: twoGb.id })).code).toBe(changedByAnother.code);
  expect((await edit(id, 2, { ...body, flowSpecId: twoGb.id })).code).toBe('200');
  const versions = await operator.ask(systemPackageVersions, { query: { id } });
  expect(versions.map(({ number, flowBytes, by }) => [number, flowBytes, by])).toEqual([
    [2, '2147483648', 'operator'],
    [1, '1073741824', 'operator'],
  ]);
});

test('each type takes what belongs to it, and every fault is at its field', async () => {
  expect(await faults({ flowSpecId: null })).toEqual(['flowSpecId']);
  expect(await faults({ voiceSpecId: calls.id })).toEqual(['voiceSpecId']);
  expect(await faults({ periodSpecId: days.id })).toEqual(['periodSpecId']);
  expect(await faults({ type: 'flow' })).toEqual(['periodSpecId']);
  expect(await faults({ type: 'combination' })).toEqual(['voiceSpecId']);
  expect(await faults({ label: 'year' })).toEqual(['periodSpecId']);
  expect(await faults({ type: 'flow', label: 'year', periodSpecId: year.id })).toEqual(['periodSpecId', 'label']);
  expect(await faults({ type: 'flowRefueling' })).toEqual(['followMain', 'scope']);
  expect(await faults({ type: 'voiceRefueling', scope: 2, followMain: 2 })).toEqual(['voiceSpecId', 'flowSpecId']);
  expect(await faults({ flowSpecId: '999999' })).toEqual(['flowSpecId']);
  expect(await faults({ carrierAccountId: '999999' })).toEqual(['carrierAccountId']);
  expect(await faults({ productCodes: ['NONE-SUCH'] })).toEqual(['productCodes']);
  expect(await faults({ platform: 2 })).toEqual(['productCodes']);
  expect(await faults({ costPrice: '1.234' })).toEqual(['costPrice']);
  expect(await faults({ postponeDays: 366 })).toEqual(['postponeDays']);
  expect(await faults({ label: 'year', periodSpecId: year.id })).toBeUndefined();
  expect(await faults({ type: 'combination', voiceSpecId: calls.id })).toBeUndefined();
  expect(await faults({ type: 'flowRefueling', scope: 2, followMain: 2 })).toBeUndefined();
});

test('a code is claimed for good, whatever its case', async () => {
  const { id, body } = await make();
  const again = await operator.call(systemPackages.create, { body: monthly({ code: body.code.toLowerCase() }) });
  expect(again.code).toBe(packageCodeTaken.code);
  await operator.ask(systemPackages.remove, { body: { id } });
  expect(await row(body.code)).toBeUndefined();
  expect((await operator.call(systemPackages.create, { body: monthly({ code: body.code }) })).code).toBe(
    packageCodeTaken.code,
  );
});

test('what was given is not deleted; a disabled specification stays on packages that have it', async () => {
  const { id, body } = await make();
  await operator.ask(shelveSystemPackages, { body: { ids: [id, '424242'], shelfState: 1 } });
  await operator.ask(distributePackages, {
    body: { customerIds: ['10'], lines: [{ packageId: id, reservePrice: '800' }], effective: 0, suspend: false },
  });
  expect((await operator.call(systemPackages.remove, { body: { id } })).code).toBe(packageWasSold.code);
  await host.db.updateTable('packages.flow_spec').set({ is_enabled: false }).where('id', '=', oneGb.id).execute();
  const choices = await operator.ask(systemPackageChoices, {});
  expect(choices.flowSpecs.map((each) => each.id)).not.toContain(oneGb.id);
  expect(await faults({})).toEqual(['flowSpecId']);
  expect((await edit(id, 1, { ...body, name: '仍可改名' })).code).toBe('200');
  await host.db.updateTable('packages.flow_spec').set({ is_enabled: true }).where('id', '=', oneGb.id).execute();
});

test('agents have no part in it, and unknown packages are not found', async () => {
  const { id, body } = await make();
  for (const answer of [
    await agent.call(systemPackages.list, { query: { pageNum: 1, pageSize: 20 } }),
    await agent.call(systemPackages.create, { body: monthly() }),
    await agent.call(systemPackages.remove, { body: { id } }),
  ])
    expect([answer.code, answer.code.startsWith('403') || answer.code === notFound.code]).toEqual([answer.code, true]);
  expect((await edit('999999', 1, body)).code).toBe(notFound.code);
  expect((await operator.call(systemPackageVersions, { query: { id: '999999' } })).code).toBe(notFound.code);
  expect((await operator.call(shelveSystemPackages, { body: { ids: ['999999'], shelfState: 0 } })).code).toBe(
    notFound.code,
  );
});
