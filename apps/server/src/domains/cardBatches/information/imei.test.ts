import { previewSelection, startAction, uploadSelection } from '@cardinal/contract/api/cardBatches/selection.ts';
import { listCardEvents } from '@cardinal/contract/api/cards/history.ts';
import { readCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { editCustomerSetting } from '@cardinal/contract/api/settings/settings.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { wallTimeIn } from '@cardinal/primitives/zone.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sheetOf } from '@cardinal/testing/sheets.ts';
import { expect, test } from 'vitest';
import { workTasks } from '../../tasks/leases/workTasks.ts';
import { watchImeis } from './imeiWatch.ts';

const iccid = (n: number) => withCheckDigit(`898601${String(n).padStart(13, '0')}`);
const imei = (n: number) => `86${String(n).padStart(13, '0')}`;
const CARDS = [1, 2, 3, 4];

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
const agent = await host.as('agent');
const now = host.clock.now();
for (const n of [...CARDS, 9]) {
  await host.db
    .insertInto('cards.card')
    .values({
      id: String(700 + n),
      iccid: iccid(n),
      platform: 1,
      carrier_account_id: '1',
      kind: 3,
      carrier_status: 'ACTIVATED',
      lifecycle: 'activated',
      customer_id: n === 9 ? '20' : '10',
      imei: n === 4 ? null : imei(n),
      created_at: now,
      updated_at: now,
    } as never)
    .execute();
  await host.db
    .insertInto('cards.card_identifier')
    .values({ kind: 1, value: iccid(n), card_id: String(700 + n) })
    .execute();
}

const listed = (...cards: number[]) => ({ kind: 'list', identifierType: 1, text: cards.map(iccid).join(',') }) as const;

async function act(action: 'bind_imei' | 'unbind_imei', source: object, parameters: object = {}) {
  const preview = await agent.ask(previewSelection, { body: { action, source, parameters } as never });
  const { taskId } = await agent.ask(startAction, { body: { previewId: preview.previewId } });
  await workTasks(ctx, new AbortController().signal);
  const items = await host.db
    .selectFrom('tasks.task_item')
    .select(['target', 'state', 'code'])
    .where('task_id', '=', taskId)
    .orderBy('target')
    .execute();
  return items.map((item) => `${item.target} ${item.code ?? item.state}`);
}
const lockOf = async (n: number) =>
  host.db
    .selectFrom('cards.card')
    .select(['bound_imei', 'stop_reasons'])
    .where('id', '=', String(700 + n))
    .executeTakeFirstOrThrow();

test('cards are locked to the devices they sit in; one that was never seen in any is told', async () => {
  const said = await act('bind_imei', listed(1, 2, 4));
  expect(said).toEqual([`${iccid(1)} done`, `${iccid(2)} done`, `${iccid(4)} noImei`]);
  expect((await lockOf(1)).bound_imei).toBe(imei(1));
  const lines = await agent.ask(listCardEvents, { query: { iccid: [iccid(1)] } as never });
  expect(lines.list[0]).toMatchObject({ action: 'bind_imei', toValue: imei(1), actorName: 'agent', operationType: 16 });
});

test('a swap is found, is a reason to stop, and unlocking lifts it', async () => {
  await host.db
    .updateTable('cards.card')
    .set({ imei: imei(77) })
    .where('id', '=', '701')
    .execute();
  expect(await watchImeis(ctx)).toBe(1);
  expect(await watchImeis(ctx)).toBe(0);
  expect((await lockOf(1)).stop_reasons).toEqual([4]);
  const stops = await host.db
    .selectFrom('tasks.task')
    .select(['parameters', 'total', 'customer_id'])
    .where('action_code', '=', 'forced_stop_card')
    .execute();
  expect(stops).toMatchObject([{ parameters: { stopReasons: [4], isRuled: true }, total: 1 }]);
  const told = async (language: 'zh_CN' | 'en') =>
    (await agent.ask(listCardEvents, { query: { iccid: [iccid(1)] } as never, language })).list.map(
      ({ reason }) => reason,
    );
  expect([await told('zh_CN'), await told('en')]).toEqual([
    ['机卡分离：卡已换到其他设备', null],
    ['IMEI changed: the card is in another device', null],
  ]);
  const detail = await agent.ask(readCard, { query: { iccid: iccid(1) } });
  expect(detail.diagnosis).toMatchObject({ state: 'bad', action: 'stop_card' });
  const asked = { action: 'unbind_imei', source: listed(1, 3), parameters: {} } as const;
  const { skipped } = await agent.ask(previewSelection, { body: asked });
  expect(skipped).toEqual([{ reason: 'already', words: '未绑定 IMEI', count: 1 }]);
  expect(await act('unbind_imei', listed(1, 3))).toEqual([`${iccid(1)} done`]);
  expect(await lockOf(1)).toEqual({ bound_imei: null, stop_reasons: [] });
});

