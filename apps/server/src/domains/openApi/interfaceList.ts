import { listOpenInterfaces, OpenState } from '@cardinal/contract/api/openApi/catalogue.ts';
import { OPEN_INTERFACES } from '@cardinal/contract/api/openApi/interfaces.ts';
import type { OpenScope } from '@cardinal/contract/api/openApi/scopes.ts';
import { EngineCode } from '@cardinal/contract/enumerations/engine.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { dataset } from '../../framework/dataset.ts';
import { ceilingsOf } from './ceilings.ts';
import { leftBy } from './grantRules.ts';
import { titlesOf } from './interfaceCatalogue.ts';
import { paceOfClass } from './paceRules.ts';

const HOUR_MS = 3_600_000;
const FIGURE_HOURS = 24;
const P95 = 0.95;
const { online, deprecated, off } = OpenState.values;

const CODE = JSON.stringify(
  OPEN_INTERFACES.map(({ name, method, path, permission, open }, position) => ({
    position,
    name,
    method,
    path,
    group: open.group,
    key_scope: open.keyScope,
    permission: Array.isArray(permission) ? permission.join(' / ') : permission,
  })),
);

/** The start of the first of the last 24 hours, the present hour included. */
export const figuresSince = (now: Date, hours = FIGURE_HOURS): Date =>
  new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS - (hours - 1) * HOUR_MS);

/** The declared interfaces, each with its settings and recent performance. */
const catalogue = (ctx: Ctx): RawBuilder<Row> => {
  const now = ctx.clock.now();
  const since = figuresSince(now);
  return sql<Row>`(
    select i.*, o.ends_at, o.replaced_by, o.calls_per_second, o.title_zh, o.title_en, o.updated_by, o.updated_at,
      coalesce(o.version, 0) as version,
      case when o.state = ${deprecated} and o.ends_at <= ${now} then ${off} else coalesce(o.state, ${online}) end as state,
      coalesce(h.calls, 0)::int as calls,
      round(100.0 * h.errors / nullif(h.calls, 0), 1)::float8 as error_percent,
      p.class as p95_class
    from jsonb_to_recordset(${CODE}::jsonb) as i(
      position int, name text, method text, path text, "group" text, key_scope text, permission text)
    left join open_api.interface o on o.name = i.name
    left join (
      select interface, sum(calls) as calls, sum(errors) as errors
      from open_api.call_hour where hour >= ${since} group by interface
    ) h on h.interface = i.name
    left join (
      select interface, min(class) as class from (
        select interface, class,
          sum(sum(calls)) over (partition by interface order by class) as up_to,
          sum(sum(calls)) over (partition by interface) as total
        from open_api.call_pace where hour >= ${since} group by interface, class
      ) counted where up_to >= total * ${P95}::float8 group by interface
    ) p on p.interface = i.name
  )`;
};

const FREE = text('免费', 'Free');
/** What a customer needs in order to call an interface: nothing (free), or a subscription of its engine. */
const costOf = (name: string): Text => {
  const engine = OPEN_INTERFACES.find((each) => each.name === name)?.open.engine ?? null;
  return engine === null ? FREE : EngineCode.labelOf(engine);
};

type Row = {
  position: number;
  name: string;
  method: string;
  path: string;
  group: string;
  key_scope: OpenScope | null;
  permission: string;
  state: string;
  ends_at: Date | null;
  replaced_by: string | null;
  calls_per_second: number | null;
  title_zh: string | null;
  title_en: string | null;
  calls: number;
  error_percent: number | null;
  p95_class: number | null;
  version: number;
  updated_by: string | null;
  updated_at: Date | null;
};

export const interfaceDataset = dataset(listOpenInterfaces, {
  from: (ctx) => ctx.db.selectFrom(catalogue(ctx).as('e')),
  table: 'e',
  id: sql<string>`e.name`,
  columns: {
    group: sql`e."group"`,
    p95: sql`e.p95_class`,
  },
  select: (query) => query.selectAll('e'),
  present: async (rows, ctx) => {
    const keysWith = await keysByScope(ctx);
    return rows.map((row) => {
      const titles = titlesOf(row.name, row);
      return {
        title: say(text(titles.titleZh, titles.titleEn), ctx.language),
        ...titles,
        interfaceVersion: row.path.split('/')[2] ?? '',
        cost: say(costOf(row.name), ctx.language),
        p95: row.p95_class === null ? null : paceOfClass(row.p95_class),
        keys: keysWith(row.key_scope),
      };
    });
  },
});

/** How many active keys may call interfaces of a scope, within the grants from above. */
async function keysByScope(ctx: Ctx): Promise<(scope: OpenScope | null) => number> {
  const now = ctx.clock.now();
  const keys = await ctx.db
    .selectFrom('open_api.api_key as k')
    .leftJoin('open_api.scope_set as s', 's.id', 'k.scope_set_id')
    .select(['k.customer_id', 'k.scopes', 's.scopes as set_scopes'])
    .where('k.disabled_at', 'is', null)
    .where((on) => on.or([on('k.expires_at', 'is', null), on('k.expires_at', '>', now)]))
    .execute();
  const ceilings = await ceilingsOf(
    ctx,
    keys.map((key) => key.customer_id),
  );
  const allowed = keys.map((key) => {
    const ceiling = ceilings.get(key.customer_id);
    return ceiling ? leftBy(ceiling, key.set_scopes ?? key.scopes) : [];
  });
  return (scope) => (scope === null ? keys.length : allowed.filter((scopes) => scopes.includes(scope)).length);
}
