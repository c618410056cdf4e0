import * as api from '@cardinal/contract/api/packages/customPackageReviews.ts';
import { customPackages, shelveCustomPackages } from '@cardinal/contract/api/packages/customPackages.ts';
import {
  distributePackages,
  listHeldPackages,
  packageNotGivable,
} from '@cardinal/contract/api/packages/packageDistributions.ts';
import { notPassed } from '@cardinal/contract/api/packages/reviewFields.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { faultsOf } from '@cardinal/testing/faults.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { makePackage } from '@cardinal/testing/packages.ts';
import { demandReviews } from '@cardinal/testing/reviews.ts';
import { beforeEach, expect, test } from 'vitest';
import { whyNotOrderable } from '../face.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
const [operator, agent, subagent, rival] = (await Promise.all(
  ['operator', 'agent', 'subagent', 'rival'].map((name) => host.as(name)),
)) as [Caller, Caller, Caller, Caller];
beforeEach(() => demandReviews(host.db, true));

const base = await makePackage(ctx, {
  given: [
    { to: '10', from: '1', reserve: 800 },
    { to: '11', from: '10', reserve: 900 },
  ],
});
const { id: ofPlatform } = await makePackage(ctx);
type Body = BodyOf<typeof customPackages.create>;
let made = 0;
const body = (rest: Partial<Body> = {}): Body => {
  made += 1;
  return { code: `SH-${made}`, name: `审核 ${made}`, basePackageId: base.id, units: 3, channels: ['api'], ...rest };
};
async function compose(who: Caller = agent) {
  const given = body();
  const { id } = await who.ask(customPackages.create, { body: given });
  const { code: _, basePackageId: __, ...terms } = given;
  return { id, code: given.code, terms };
}
const own = async (who: Caller, code: string) =>
  (await who.ask(customPackages.list, { query: { code: [code] } as never })).list[0];
const seen = async (who: Caller, code: string) =>
  (await who.ask(api.listCustomPackageReviews, { query: { code: [code] } as never })).list[0];
const submit = (who: Caller, id: string) => who.call(api.submitCustomPackage, { body: { id } });
const pass = (who: Caller, id: string, version = 1) =>
  who.call(api.checkCustomPackage, { body: { id, version, verdict: 'pass' } });
const reject = (who: Caller, id: string, reason = '两年太长') =>
  who.call(api.checkCustomPackage, { body: { id, version: 1, verdict: 'reject', reason } });
const publish = (id: string) => agent.call(shelveCustomPackages, { body: { ids: [id], shelfState: 1 } });
const give = (packageId: string) =>
  agent.call(distributePackages, {
    body: { customerIds: ['11'], lines: [{ packageId, margin: '600' }], effective: 0 } as never,
  });
const why = (packageId: string, customerId: string) => whyNotOrderable(ctx, packageId, customerId, { channel: 'api' });

test('a package is published, given and ordered once the parent of its maker has passed it', async () => {
  const { id, code } = await compose();
  expect(await own(agent, code)).toMatchObject({ review: 'pending', submittedBy: null, checkedBy: null });
  expect(await seen(operator, code)).toBeUndefined();
  expect(await publish(id)).toMatchObject({ code: notPassed.code, message: expect.stringContaining('待审核') });
  expect((await submit(agent, id)).code).toBe('200');
  expect(await seen(operator, code)).toMatchObject({
    review: 'underReview',
    customerId: '10',
    units: 3,
    cost: '2400',
    submittedBy: 'agent',
    offered: { check: true },
  });
  expect((await publish(id)).code).toBe(notPassed.code);
  expect((await pass(operator, id)).code).toBe('200');
  expect(await own(agent, code)).toMatchObject({ review: 'passed', checkReason: null, shelfState: 0 });
  const { checkedBy, checkedAt } = (await own(agent, code)) ?? {};
  expect([checkedBy, typeof checkedAt]).toEqual([expect.not.stringContaining('operator'), 'string']);
  expect(await seen(operator, code)).toMatchObject({
    review: 'passed',
    checkedBy: 'operator',
    offered: { check: false },
  });
  expect((await publish(id)).code).toBe('200');
  expect((await give(id)).code).toBe('200');
  expect([await why(id, '10'), await why(id, '11')]).toEqual([undefined, undefined]);
});

test('a change of name, number or allowance asks again and stops the sale; one of the channels does not', async () => {
  const { id, code, terms } = await compose();
  await submit(agent, id);
  await pass(operator, id);
  await publish(id);
  await give(id);
  const edit = (version: number, rest: object) =>
    agent.ask(customPackages.edit, { body: { id, version, ...terms, ...rest } });
  await edit(1, { channels: ['api', 'platform'] });
  expect(await own(agent, code)).toMatchObject({ review: 'passed', whyNot: null });
  let version = 2;
  for (const rest of [
    { units: 2 },
    { units: 2, name: `${terms.name} 改` },
    { units: 2, name: terms.name, flowBytes: '9' },
  ]) {
    await edit(version, rest);
    version += 1;
    expect(await own(agent, code)).toMatchObject({
      review: 'pending',
      whyNot: 'review',
      checkedAt: null,
      shelfState: 1,
    });
    expect([await why(id, '10'), await why(id, '11')]).toEqual(['review', 'review']);
    const [held] = (await subagent.ask(listHeldPackages, { query: { packageId: [id] } as never })).list;
    expect(held).toMatchObject({ whyNot: 'review' });
    expect(await give(id)).toMatchObject({
      code: packageNotGivable.code,
      message: expect.stringContaining('套餐未通过审核'),
    });
    await submit(agent, id);
    expect((await pass(operator, id, version)).code).toBe('200');
  }
  expect(await why(id, '11')).toBeUndefined();
});

