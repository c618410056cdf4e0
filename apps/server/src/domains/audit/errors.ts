import { errorNotFound, type handleError, listErrors, type readError } from '@cardinal/contract/api/audit/audit.ts';
import type { reportError } from '@cardinal/contract/api/audit/reportError.ts';
import { type AnswerOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import { type Actor, accountOf, type Ctx } from '../../framework/context.ts';
import { type AnyQuery, dataset } from '../../framework/dataset.ts';
import type { Input } from '../../framework/domain.ts';
import { CONSOLE_FOLDER } from '../../runtime/consoleFolder.ts';
import { RELEASE } from '../../runtime/release.ts';
import { keepFault } from './errorStore.ts';
import { sourceStack } from './sourceStack.ts';

const DAY_MS = 86_400_000;

/** Whether any account that met the error matches, however many samples are kept. */
const metBy = (which: ReturnType<typeof sql>) => sql<boolean>`exists (
  select 1 from audit.error_account met join identity.v_account a on a.id = met.account_id
  where met.entry_id = e.id and ${which})`;

export const errorDataset = dataset(listErrors, {
  from: (ctx) => ctx.db.selectFrom('audit.error_entry as e'),
  table: 'e',
  select: (query) => query.selectAll('e'),
  extra: async (query, asked) => {
    const met = { account: asked.account, under: asked.underCustomerId };
    let so = query;
    if (asked.requestId) {
      so = so.where(
        sql<boolean>`e.id in (select entry_id from audit.error_sample where request_id = ${asked.requestId})`,
      );
    }
    if (met.account) so = so.where(metBy(sql`a.account = ${met.account}`));
    if (met.under) {
      so = so.where(
        metBy(sql`a.customer_id in (
          select below.id from customers.v_customer top join customers.v_customer below on below.path like top.path || '%'
          where top.id = ${met.under}::bigint)`),
      );
    }
    return so;
  },
  figures: errorsPerHour,
});

/** The period of the hourly counts, for one error and for the list. */
const CHARTED_MS = 7 * DAY_MS;

async function errorsPerHour(
  ctx: Ctx,
  filtered: () => Promise<AnyQuery>,
): Promise<AnswerOf<typeof listErrors>['summary']> {
  const entries = (await filtered()).clearSelect().select('e.id');
  const hours = await ctx.db
    .selectFrom('audit.error_hour as h')
    .select(['h.hour', sql<number>`sum(h.occurrences)::int`.as('count')])
    .where('h.entry_id', 'in', entries as never)
    .where('h.hour', '>', new Date(ctx.clock.now().getTime() - CHARTED_MS))
    .groupBy('h.hour')
    .orderBy('h.hour')
    .execute();
  return { perHour: hours.map(({ hour, count }) => ({ hour: hour.toISOString(), count })) };
}

export async function errorDetail(ctx: Ctx, { query }: Input<typeof readError>) {
  const entry = await ctx.db.selectFrom('audit.error_entry').selectAll().where('id', '=', query.id).executeTakeFirst();
  if (!entry) throw new Refused(errorNotFound);
  const samples = await ctx.db
    .selectFrom('audit.error_sample')
    .selectAll()
    .where('entry_id', '=', entry.id)
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  const people = await ctx.db
    .selectFrom('identity.v_account')
    .select(['id', 'account'])
    .where('id', 'in', ['0', ...samples.flatMap((sample) => sample.account_id ?? [])])
    .execute();
  const accountOfId = new Map(people.map(({ id, account }) => [id, account]));
  const hours = await ctx.db
    .selectFrom('audit.error_hour')
    .select(['hour', 'occurrences'])
    .where('entry_id', '=', entry.id)
    .where('hour', '>', new Date(ctx.clock.now().getTime() - CHARTED_MS))
    .orderBy('hour')
    .execute();
  const maps = new Map();
  const stacks = await Promise.all(
    samples.map(({ stack }) =>
      stack && entry.source === 'console' ? sourceStack(CONSOLE_FOLDER, stack, maps) : stack,
    ),
  );
  return {
    id: entry.id,
    message: entry.message,
    place: entry.place,
    samples: samples.map((sample, at) => ({
      at: sample.at.toISOString(),
      requestId: sample.request_id,
      account: sample.account_id && (accountOfId.get(sample.account_id) ?? null),
      stack: stacks[at] ?? null,
      crumbs: sample.crumbs as string[],
    })),
    perHour: hours.map(({ hour, occurrences }) => ({ hour: hour.toISOString(), count: occurrences })),
  };
}

export async function markError(ctx: Ctx, { body }: Input<typeof handleError>) {
  const changed = await ctx.db
    .updateTable('audit.error_entry')
    .set({
      state: String(body.state),
      handled_by: accountOf(ctx).accountId,
      handled_at: ctx.clock.now(),
      ...(body.note === undefined ? {} : { note: body.note }),
    })
    .where('id', '=', body.id)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw new Refused(errorNotFound);
  ctx.note({ objectKind: 'errorEntry', objectId: body.id, after: { state: body.state, note: body.note } });
  return DONE;
}

/** Keeps an error report of the console. A failure to keep it must not reach the reporter. */
export async function keepReport(ctx: Ctx, { body }: Input<typeof reportError>) {
  const account = accountOf(ctx);
  await keepFault(ctx, {
    source: 'console',
    place: body.place,
    message: body.message,
    stack: body.stack,
    version: body.version ?? RELEASE,
    requestId: body.requestId ?? ctx.requestId,
    accountId: account.accountId,
    customerId: account.customerId,
    crumbs: body.crumbs ?? [],
  });
  return DONE;
}

/** Records a fault of the server, hidden behind its response, or of a background job. */
export async function recordFault(
  ctx: Ctx,
  fault: { source: 'api' | 'worker'; requestId: string; actor: Actor; place: string; error: unknown },
): Promise<void> {
  const error = fault.error instanceof Error ? fault.error : new Error(String(fault.error));
  await keepFault(ctx, {
    source: fault.source,
    place: fault.place,
    message: `${error.name}: ${error.message}`,
    stack: error.stack,
    version: RELEASE,
    requestId: fault.requestId,
    accountId: fault.actor.kind === 'account' ? fault.actor.accountId : null,
    customerId: fault.actor.kind === 'account' ? fault.actor.customerId : null,
    crumbs: [],
  });
}
