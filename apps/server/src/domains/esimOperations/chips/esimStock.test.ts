import { tagInUse, tagNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { createTag, deleteTag, editTag, listTags, mergeTags } from '@cardinal/contract/api/cards/tags.ts';
import { globalSearch } from '@cardinal/contract/api/cardViews/search.ts';
import * as numbers from '@cardinal/contract/api/esim/numbers.ts';
import { chipNotFound } from '@cardinal/contract/api/esim/refusals.ts';
import * as chips from '@cardinal/contract/api/esimOperations/chips.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { objectsOf } from '@cardinal/testing/objects.ts';
import { expect, test } from 'vitest';

const host = await forThisFile(testApp({ demo: 'people' }));
const own = await objectsOf(host, '10');
const [agent, subagent, rival] = [await host.as('agent'), await host.as('subagent'), await host.as('rival')];

/** Binds the agent's number to the agent's chip. */
async function bind(state: 0 | 1): Promise<void> {
  const at = host.clock.now();
  await host.db
    .updateTable('esim.code_number')
    .set({ eid: own.eid, enable_state: state, rsp_state: 'Installed', bound_at: at })
    .where('card_id', '=', own.codeNumber)
    .execute();
  await host.db.updateTable('cards.card').set({ eid: own.eid }).where('id', '=', own.codeNumber).execute();
  await host.db
    .updateTable('esim.chip')
    .set({ enabled_number_id: state === 1 ? own.codeNumber : null, state: 'ACTIVATED' })
    .where('eid', '=', own.eid)
    .execute();
}
const seen = async (who: Caller) => (await who.ask(numbers.listNumbers, { query: { pageSize: 100 } as never })).list;

test('a chip is found by its EID before any card runs on it; another customer’s is not', async () => {
  const asked = (who: Caller) => who.ask(globalSearch, { query: { q: own.eid } });
  expect(await asked(agent)).toMatchObject({
    cards: [],
    others: [{ kind: 'esimCard', title: own.eid, path: `/esimManagement/esimCardDetail/${own.eid}` }],
    notFound: [],
  });
  expect(await asked(rival)).toMatchObject({ others: [], notFound: [own.eid] });
});

test('a number in stock goes down one level and comes back, with a line in the history of its card', async () => {
  const body = { numberIds: [own.codeNumber], customerId: '11' };
  expect(await agent.ask(numbers.allocateNumbers, { body })).toEqual({ moved: 1, left: 0 });
  expect((await seen(subagent)).map((row) => row.id)).toEqual([own.codeNumber]);
  expect((await subagent.call(numbers.recoverNumbers, { body: { numberIds: [own.codeNumber] } })).code).toBe('4091406');
  expect(await agent.ask(numbers.recoverNumbers, { body: { numberIds: [own.codeNumber] } })).toEqual({
    moved: 1,
    left: 0,
  });
  expect(await seen(subagent)).toEqual([]);
  const story = await host.db
    .selectFrom('cards.card_event')
    .select(['action', 'customer_id'])
    .where('card_id', '=', own.codeNumber)
    .orderBy('id')
    .execute();
  expect(story).toEqual([
    { action: 'allocate_card', customer_id: '11' },
    { action: 'recover_card', customer_id: '10' },
  ]);
});

test('only directly below, and never what is somebody else’s', async () => {
  const far = await host.as('operator');
  const skip = await far.call(numbers.allocateNumbers, { body: { numberIds: [own.codeNumber], customerId: '11' } });
  expect(skip.code).toBe('4091405');
  const foreign = await rival.call(numbers.invalidateNumbers, {
    body: { numberIds: [own.codeNumber], reason: '不属于我' },
  });
  expect(foreign.code).toBe('4041402');
  expect((await rival.call(chips.readChip, { query: { eid: own.eid } })).code).toBe('4041401');
  for (const endpoint of [chips.readChip, chips.chipOperations, chips.readChipPlaces]) {
    expect((await rival.call(endpoint, { query: { eid: 'no-EID' } })).code).toBe('4041401');
  }
});

test('all that a filter finds are asked at once: as many as were shown, within scope, or none', async () => {
  const recover = (who: Caller, eids: unknown) => who.call(chips.recoverChips, { body: { eids } as never });
  const all = (count: number, filter: object = {}) => ({ filter, count });
  const { total } = await agent.ask(chips.listChips, {});
  // All are its own already: found, with nothing to do.
  expect((await recover(agent, all(total))).code).toBe('4091406');
  for (const shown of [total - 1, total + 1].filter((n) => n > 0)) {
    const gone = await recover(agent, all(shown));
    expect(gone).toMatchObject({ code: '4091429', message: `筛选结果已变为 ${total} 条，请重新选择` });
  }
  expect((await recover(rival, all(1, { eids: own.eid }))).message).toContain('已变为 0 条');
  const wrong = await recover(agent, all(1, { nonsense: '1' }));
  expect(wrong.data).toMatchObject({ errors: [{ field: 'filter.nonsense' }] });
  expect((await recover(agent, all(50_001))).code).toBe('4000422');
  const stocked = { filter: { iccids: (await seen(agent))[0]?.iccid ?? '' }, count: 1 };
  const body = { numberIds: stocked, customerId: '11' };
  expect(await agent.ask(numbers.allocateNumbers, { body })).toEqual({ moved: 1, left: 0 });
  expect(await agent.ask(numbers.recoverNumbers, { body: { numberIds: stocked } })).toEqual({ moved: 1, left: 0 });
});

test('what is on a chip moves with the chip, and a chip with an unfinished operation stays', async () => {
  await bind(1);
  const both = await agent.ask(globalSearch, { query: { q: own.eid } });
  expect([both.cards.map(({ id }) => id), both.others.map(({ kind }) => kind)]).toEqual([
    [own.codeNumber],
    ['esimCard'],
  ]);
  const alone = await agent.call(numbers.allocateNumbers, { body: { numberIds: [own.codeNumber], customerId: '11' } });
  expect(alone.code).toBe('4091403');
  const chip = await agent.ask(chips.readChip, { query: { eid: own.eid } });
  expect(chip).toMatchObject({ isInternational: true, enabledNumberId: own.codeNumber, openOperation: null });
  expect(chip.slots).toMatchObject([{ enableState: 1, isFallback: false, audited: null }]);
  await host.db
    .insertInto('esim_operations.operation')
    .values({
      eid: own.eid,
      id: '77',
      customer_id: '10',
      kind: 'audit',
      function_call_identifier: 'x',
      state: 'waitingDevice',
      asked_at: host.clock.now(),
    } as never)
    .execute();
  const busy = await agent.call(chips.allocateChips, { body: { eids: [own.eid], customerId: '11' } });
  expect(busy.code).toBe('4091404');
  expect((await agent.ask(chips.chipOperations, { query: { eid: own.eid } })).map((each) => each.id)).toEqual([
    own.esimOperation,
    '77',
  ]);
  await host.db.updateTable('esim_operations.operation').set({ state: 'done' }).where('id', '=', '77').execute();
  expect(await agent.ask(chips.allocateChips, { body: { eids: [own.eid], customerId: '11' } })).toEqual({
    moved: 1,
    numbers: 1,
    left: 0,
  });
  expect((await subagent.ask(chips.readChip, { query: { eid: own.eid } })).slots).toHaveLength(1);
  expect(await agent.ask(chips.recoverChips, { body: { eids: [own.eid] } })).toEqual({ moved: 1, numbers: 1, left: 0 });
});

test('what runs is not set invalid; what lies in stock is, for good', async () => {
  const body = { numberIds: [own.codeNumber], reason: '供应商收回' };
  expect((await agent.call(numbers.invalidateNumbers, { body })).code).toBe('4091402');
  await host.db
    .updateTable('esim.code_number')
    .set({ eid: null, enable_state: 0, rsp_state: 'Available', bound_at: null })
    .where('card_id', '=', own.codeNumber)
    .execute();
  const stock = await agent.ask(numbers.readNumberStock);
  expect(stock.find((line) => line.profileType === 'GLOBAL')).toMatchObject({ free: 1 });
  expect(await agent.ask(numbers.invalidateNumbers, { body })).toEqual({ invalidated: 1, left: 0 });
  const [row] = await seen(agent);
  expect(row).toMatchObject({ enableState: 3, rspState: 'Unavailable', stateWords: '供应商收回' });
  expect((await agent.call(numbers.invalidateNumbers, { body })).code).toBe('4091401');
  expect((await agent.ask(numbers.listNumbers, { query: {} })).summary).toMatchObject({ inStock: 0, invalid: 1 });
});

test('lists are found by pasted numbers, by a segment of EIDs, and by what is missing', async () => {
  const found = async (query: object) => (await agent.ask(chips.listChips, { query: query as never })).total;
  expect(await found({ eids: `${own.eid},89049032000000000000000000000999` })).toBe(1);
  expect(await found({ eidFrom: own.eid.slice(0, 12), eidTo: own.eid.slice(0, 12) })).toBe(1);
  expect(await found({ eidFrom: '9999', eidTo: '9999' })).toBe(0);
  const uneven = await agent.call(chips.listChips, { query: { eidFrom: '8904', eidTo: '89050' } as never });
  expect(uneven.status).toBe(422);
  await host.db.updateTable('esim.chip').set({ enabled_number_id: null }).where('eid', '=', own.eid).execute();
  expect(await found({ noNumber: true })).toBe(1);
  await agent.ask(chips.editChip, { body: { eid: own.eid, remark: '样机', version: 3 } });
  expect((await agent.call(chips.editChip, { body: { eid: own.eid, remark: '又改', version: 3 } })).code).toBe(
    '4090002',
  );
});

test('each figure over the numbers counts what its filter finds', async () => {
  await bind(0);
  const asked = (query: object) => agent.ask(numbers.listNumbers, { query: { pageSize: 100, ...query } as never });
  const { summary } = await asked({});
  expect(summary).toMatchObject({ onChip: 1, bound: 0 });
  expect((await asked({ onChip: true })).list.map(({ id }) => id)).toEqual([own.codeNumber]);
  expect((await asked({ onChip: false })).total).toBe(summary.total - summary.onChip);
  expect((await asked({ inStock: true })).total).toBe(summary.inStock);
});

test('tags of a customer stand on its chips, are found by, and are seen by nobody else', async () => {
  const { id } = await agent.ask(createTag, { body: { name: '样机', color: 'green' } });
  const tag = (who: Caller, mode: 'add' | 'remove') =>
    who.call(chips.tagChips, { body: { eids: [own.eid], tagIds: [id], mode } });
  expect((await tag(agent, 'add')).data).toEqual({ changed: 1 });
  expect((await tag(agent, 'add')).data).toEqual({ changed: 0 });
  const found = async (who: Caller) => (await who.ask(chips.listChips, { query: { tags: [id] } })).list;
  expect(await found(agent)).toMatchObject([{ eid: own.eid, tags: [{ name: '样机', color: 'green' }] }]);
  const operator = await host.as('operator');
  expect(await found(operator)).toEqual([]);
  expect((await tag(operator, 'add')).code).toBe(tagNotFound.code);
  expect((await tag(rival, 'add')).code).toBe(chipNotFound.code);
  expect((await agent.call(deleteTag, { body: { id } })).code).toBe(tagInUse.code);
  const named = await agent.ask(listTags, { query: { nameContains: '样机' } as never });
  expect(named.list).toMatchObject([{ id, cards: 0, usedIn: 'eSIM卡「1」' }]);
  // A renamed tag shows its new name everywhere; a merge includes chips, each once.
  await agent.ask(editTag, { body: { id, name: '样机二', color: 'green' } });
  expect(await found(agent)).toMatchObject([{ tags: [{ name: '样机二' }] }]);
  const other = await agent.ask(createTag, { body: { name: '旧样机', color: 'red' } });
  await agent.ask(chips.tagChips, { body: { eids: [own.eid], tagIds: [other.id], mode: 'add' } });
  const merged = await agent.ask(mergeTags, { body: { fromId: id, intoId: other.id } });
  expect(merged).toEqual({ cards: 0, others: [] });
  const third = await agent.ask(createTag, { body: { name: '样机三', color: 'red' } });
  expect(await agent.ask(mergeTags, { body: { fromId: other.id, intoId: third.id } })).toEqual({
    cards: 0,
    others: [{ kind: 'eSIM卡', n: 1 }],
  });
  const { list } = await agent.ask(chips.listChips, { query: { tags: [third.id] } });
  expect(list).toMatchObject([{ eid: own.eid, tags: [{ name: '样机三' }] }]);
  await agent.ask(chips.tagChips, { body: { eids: [own.eid], tagIds: [third.id], mode: 'remove' } });
  expect((await agent.call(mergeTags, { body: { fromId: id, intoId: third.id } })).code).toBe(tagNotFound.code);
});

test('a tag comes off chips again', async () => {
  const { id } = await agent.ask(createTag, { body: { name: '临时', color: 'green' } });
  const tag = (who: Caller, mode: 'add' | 'remove') =>
    who.call(chips.tagChips, { body: { eids: [own.eid], tagIds: [id], mode } });
  const found = async (who: Caller) => (await who.ask(chips.listChips, { query: { tags: [id] } })).list;
  expect((await tag(agent, 'add')).data).toEqual({ changed: 1 });
  expect((await tag(agent, 'remove')).data).toEqual({ changed: 1 });
  expect(await found(agent)).toEqual([]);
});

test('a device and what is left that those above hide are in no list or page of a chip, and find none; numbers are masked', async () => {
  await bind(1);
  await host.db.updateTable('esim.chip').set({ imei: '867530090210017' }).where('eid', '=', own.eid).execute();
  await host.db
    .updateTable('esim.code_number')
    .set({ msisdn: '1064099912345' })
    .where('card_id', '=', own.codeNumber)
    .execute();
  await host.db
    .updateTable('cards.card')
    .set({ flow_used: '1700000001', flow_total: '2000000000', usage_at: host.clock.now() })
    .where('id', '=', own.codeNumber)
    .execute();
  const admin = await host.as('admin');
  const shown = async (who: Caller) =>
    JSON.stringify([
      (await who.ask(chips.listChips, { query: { eid: own.eid } as never })).list,
      await who.ask(chips.readChip, { query: { eid: own.eid } }),
    ]);
  for (const who of [agent, admin]) {
    const before = await shown(who);
    for (const known of ['867530090210017', '1064099912345', '299999999', '1700000001'])
      expect(before).toContain(known);
  }
  await host.db
    .insertInto('control.display_strategy')
    .values({
      id: '77001',
      customer_id: '1',
      name: '只看状态',
      audience: 'child',
      shows: ['status', 'carrier'],
      unit: 'MB',
      decimals: 0,
      masks_numbers: true,
      history_months: 24,
      is_enabled: true,
      created_at: host.clock.now(),
      updated_at: host.clock.now(),
    } as never)
    .execute();
  await host.db
    .insertInto('control.display_binding')
    .values({
      strategy_id: '77001',
      customer_id: '1',
      audience: 'child',
      kind: 'customer',
      object_id: '10',
      bound_at: host.clock.now(),
    })
    .execute();
  const after = await shown(agent);
  for (const hidden of ['867530090210017', '1064099912345', '299999999', '1700000001'])
    expect(after).not.toContain(hidden);
  expect(await shown(admin)).toContain('867530090210017');
  const asked = await agent.call(chips.listChips, { query: { imei: '867530090210017' } as never });
  expect(asked.status).toBe(422);
  await host.db.deleteFrom('control.display_binding').where('strategy_id', '=', '77001').execute();
  await host.db.deleteFrom('control.display_strategy').where('id', '=', '77001').execute();
});
