import * as api from '@cardinal/contract/api/cardBatches/cardSets.ts';
import { cardSetNotFound, duplicateCardSet } from '@cardinal/contract/api/cardBatches/refusals.ts';
import { listSkipped, previewSelection } from '@cardinal/contract/api/cardBatches/selection.ts';
import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { listReadonlyFlow } from '@cardinal/contract/api/cardViews/readonlyCards.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { readSetJob, refreshSetJob, setsOfImported, sweepSets } from './setJobs.ts';

const iccid = (n: number) => withCheckDigit(`898601${String(n).padStart(13, '0')}`);
const wrong = (n: number) => iccid(n).slice(0, 19) + ((Number(iccid(n)[19]) + 1) % 10);
const business = (n: number) => `14400${String(n).padStart(8, '0')}`;
const imsi = (n: number) => `46001${String(n).padStart(10, '0')}`;
const imei = (n: number) => `3520990${String(n).padStart(8, '0')}`;
const cardId = (n: number) => String(1_000_000 + n);

async function addCard(n: number, customerId: string): Promise<void> {
  const now = ctx.clock.now();
  const row = {
    id: cardId(n),
    iccid: iccid(n),
    business_number: business(n),
    imsi: imsi(n),
    imei: imei(n),
    mapping_number: `170${String(n).padStart(8, '0')}`,
    platform: 1,
    carrier_account_id: '1',
    kind: 1,
    carrier_status: 'ACTIVATED',
    lifecycle: 'activated',
    customer_id: customerId,
    created_at: now,
    updated_at: now,
  };
  await host.db
    .insertInto('cards.card')
    .values(row as never)
    .execute();
  const claims = [
    [1, row.iccid],
    [2, row.business_number],
    [5, row.imsi],
  ] as const;
  const rows = claims.map(([kind, value]) => ({ kind, value, card_id: row.id }));
  await host.db.insertInto('cards.card_identifier').values(rows).execute();
}

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
const agent = await host.as('agent');
for (let n = 1; n <= 9; n += 1) await addCard(n, '10');
await addCard(20, '20');

const csv = (lines: readonly string[], name = 'numbers.csv') => ({ name, content: Buffer.from(lines.join('\r\n')) });
const upload = async (name: string, lines: readonly string[], who = agent, isShared = false): Promise<string> => {
  const { id } = await who.ask(api.uploadCardSet, { body: { name, isShared }, file: csv(lines) });
  await readSetJob.run(ctx, { setId: id }, new AbortController().signal);
  return id;
};
const report = async (id: string, who = agent) => {
  const { report: found } = await who.ask(api.readCardSet, { query: { id } });
  return {
    cards: found?.cards,
    ...Object.fromEntries(found?.verdicts.map((each) => [each.verdict, each.count]) ?? []),
  };
};
const listed = (cardSetId: string, who = agent) => who.ask(listCards, { query: { cardSetId } as never });