test('what was rejected says why, is submitted again as it is or changed, and never sold before it has passed', async () => {
  const { id, code } = await compose();
  await submit(agent, id);
  expect(faultsOf(await reject(operator, id, ' '))).toMatchObject([{ field: 'reason' }]);
  await reject(operator, id);
  expect(await own(agent, code)).toMatchObject({ review: 'rejected', checkReason: '两年太长', whyNot: 'review' });
  expect((await publish(id)).code).toBe(notPassed.code);
  expect((await submit(agent, id)).code).toBe('200');
  expect(await own(agent, code)).toMatchObject({ review: 'underReview', checkReason: null });
  expect((await submit(agent, id)).code).toBe(api.notToSubmit.code);
  await pass(operator, id);
  expect((await submit(agent, id)).code).toBe(api.notToSubmit.code);
});

test('only the parent of the maker decides, and only what it looked at', async () => {
  const { id, code, terms } = await compose(subagent);
  expect((await pass(agent, id)).code).toBe(api.notUnderReview.code);
  await submit(subagent, id);
  expect([await seen(operator, code), await seen(subagent, code), await seen(rival, code)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  for (const who of [subagent, operator]) expect((await pass(who, id)).code).toBe(api.checkedByParent.code);
  expect((await pass(rival, id)).code).toMatch(/^404/);
  for (const who of [agent, operator, rival]) expect((await submit(who, id)).code).toMatch(/^404/);
  await subagent.ask(customPackages.edit, { body: { id, version: 1, ...terms, units: 4 } });
  await submit(subagent, id);
  expect((await pass(agent, id)).code).toBe(changedByAnother.code);
  expect((await pass(agent, id, 2)).code).toBe('200');
  expect(await own(subagent, code)).toMatchObject({ review: 'passed', units: 4 });
});

test('of twenty who decide at once, and a maker who changes it meanwhile, one is heard', async () => {
  const { id, code } = await compose();
  await submit(agent, id);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => (at % 2 ? pass(operator, id) : reject(operator, id))),
  );
  expect(answers.filter(({ code: said }) => said === '200')).toHaveLength(1);
  expect(new Set(answers.map(({ code: said }) => said))).toEqual(new Set(['200', api.notUnderReview.code]));
  const raced = await compose();
  await submit(agent, raced.id);
  await Promise.all([
    pass(operator, raced.id),
    agent.call(customPackages.edit, { body: { id: raced.id, version: 1, ...raced.terms, units: 24 } }),
  ]);
  // Whichever came first: what is sold was looked at.
  expect(await own(agent, raced.code)).toMatchObject({ review: 'pending', units: 24 });
  expect(['passed', 'rejected']).toContain((await own(agent, code))?.review);
});

test('of several that are published, those not passed are named and the others done', async () => {
  const [open, good] = [await compose(), await compose()];
  await submit(agent, good.id);
  await pass(operator, good.id);
  const answer = await agent.ask(shelveCustomPackages, { body: { ids: [open.id, good.id], shelfState: 1 } });
  expect(answer).toMatchObject({ done: 1, failed: [{ id: open.id, words: expect.stringContaining('待审核') }] });
  const off = await agent.ask(shelveCustomPackages, { body: { ids: [open.id, good.id], shelfState: 0 } });
  expect(off).toEqual({ done: 2, failed: [], taskId: null });
});

test('where no review is demanded nothing waits, and what was made before one was demanded stays on sale', async () => {
  const waiting = await compose();
  await demandReviews(host.db, false);
  expect((await publish(waiting.id)).code).toBe('200');
  expect(await why(waiting.id, '10')).toBeUndefined();
  const { id, code } = await compose();
  expect(await own(agent, code)).toMatchObject({ review: null });
  await publish(id);
  await demandReviews(host.db, true);
  expect([await why(id, '10'), await why(waiting.id, '10')]).toEqual([undefined, 'review']);
  expect((await submit(agent, id)).code).toBe(api.notToSubmit.code);
  // Above the platform nobody is to be asked.
  const platforms = await operator.ask(customPackages.create, { body: body({ basePackageId: ofPlatform }) });
  const shelved = await operator.ask(shelveCustomPackages, { body: { ids: [platforms.id], shelfState: 1 } });
  expect(shelved.done).toBe(1);
});

test('reviews are found by their state on both sides', async () => {
  const { code, id } = await compose();
  const ownWith = async (review: string) =>
    (await agent.ask(customPackages.list, { query: { review: [review], code: [code] } as never })).list.length;
  expect([await ownWith('pending'), await ownWith('underReview')]).toEqual([1, 0]);
  await submit(agent, id);
  expect([await ownWith('pending'), await ownWith('underReview')]).toEqual([0, 1]);
  const asked = { query: { review: ['underReview'], customerId: ['10'], code: [code] } as never };
  expect((await operator.ask(api.listCustomPackageReviews, asked)).list).toHaveLength(1);
});

test('of twenty who save a name at once one has it, at the field, and so it is when a name is changed', async () => {
  const name = '同名季包';
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => agent.call(customPackages.create, { body: body({ name, units: at + 1 }) })),
  );
  const refused = answers.filter(({ code }) => code !== '200');
  expect(refused).toHaveLength(19);
  expect(refused.map((each) => faultsOf(each).map(({ field }) => field))).toEqual(refused.map(() => ['name']));
  const both = await Promise.all([compose(), compose()]);
  const renamed = await Promise.all(
    both.map(({ id, terms }) =>
      agent.call(customPackages.edit, { body: { id, version: 1, ...terms, name: '改名季包' } }),
    ),
  );
  expect(renamed.filter(({ code }) => code === '200')).toHaveLength(1);
  // Another customer's names are its own.
  expect((await subagent.call(customPackages.create, { body: body({ name }) })).code).toBe('200');
});
