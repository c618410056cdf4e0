import * as numbers from '@cardinal/contract/api/esim/numbers.ts';
import * as chips from '@cardinal/contract/api/esimOperations/chips.ts';
import { bindNumber, unbindNumbers } from '@cardinal/contract/api/esimOperations/operations.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import { type EsimUnderTest, eid, esimUnderTest, idOf } from '@cardinal/testing/esimUnderTest.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let under: EsimUnderTest;
let operator: Caller;
const AGENT = '10';
const ALL = [2, 3, 4, 5];
const numberIds = [4, 6, 8, 10].map(idOf);
const eids = ALL.map(eid);

beforeAll(async () => {
  under = await esimUnderTest();
  operator = await under.as('operator');
  await under.stock(ALL, '1');
  await operator.ask(bindNumber, { body: { numberId: idOf(4), eid: eid(2) } });
});
afterAll(() => under?.stop());

const ofNumbers = (body: Partial<BodyOf<typeof numbers.previewNumbers>>) =>
  operator.ask(numbers.previewNumbers, { body: { kind: 'allocate', numberIds, ...body } });
const ofChips = (body: Partial<BodyOf<typeof chips.previewChipMove>>) =>
  operator.ask(chips.previewChipMove, { body: { kind: 'allocate', eids, ...body } });

test('numbers: what a preview says is what is done then, and only then', async () => {
  const plan = await ofNumbers({ customerId: AGENT });
  expect(plan).toMatchObject({ total: 4, ready: 3, left: [{ code: 'numberOnChip', count: 1 }] });
  expect(await ofNumbers({ kind: 'recover' })).toMatchObject({
    ready: 0,
    left: [
      { code: 'nothingToRecover', count: 3 },
      { code: 'numberOnChip', count: 1 },
    ],
  });
  const body = { numberIds, customerId: AGENT };
  expect(await operator.ask(numbers.allocateNumbers, { body })).toEqual({ moved: 3, left: 1 });
  expect(await ofNumbers({ customerId: AGENT })).toMatchObject({ ready: 0, left: [{ code: 'alreadyTheirs' }, {}] });
  expect((await operator.call(numbers.allocateNumbers, { body })).code).toBe('4091403');
  expect(await ofNumbers({ kind: 'recover' })).toMatchObject({ ready: 3 });
  expect(await operator.ask(numbers.recoverNumbers, { body: { numberIds } })).toEqual({ moved: 3, left: 1 });
});

test('numbers: only what is bound is unbound, only what lies in stock is set invalid', async () => {
  expect(await ofNumbers({ kind: 'unbind' })).toMatchObject({ ready: 1, left: [{ code: 'numberNotBound', count: 3 }] });
  expect(await ofNumbers({ kind: 'invalidate' })).toMatchObject({
    ready: 3,
    left: [{ code: 'numberNotFree', words: '不在库存中（绑定中）', count: 1 }],
  });
  const body = { numberIds: [idOf(4), idOf(10)], reason: '供应商收回' };
  expect(await operator.ask(numbers.invalidateNumbers, { body })).toEqual({ invalidated: 1, left: 1 });
  expect(await ofNumbers({ kind: 'invalidate' })).toMatchObject({ ready: 2 });
  const { back, failed } = await operator.ask(unbindNumbers, { body: { numberIds: [idOf(4), idOf(6)] } });
  expect([back, failed.length]).toEqual([1, 1]);
});

test('chips: one on which something is under way stays, the others go with their numbers', async () => {
  await operator.ask(bindNumber, { body: { numberId: idOf(6), eid: eid(3) } });
  expect(await ofChips({ customerId: AGENT })).toEqual({
    total: 4,
    ready: 3,
    left: [{ code: 'chipInUse', words: '有未完成的操作', count: 1, some: [eid(3)] }],
  });
  const body = { eids, customerId: AGENT };
  expect(await operator.ask(chips.allocateChips, { body })).toEqual({ moved: 3, numbers: 0, left: 1 });
  expect(await ofChips({ kind: 'recover' })).toMatchObject({
    ready: 3,
    left: [{ code: 'nothingToRecover', words: '已在自己名下' }],
  });
  expect((await operator.call(chips.allocateChips, { body })).code).toBe('4091404');
});

test('neither is told of what is somebody else’s', async () => {
  const rival = await under.as('rival');
  const numbersOf = await rival.call(numbers.previewNumbers, { body: { kind: 'recover', numberIds: [idOf(8)] } });
  expect(numbersOf.code).toBe('4041402');
  const chipsOf = await rival.call(chips.previewChipMove, { body: { kind: 'recover', eids: [eid(3)] } });
  expect(chipsOf.code).toBe('4041401');
});
