import { createTag, deleteTag } from '@cardinal/contract/api/cards/tags.ts';
import { readCardMoment, readCardTimeline } from '@cardinal/contract/api/cardViews/timeMachine.ts';
import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import {
  addCards,
  card,
  cardsUnderTest,
  events,
  listSource,
  start,
  workOff,
} from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { confirmDue, cursorFrom } from '../../cardCommands/confirming/confirmCommands.ts';
import { writeEvents } from '../../cards/cardEvents.ts';

const { manual } = StopReason.values;
const MINUTE = 60_000;

const under = await forThisFile(cardsUnderTest());
const operator = await under.as('operator');
const agent = await under.as('agent');
const rival = await under.as('rival');

const confirm = () =>
  confirmDue(
    under.ctx,
    under.accountId,
    cursorFrom(new Date(under.clock.now().getTime() - 60 * MINUTE)),
    new AbortController().signal,
  );
const momentOf = (who: Caller, id: string, at?: Date) =>
  who.ask(readCardMoment, { query: { id, ...(at ? { at: at.toISOString() } : {}) } });

/** Records the card's row a minute after each step; the history is compared with these records. */
function filmOf(n: number) {
  const frames: { at: Date; row: Awaited<ReturnType<typeof card>>; tags: string[] }[] = [];
  return {
    frames,
    step: async (act: () => Promise<unknown>) => {
      under.clock.advance(MINUTE);
      await act();
      under.clock.advance(MINUTE);
      const row = await card(under, n);
      const tags = await under.db.selectFrom('cards.card_tag').select('tag_id').where('card_id', '=', row.id).execute();
      frames.push({ at: under.clock.now(), row, tags: tags.map((tag) => tag.tag_id) });
    },
  };
}

test('every moment of a card is told as its row was then, by its lines alone', async () => {
  const n = 1;
  const [id = ''] = await addCards(under, [{ n }]);
  const film = filmOf(n);
  const act = async (action: Parameters<typeof start>[1], parameters = {}) => {
    await start(agent, action, listSource([n]), parameters);
    await workOff(under);
  };
  const tag = await agent.ask(createTag, { body: { name: '时间', color: 'blue' } });
  await film.step(() => act('edit_remark', { remark: '一号仓' }));
  await film.step(() => act('set_tag', { tagIds: [tag.id], tagMode: 'add' }));
  await film.step(() => act('stop_card', { reason: '客户报停' }));
  await film.step(() => act('edit_remark', { remark: '二号仓' }));
  await film.step(confirm);
  await film.step(() => agent.ask(deleteTag, { body: { id: tag.id } }));
  await film.step(() => act('bind_imei', { imei: '860000000000017' }));
  await film.step(() => act('reboot_card'));
  await film.step(confirm);

  for (const { at, row, tags } of film.frames) {
    const { stood, kind } = await momentOf(agent, id, at);
    expect(kind).toBe('known');
    expect(stood).toMatchObject({
      status: { word: row.carrier_status, lifecycle: row.lifecycle },
      reasons: row.stop_reasons,
      customer: { id: row.customer_id },
      product: row.product_code,
      remark: row.remark,
      imei: row.bound_imei,
      unrecorded: [],
    });
    expect(stood?.pending === null).toBe(row.pending_action === null);
    expect(stood?.tags.map((each) => each.id)).toEqual(tags);
  }
  expect(film.frames.map(({ row }) => row.pending_action)).toContain('stop_card');
  const now = await momentOf(agent, id);
  expect(now.stood).toEqual(now.stands);
  // The tag is deleted; cards that had it then still show its name.
  const tagged = await momentOf(agent, id, film.frames[1]?.at);
  expect(tagged.stood?.tags).toEqual([{ id: tag.id, name: '时间', color: 'blue', isGone: true }]);
});