describe('a file of mixed numbers', () => {
  let id: string;
  beforeAll(async () => {
    id = await upload('盘点', [
      'ICCID,数量',
      iccid(1),
      iccid(1).slice(0, 19),
      business(2),
      imsi(3),
      imei(4),
      '17000000005',
      imsi(1),
      wrong(6),
      iccid(20),
      iccid(99),
      '8.98601E+19',
      '备件',
    ]);
  });

  test('every number is found, doubled, mistyped or unknown; another’s card reads as unknown', async () => {
    expect(await report(id)).toEqual({
      cards: 5,
      found: 5,
      repeated: 1,
      sameCard: 1,
      checkDigit: 1,
      unknown: 2,
      notNumber: 1,
      damaged: 1,
    });
    const { report: found } = await agent.ask(api.readCardSet, { query: { id } });
    expect(found?.left.map((each) => [each.rowNumber, each.words])).toEqual([
      [3, '与第 2 行的号码重复'],
      [8, '与第 2 行是同一张卡'],
      [9, `校验位错误，应为 ${iccid(6)}`],
      [10, '未找到'],
      [11, '未找到'],
      [12, expect.stringContaining('丢失')],
      [13, '不是卡的号码'],
    ]);
  });

  test('it narrows lists, those to look at too', async () => {
    expect((await listed(id)).list.map((card) => card.id).sort()).toEqual([1, 2, 3, 4, 5].map(cardId));
    const readonly = await agent.ask(listReadonlyFlow, { query: { cardSetId: id } as never });
    expect(readonly.total).toBe(5);
  });

  test('it is a selection; what found no card is told of', async () => {
    const preview = await agent.ask(previewSelection, {
      body: { action: 'edit_remark', source: { kind: 'set', setId: id }, parameters: { remark: '盘点' } },
    });
    expect(preview).toMatchObject({ willTouch: 5, willSkip: 5 });
    const skipped = await agent.ask(listSkipped, { query: { previewId: preview.previewId } });
    expect(skipped.list.map((row) => row.iccid)).toEqual([wrong(6), iccid(20), iccid(99), '8.98601E+19', '备件']);
  });

  test('the rest is a sheet', async () => {
    const answer = await host.app.http.inject({
      url: `${api.cardSetRest.path}?id=${id}`,
      headers: { authorization: agent.token ?? '' },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });

  test('nobody of another customer uses it, nor of the same while it is not shared', async () => {
    const rival = await host.as('rival');
    for (const who of [rival, await host.as('operator')]) {
      expect((await who.call(api.readCardSet, { query: { id } })).code).toBe(cardSetNotFound.code);
      expect((await who.call(api.deleteCardSet, { body: { id } })).code).toBe(cardSetNotFound.code);
      expect((await who.call(listCards, { query: { cardSetId: id } as never })).status).toBe(422);
      expect(await who.ask(api.listCardSets)).not.toContainEqual(expect.objectContaining({ id }));
    }
    const preview = await rival.call(previewSelection, {
      body: { action: 'edit_remark', source: { kind: 'set', setId: id }, parameters: { remark: '盘点' } },
    });
    expect(preview.status).toBe(422);
  });
});

test('a set is live: cards that leave the scope or change their number drop out, those that come are found again', async () => {
  const id = await upload('活的', [iccid(7), imei(8), iccid(9), iccid(50)]);
  expect(await report(id)).toEqual({ cards: 3, found: 3, unknown: 1 });
  await host.db.updateTable('cards.card').set({ customer_id: '20' }).where('id', '=', cardId(7)).execute();
  await host.db
    .updateTable('cards.card')
    .set({ imei: imei(80) })
    .where('id', '=', cardId(8))
    .execute();
  expect((await listed(id)).list.map((card) => card.id)).toEqual([cardId(9)]);
  expect(await report(id)).toEqual({ cards: 1, found: 1, unknown: 3 });
  // Once back in the scope the card is back in the set, without another request.
  await host.db.updateTable('cards.card').set({ customer_id: '10' }).where('id', '=', cardId(7)).execute();
  expect(await report(id)).toEqual({ cards: 2, found: 2, unknown: 2 });
  await addCard(50, '10');
  await agent.ask(api.refreshCardSet, { body: { id } });
  await refreshSetJob.run(ctx, { setId: id }, new AbortController().signal);
  expect(await report(id)).toEqual({ cards: 3, found: 3, unknown: 1 });
  const [set] = await agent.ask(api.listCardSets);
  expect(set).toMatchObject({ id, cards: 3, numbers: 4, isRefreshing: false });
});

test('where customers above hide the device of cards, a file of devices finds none of them', async () => {
  const id = await upload('设备', [imei(1), imei(2), iccid(3)]);
  expect(await report(id)).toEqual({ cards: 3, found: 3 });
  const strategy = { id: '1', customer_id: '1', audience: 'child' as const };
  const at = ctx.clock.now();
  await host.db
    .insertInto('control.display_strategy')
    .values({
      ...strategy,
      name: '不见设备',
      shows: ['status', 'carrier'],
      unit: 'GB',
      decimals: 2,
      masks_numbers: false,
      history_months: 24,
      is_enabled: true,
      created_by: null,
      created_at: at,
      updated_at: at,
    })
    .execute();
  const { id: strategy_id, ...of } = strategy;
  await host.db
    .insertInto('control.display_binding')
    .values({ strategy_id, ...of, kind: 'customer', object_id: '10', bound_by: null, bound_at: at })
    .execute();
  expect(await report(id)).toEqual({ cards: 1, found: 1, unknown: 2 });
  expect((await listed(id)).list.map((card) => card.id)).toEqual([cardId(3)]);
  await host.db.deleteFrom('control.display_strategy').execute();
  expect(await report(id)).toEqual({ cards: 3, found: 3 });
});

test('imported cards have the sets looked up again that may want them', async () => {
  const id = await upload('等待', [iccid(60)]);
  await addCard(60, '10');
  await setsOfImported.run(ctx, { importBatchId: '1', customerId: '10', carrierAccountId: '1', cards: 1 });
  const isAsked = async () => (await agent.ask(api.readCardSet, { query: { id } })).isRefreshing;
  expect(await isAsked()).toBe(true);
  await refreshSetJob.run(ctx, { setId: id }, new AbortController().signal);
  expect(await isAsked()).toBe(false);
  expect((await report(id)).cards).toBe(1);
});

describe('names', () => {
  test('one’s own are unique, changed and deleted by nobody else', async () => {
    const id = await upload('甲', [iccid(1)], agent, true);
    const again = await agent.call(api.uploadCardSet, { body: { name: '甲' }, file: csv([iccid(2)]) });
    expect(again.code).toBe(duplicateCardSet.code);
    await agent.ask(api.editCardSet, { body: { id, name: '乙', isShared: true } });
    const [set] = await agent.ask(api.listCardSets);
    expect(set).toMatchObject({ name: '乙', isOwn: true, isShared: true });
    // The customer's child does not share the set.
    const sub = await host.as('subagent');
    expect((await sub.call(api.editCardSet, { body: { id, name: '丙', isShared: true } })).code).toBe(
      cardSetNotFound.code,
    );
    await agent.ask(api.deleteCardSet, { body: { id } });
    const left = await host.db
      .selectFrom('card_batches.card_set_number')
      .select('seq')
      .where('set_id', '=', id)
      .execute();
    expect(left).toEqual([]);
  });
});

test('what is shared within the customer is used by its other accounts, and only used', async () => {
  const admin = await host.as('admin');
  const operator = await host.as('operator');
  const id = await upload('共享', [iccid(1), iccid(20)], admin, true);
  expect(await report(id, operator)).toEqual({ cards: 2, found: 2 });
  const mine = (await operator.ask(api.listCardSets)).find((set) => set.id === id);
  expect(mine).toMatchObject({ isOwn: false, owner: 'admin', cards: null });
  expect((await operator.call(api.deleteCardSet, { body: { id } })).code).toBe(cardSetNotFound.code);
  expect((await (await host.as('agent')).call(api.readCardSet, { query: { id } })).code).toBe(cardSetNotFound.code);
});

describe('a reading that was cut off', () => {
  test('is done anew from the file, and nothing is there twice', async () => {
    const { id } = await agent.ask(api.uploadCardSet, { body: { name: '断' }, file: csv([iccid(1), iccid(2)]) });
    // Killed after its rows were written: they still belong to a set that is being read.
    const row = { set_id: id, seq: 1, row_number: 1, typed: 'x', kind: null, value: null, other: null };
    await host.db
      .insertInto('card_batches.card_set_number')
      .values({ ...row, is_suspect: false, fault: 'notNumber' })
      .execute();
    expect((await agent.call(listCards, { query: { cardSetId: id } as never })).status).toBe(422);
    await readSetJob.run(ctx, { setId: id }, new AbortController().signal);
    await readSetJob.run(ctx, { setId: id }, new AbortController().signal);
    expect(await report(id)).toEqual({ cards: 2, found: 2 });
  });

  test('is never left standing: lost ones are queued again, hopeless ones say so', async () => {
    const { id } = await agent.ask(api.uploadCardSet, { body: { name: '望' }, file: csv([iccid(1)]) });
    await host.db
      .updateTable('card_batches.card_set')
      .set({ state: 'reading', created_at: new Date(ctx.clock.now().getTime() - 2 * 86_400_000) })
      .where('id', '=', id)
      .execute();
    await sweepSets(ctx);
    const set = await agent.ask(api.readCardSet, { query: { id } });
    expect(set).toMatchObject({ state: 'failed', report: null });
    expect(set.failure).toContain('重新上传');
  });
});

test('a file that is none is refused at its field; one without numbers fails with words', async () => {
  const bad = await agent.call(api.uploadCardSet, {
    body: { name: '坏' },
    file: { name: 'numbers.pdf', content: Buffer.from('%PDF') },
  });
  expect(bad.status).toBe(422);
  const disguised = await agent.call(api.uploadCardSet, {
    body: { name: '坏' },
    file: { name: 'numbers.csv', content: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]) },
  });
  expect(disguised.status).toBe(422);
  const id = await upload('空', ['ICCID']);
  expect(await agent.ask(api.readCardSet, { query: { id } })).toMatchObject({
    state: 'failed',
    failure: '文件中没有号码',
  });
});
