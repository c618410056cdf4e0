import { readCard, readTradedCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { text } from '@cardinal/primitives/text.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { writeEvents } from '../../cards/cardEvents.ts';

const iccid = withCheckDigit('8986010000000000901');
const unsold = withCheckDigit('8986010000000000902');

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
const now = host.clock.now();
for (const [id, number] of [
  ['901', iccid],
  ['902', unsold],
] as const) {
  await host.db
    .insertInto('cards.card')
    .values({
      id,
      iccid: number,
      platform: 1,
      carrier_account_id: '1',
      kind: 1,
      carrier_status: 'ACTIVATED',
      lifecycle: 'activated',
      customer_id: '20',
      package_name: '100MB 月包',
      created_at: now,
      updated_at: now,
    } as never)
    .execute();
}
await ctx.transact((inside) =>
  writeEvents(inside, [
    {
      cardId: '901',
      iccid,
      customerId: '10',
      action: 'partner_transfer',
      result: 'done',
      from: text('甲代理', 'Agent A'),
      to: text('乙代理', 'Agent B'),
      reason: '卡交易 T-1',
    },
  ]),
);

test('who sold a card still sees the trade and how the card stands, and nothing else', async () => {
  const agent = await host.as('agent');
  expect((await agent.call(readCard, { query: { iccid } })).code).toBe('4040801');
  const answer = await agent.ask(readTradedCard, { query: { iccid: iccid.slice(0, 19) } });
  expect(answer).toEqual({
    iccid,
    platform: 1,
    kind: 1,
    lifecycle: 'activated',
    shownStatus: { word: 'ACTIVATED', text: '已激活' },
    trade: { at: host.clock.now().toISOString(), from: '甲代理', to: '乙代理', note: '卡交易 T-1' },
    packageName: null,
  });
});

test('its owner sees the package too; a card that was never mine reads as unknown', async () => {
  const [agent, rival, subagent] = [await host.as('agent'), await host.as('rival'), await host.as('subagent')];
  expect((await rival.ask(readTradedCard, { query: { iccid } })).packageName).toBe('100MB 月包');
  for (const who of [agent, subagent]) {
    expect((await who.call(readTradedCard, { query: { iccid: unsold } })).code).toBe('4040801');
  }
  expect((await subagent.call(readTradedCard, { query: { iccid } })).code).toBe('4040801');
});