test('from a reason to who set it, the command, the calls and the answer; calls only for who may read their log', async () => {
  const n = 2;
  const [id = ''] = await addCards(under, [{ n }]);
  const { taskId } = await start(agent, 'stop_card', listSource([n]), { reason: '设备返修' });
  await workOff(under);
  const whilePending = under.clock.now();
  under.clock.advance(MINUTE);
  await confirm();
  await start(agent, 'edit_remark', listSource([n]), { remark: '后来' });
  await workOff(under);

  const seen = await momentOf(agent, id);
  expect(seen.why).toMatchObject([
    {
      reason: manual,
      set: { action: 'stop_card', source: 'console', by: 'agent', words: '设备返修', taskId },
      command: { action: 'stop_card', state: 'confirmed', tries: 1 },
      calls: null,
      answer: { result: 'confirmed' },
    },
  ]);
  const whole = await momentOf(operator, id);
  expect(whole.why[0]?.calls?.[0]).toMatchObject({ operation: 'setStatus', outcome: 'ok', httpStatus: 200 });
  const before = await momentOf(agent, id, whilePending);
  expect(before.why).toMatchObject([{ command: { state: 'sent' }, answer: null }]);
  expect(before.stood).toMatchObject({ pending: '停机', status: { lifecycle: 'activated' } });

  const line = await agent.ask(readCardTimeline, { query: { id } });
  expect(line.marks.map((mark) => [mark.action, mark.result])).toEqual([
    ['stop_card', 'asked'],
    ['stop_card', 'confirmed'],
    ['edit_remark', 'done'],
  ]);
});

test('a time when the card was somebody else’s is not shown, nor a card of others', async () => {
  const n = 3;
  const [id = ''] = await addCards(under, [{ n }]);
  const hand = async (customerId: string) => {
    under.clock.advance(MINUTE);
    await under.db.updateTable('cards.card').set({ customer_id: customerId }).where('id', '=', id).execute();
    const { iccid } = await card(under, n);
    await writeEvents(under.ctx, [{ cardId: id, iccid, customerId, action: 'allocate_card', result: 'done' }]);
    return under.clock.now();
  };
  await hand('10');
  const away = await hand('20');
  await hand('10');
  expect(await momentOf(agent, id, away)).toMatchObject({ kind: 'elsewhere', stood: null, why: [] });
  expect(await momentOf(operator, id, away)).toMatchObject({ kind: 'known', stood: { customer: { id: '20' } } });
  expect(await momentOf(agent, id, new Date('2020-01-01T00:00:00Z'))).toMatchObject({ kind: 'notYet', stood: null });
  for (const endpoint of [readCardMoment, readCardTimeline] as const) {
    expect((await rival.call(endpoint, { query: { id } } as never)).code).toBe('4040801');
  }
});

test('lines from before states were kept are told as such', async () => {
  const n = 4;
  const [id = ''] = await addCards(under, [{ n, status: 'DEACTIVATED', stopReasons: [manual] }]);
  const { iccid } = await card(under, n);
  await under.db
    .insertInto('cards.card_event')
    .values({
      id: under.ctx.ids.next(),
      card_id: id,
      at: under.clock.now(),
      iccid,
      customer_id: '10',
      operation_type: 1,
      action: 'stop_card',
      to_value: JSON.stringify({ zh: '已停机', en: 'Stopped', word: 'DEACTIVATED' }),
      result: 'confirmed',
      source: 'console',
    } as never)
    .execute();
  const old = under.clock.now();
  // Nothing has happened since: the state is the present one.
  expect(await momentOf(agent, id, old)).toMatchObject({ recordedSince: null, stood: { reasons: [manual] } });
  under.clock.advance(MINUTE);
  await start(agent, 'edit_remark', listSource([n]), { remark: '新的' });
  await workOff(under);
  const then = await momentOf(agent, id, old);
  expect(then.recordedSince).toBe((await events(under, n))[1]?.at.toISOString());
  expect(then.stood).toMatchObject({ status: { word: 'DEACTIVATED' }, customer: { id: '10' } });
  expect(then.stood?.unrecorded).toEqual(expect.arrayContaining(['reasons', 'remark', 'tags']));
});
