import {
  ALWAYS_SHOWN,
  bindDisplayStrategy,
  displayBindingChoices,
  displayStrategies,
  displayStrategyInUse,
  displayStrategyNotFound,
  enableDisplayStrategy,
  governingDisplayStrategy,
  previewDisplayStrategy,
} from '@cardinal/contract/api/control/displayStrategies.ts';
import { DisplayBinding, DisplayPart } from '@cardinal/contract/enumerations/control.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { type Language, say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf } from '../../../framework/context.ts';
import { bind, type Route } from '../../../framework/domain.ts';
import { likeContains } from '../../../framework/likeContains.ts';
import { bindRegister } from '../../../framework/register/bindRegister.ts';
import { customerNames } from '../../customers/face.ts';
import { setEnabled } from '../enabling.ts';
import { type BoundObject, bindingChoices, bindStrategy, boundTo } from './displayBindings.ts';
import { governing, preview } from './displayPreview.ts';

/** «套餐：A、B；客户：C». */
function boundText(bound: readonly BoundObject[], language: Language): string | null {
  const [colon, comma, semicolon] = language === 'en' ? [': ', ', ', '; '] : ['：', '、', '；'];
  const kinds = [...Map.groupBy(bound, ({ kind }) => kind)];
  return kinds.length === 0
    ? null
    : kinds
        .map(([kind, each]) => {
          const names = each.map(({ name }) => name).join(comma);
          return `${say(DisplayBinding.labelOf(kind), language)}${colon}${names}`;
        })
        .join(semicolon);
}

const alwaysShown = text('该对象始终可见：{parts}', 'Always shown to them: {parts}');

const register = bindRegister(displayStrategies, {
  table: 'control.display_strategy',
  objectKind: 'displayStrategy',
  name: ({ name }) => name,
  unique: { index: 'display_strategy_name', field: 'name' },
  begin: (ctx) => {
    const { customerId, account } = accountOf(ctx);
    return { customer_id: customerId, is_enabled: true, created_by: account, created_at: ctx.clock.now() };
  },
  // Kept once each, in the order they are shown.
  write: (ctx, { shows, audience = 'child' }, before) => {
    const missing = ALWAYS_SHOWN[before?.audience ?? audience].filter((part) => !shows.includes(part));
    if (missing.length > 0) {
      const parts = missing.map((part) => say(DisplayPart.labelOf(part), ctx.language)).join(' / ');
      throw new Refused(invalid, {}, [{ field: 'shows', text: alwaysShown, facts: { parts } }]);
    }
    return { shows: DisplayPart.options.map(({ value }) => value).filter((part) => shows.includes(part)) };
  },
  release: async (ctx, { id }) => {
    const n = (await boundTo(ctx, [id])).get(id)?.length ?? 0;
    if (n > 0) throw new Refused(displayStrategyInUse, { n });
  },
  list: {
    columns: {
      isUsed: { sql: sql`exists (select 1 from control.display_binding b where b.strategy_id = t.id)` },
      boundTo: {
        sql: sql`null`,
        where: (_, value) => {
          const like = likeContains(String(value));
          return sql<boolean>`exists (
            select 1 from control.display_binding b
              left join packages.v_package p on b.kind = 'package' and p.id::text = b.object_id
              left join customers.v_customer c on b.kind = 'customer' and c.id::text = b.object_id
            where b.strategy_id = t.id and (p.name ilike ${like} or p.code ilike ${like} or c.name ilike ${like}
              or (b.kind = 'product' and b.object_id ilike ${like})))`;
        },
      },
    },
    present: async (rows, ctx) => {
      const [bound, names] = await Promise.all([
        boundTo(
          ctx,
          rows.map(({ id }) => id),
        ),
        customerNames(
          ctx.db,
          rows.map(({ customer_id }) => customer_id),
        ),
      ]);
      return rows.map(({ id, customer_id }) => {
        const own = bound.get(id) ?? [];
        return {
          isUsed: own.length > 0,
          bound: [...own],
          boundTo: boundText(own, ctx.language),
          customerName: names.get(customer_id) ?? '',
        };
      });
    },
  },
});

const TABLE = {
  table: 'control.display_strategy',
  objectKind: 'displayStrategy',
  notFound: displayStrategyNotFound,
} as const;

export const displayRoutes: readonly Route[] = [
  ...register,
  bind(enableDisplayStrategy, (ctx, { body }) => setEnabled(ctx, TABLE, body, () => undefined)),
  bind(bindDisplayStrategy, (ctx, { body }) => bindStrategy(ctx, body)),
  bind(displayBindingChoices, (ctx, { query }) => bindingChoices(ctx, query)),
  bind(previewDisplayStrategy, (ctx, { query }) => preview(ctx, query)),
  bind(governingDisplayStrategy, (ctx, { query }) => governing(ctx, query)),
];
