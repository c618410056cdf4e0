import { type BatchAction, batchActions } from '@cardinal/server/domains/cardBatches/face.ts';
import { domain } from '@cardinal/server/framework/domain.ts';
import { sql } from 'kysely';
import { iccidOf } from './cards.ts';
import { type Figure, once } from './figure.ts';
import type { BenchWorld } from './world.ts';

/** Cards are told apart by owner and product, as those who order for them are. */
const sold: Pick<BatchAction, 'about'> = {
  about: () => sql<string>`c.customer_id || ' ' || coalesce(c.product_code, '')`,
};

/** The same action twice: one costs money. */
export const shop = domain({
  name: 'shop',
  needs: ['cardBatches'],
  tables: {},
  contributes: [
    batchActions.with(
      { ...sold, action: 'bind_imei' },
      {
        ...sold,
        action: 'edit_remark',
        moneyPlan: async (_ctx, _parameters, groups) => ({
          payerId: '10',
          currency: 'CNY',
          groups: groups.map(({ about, cards }) => ({
            words: { zh: about, en: about },
            quantity: cards,
            unitPrice: 1_234n,
          })),
        }),
      },
    ),
  ],
});

export async function* moneyPlanFigures(world: BenchWorld, rows: number): AsyncGenerator<Figure> {
  const query = { endIccid: iccidOf(Math.floor((rows * 4) / 3)) };
  const preview = (action: string, parameters: object) => () =>
    world.ask('POST', '/api/card-selection/v1/preview', { action, source: { kind: 'filter', query }, parameters });
  let plan: Record<string, unknown> = {};
  const measured = await once(
    async () => {
      plan = await preview('edit_remark', { remark: '年度续费' })();
    },
    preview('bind_imei', {}),
  );
  const touched = Number(plan['willTouch']);
  const { total } = plan['money'] as { total: string };
  if (Math.abs(touched - rows) > 10) throw new Error(`previewed ${touched} of ${rows}`);
  if (BigInt(total) !== BigInt(touched) * 1_234n) throw new Error(`${total} for ${touched} cards`);
  const named = rows.toLocaleString('en');
  yield {
    name: `preview of ${named} cards with money beside one without (20 s are allowed)`,
    ...measured,
    unit: 's',
    goal: undefined,
  };
}
