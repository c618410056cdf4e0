import { ChannelOrderState } from '@cardinal/contract/enumerations/channelStatement.ts';
import { SalesPlatform } from '@cardinal/contract/enumerations/order.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { DAY_MS, dayText, timeText } from '@cardinal/primitives/time.ts';
import { settleDifferences } from '../domains/channelStatements/deciding/settleDifferences.ts';
import { applyStatement } from '../domains/channelStatements/importing/applyStatement.ts';
import { checkStatement } from '../domains/channelStatements/importing/statementKind.ts';
import { STATEMENT_COLUMNS } from '../domains/channelStatements/importing/statementRowRules.ts';
import { takeStatement } from '../domains/channelStatements/importing/takeStatement.ts';
import type { Ctx } from '../framework/context.ts';
import { withScratchFile } from '../framework/scratchFiles.ts';
import { writeSheet } from '../sheets/writeSheet.ts';
import { actingAs, within } from './demoSales.ts';

const SELLER = '10';
const { xiaomage } = SalesPlatform.values;
const FILE = text('小马哥对账单（演示）.xlsx', 'Xiaomage statement (demo).xlsx');
const TEST_ORDER = text('渠道测试单，已与渠道核实', 'A test order of the shop, confirmed by it');

type Row = { no: string; at: Date; iccid: string; amount: bigint; settlement: bigint; state: ChannelOrderState };

/** A statement of the shop whose codes agent A sold: most rows agree, and each kind of difference has one or two. */
export async function seedChannelStatements(ctx: Ctx): Promise<void> {
  const inside = within(ctx);
  const staff = await inside.db
    .selectFrom('identity.account')
    .select(['id', 'account'])
    .where('customer_id', '=', SELLER)
    .orderBy('id')
    .executeTakeFirst();
  const orders = await inside.db
    .selectFrom('group_buys.channel_order')
    .selectAll()
    .where('seller_id', '=', SELLER)
    .where('sales_platform', '=', xiaomage)
    .orderBy('id')
    .execute();
  const last = orders.at(-1);
  if (!staff || !last) return;
  const seller = actingAs(inside, SELLER, staff, false);
  const cards = await inside.db
    .selectFrom('cards.card')
    .select('iccid')
    .where('customer_id', '=', last.customer_id)
    .where('carrier_status', 'is not', null)
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  const settlement = BigInt(last.settlement_price);
  const sold = (no: string, iccid: string): Row => {
    return { no, iccid, at: last.created_at, amount: settlement + 300n, settlement, state: 'paid' };
  };
  const rows: Row[] = orders.slice(1).map((order, at) => {
    const price = BigInt(order.settlement_price);
    const row = sold(order.their_order_no ?? '', order.iccid);
    const listed = { ...row, at: order.created_at, amount: BigInt(order.their_price ?? price), settlement: price };
    if (at === 2) return { ...listed, settlement: price - 20n };
    return at === 5 ? { ...listed, state: 'refunded' } : listed;
  });
  for (const [at, { iccid }] of cards.entries()) rows.push(sold(`XM-ONLY-${at + 1}`, iccid));
  rows.push(sold('XM-TEST-1', withCheckDigit('8986060000000099999')));
  const { currency } = last;
  const said = (minor: bigint) => moneyText(money(minor, currency));
  const now = inside.clock.now();
  await withScratchFile(inside, async (path) => {
    const { bytes, sha256 } = await writeSheet(path, {
      format: 'xlsx',
      columns: Object.values(STATEMENT_COLUMNS).map(({ title }) => ({
        title: say(title, ctx.language),
        kind: 'text',
      })),
      rows: rows.map(({ no, at, iccid, amount, settlement: settled, state }) => [
        no,
        timeText(at),
        iccid,
        '',
        said(amount),
        said(settled),
        said(amount - settled),
        say(ChannelOrderState.labelOf(state), ctx.language),
        dayText(now),
      ]),
    });
    const period = { periodFrom: dayText(new Date(now.getTime() - 6 * DAY_MS)), periodTo: dayText(now) };
    const { batchId } = await takeStatement(
      seller,
      { salesPlatform: xiaomage, ...period },
      { path, fileName: say(FILE, ctx.language), bytes, sha256 },
    );
    await checkStatement.run(seller, { batchId }, new AbortController().signal);
    await applyStatement(seller, { channelStatementId: batchId, choice: 'all' });
  });
  const unknown = await inside.db
    .selectFrom('channel_statements.difference')
    .select('id')
    .where('kind', '=', 'iccidUnknown')
    .execute();
  const ids = unknown.map(({ id }) => id);
  if (ids.length > 0)
    await settleDifferences(seller, { ids, decision: 'explain', reason: say(TEST_ORDER, ctx.language) });
}