test('what a carrier refused to stop is asked again after a day, and an unlocking it refused may be repeated', async () => {
  const { id, iccid: number } = await host.db
    .selectFrom('cards.card')
    .select(['id', 'iccid'])
    .where('id', '=', '703')
    .executeTakeFirstOrThrow();
  const bound = { bound_imei: imei(55), stop_reasons: [] as number[] };
  await host.db.updateTable('cards.card').set(bound).where('id', '=', id).execute();
  const asked_at = host.clock.now();
  const refused = { state: 'refused', asked_at, sent_at: asked_at, closed_at: asked_at, added_reasons: [4] };
  await host.db
    .insertInto('card_commands.card_command')
    .values({
      ...{
        id: ctx.ids.next(),
        card_id: id,
        iccid: number,
        customer_id: '10',
        carrier_account_id: '1',
        family: 'status',
      },
      ...{ action: 'forced_stop_card', from_status: 'ACTIVATED', to_status: 'DEACTIVATED', ...refused },
    })
    .execute();
  expect(await watchImeis(ctx)).toBe(0);
  const closed_at = new Date(asked_at.getTime() - 25 * 3_600_000);
  await host.db.updateTable('card_commands.card_command').set({ closed_at }).where('card_id', '=', id).execute();
  expect(await watchImeis(ctx)).toBe(1);
  await host.db.updateTable('cards.card').set({ bound_imei: null }).where('id', '=', id).execute();
  const asked = { action: 'unbind_imei', source: listed(3), parameters: {} } as const;
  expect(await agent.ask(previewSelection, { body: asked })).toMatchObject({ willTouch: 1 });
  const { previewId } = await agent.ask(previewSelection, { body: asked });
  await agent.ask(startAction, { body: { previewId } });
  await workTasks(ctx, new AbortController().signal);
  expect(await lockOf(3)).toEqual({ bound_imei: null, stop_reasons: [] });
});

test('at hours without stops the reason stands at once and the stop waits; by hand one is told and may', async () => {
  // Quiet hours that include the test's current time.
  const hour = wallTimeIn('Asia/Shanghai', host.clock.now()).hour;
  const at = (of: number) => `${String((of + 24) % 24).padStart(2, '0')}:00`;
  const value = `${at(hour)}-${at(hour + 1)}`;
  await agent.ask(editCustomerSetting, { body: { name: 'quietHours', value } });
  expect((await agent.call(editCustomerSetting, { body: { name: 'quietHours', value: '22-7' } })).status).toBe(422);
  await act('bind_imei', listed(2));
  await host.db
    .updateTable('cards.card')
    .set({ imei: imei(88) })
    .where('id', '=', '702')
    .execute();
  expect(await watchImeis(ctx)).toBe(1);
  expect((await lockOf(2)).stop_reasons).toEqual([4]);
  const stop = await host.db
    .selectFrom('tasks.task')
    .select(['not_before', 'state'])
    .where('action_code', '=', 'forced_stop_card')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const until = stop.not_before?.getTime() ?? 0;
  expect(until - host.clock.now().getTime()).toBeGreaterThan(0);
  expect(until - host.clock.now().getTime()).toBeLessThanOrEqual(3_600_000);
  const source = listed(3);
  const preview = await agent.ask(previewSelection, {
    body: { action: 'stop_card', source, parameters: { reason: '欠费' } } as never,
  });
  expect(preview.quietUntil).toBe(new Date(until).toISOString());
  await agent.ask(editCustomerSetting, { body: { name: 'quietHours', value: null } });
});

test('an IMEI is for one card; a wrong one is told at its field', async () => {
  const refused = async (source: object, asked: string) => {
    const body = { action: 'bind_imei', source, parameters: { imei: asked } } as never;
    return ((await agent.call(previewSelection, { body })).data as unknown as { errors: object[] }).errors;
  };
  expect(await refused(listed(1, 2), imei(5))).toMatchObject([{ field: 'parameters.imei' }]);
  expect(await refused(listed(1), '12')).toMatchObject([{ field: 'parameters.imei' }]);
  expect(await act('bind_imei', listed(4), { imei: imei(44) })).toEqual([`${iccid(4)} done`]);
  expect((await lockOf(4)).bound_imei).toBe(imei(44));
});

test('a sheet says which card belongs into which device; cards of others are not found', async () => {
  const content = await sheet([
    [iccid(2), imei(22)],
    [iccid(3), ''],
    [iccid(9), imei(99)],
  ]);
  const { fileId } = await agent.ask(uploadSelection, { body: {}, file: { name: 'imei.xlsx', content } });
  expect(await act('bind_imei', { kind: 'file', fileId })).toEqual([`${iccid(2)} done`, `${iccid(3)} done`]);
  expect((await lockOf(2)).bound_imei).toBe(imei(22));
  expect((await lockOf(3)).bound_imei).toBe(imei(3));
  expect((await lockOf(9)).bound_imei).toBeNull();
});

const sheet = (rows: string[][]) => sheetOf(['iccid', 'imei'], rows);
