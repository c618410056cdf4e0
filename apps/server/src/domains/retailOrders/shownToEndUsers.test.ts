import { bindDisplayStrategy, displayStrategies } from '@cardinal/contract/api/control/displayStrategies.ts';
import { readCards } from '@cardinal/contract/api/publicAccounts/endUsers.ts';
import { cardsUnderTest, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow } from '@cardinal/testing/ordersUnderTest.ts';
import { shopUnderTest } from '@cardinal/testing/shopUnderTest.ts';
import { expect, test } from 'vitest';

const MB = 1_048_576;

const under = await forThisFile(cardsUnderTest());
const shop = await shopUnderTest(under);
await allow(under, 'agent', ['detailStrategy.edit', 'detailStrategy.bind']);
const agent = await under.as('agent');
await shop.newCards([1]);
const user = await shop.signIn('1');
await shop.bind(user, 1);
await under.db
  .updateTable('cards.card')
  .set({ flow_used: String(1_700 * MB), usage_at: under.clock.now(), business_number: '1064012345678' })
  .where('iccid', '=', iccid(1))
  .execute();
const seen = async () => (await user.ask(readCards)).cards[0];

let made = 0;
async function strategy(part: object): Promise<void> {
  made += 1;
  await under.db.deleteFrom('control.display_strategy').execute();
  const { id } = await agent.ask(displayStrategies.create, {
    body: {
      name: `公众号 ${made}`,
      audience: 'publicAccount',
      shows: ['status', 'remaining'],
      unit: 'GB',
      decimals: 1,
      masksNumbers: false,
      historyMonths: 1,
      ...part,
    },
  });
  const bound = { packageIds: [], productCodes: [], customerIds: ['12'] };
  await agent.ask(bindDisplayStrategy, { body: { id, version: 1, ...bound } });
}

test('end users see of a card what its seller has chosen, rounded down', async () => {
  const whole = await seen();
  expect(whole).toMatchObject({
    iccid: iccid(1),
    number: '1064012345678',
    usedBytes: String(1_700 * MB),
    tone: 'good',
  });
  await strategy({});
  expect(await seen()).toMatchObject({ usedBytes: String(Math.ceil(1_638.4 * MB)), status: whole?.status });
  await strategy({ shows: ['remaining'], masksNumbers: true });
  expect(await seen()).toMatchObject({ status: null, tone: null, number: '106****5678' });
  expect((await seen())?.iccid).toBe(iccid(1));
  await strategy({ shows: ['status'] });
  expect(await seen()).toMatchObject({ usedBytes: null, usageAt: null, tone: 'good' });
});
