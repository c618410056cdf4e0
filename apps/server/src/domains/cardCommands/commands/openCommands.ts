import { type RawBuilder, sql } from 'kysely';
import type { Measure } from '../../../framework/measures.ts';

/** A figure of the commands the carrier has not confirmed yet, by carrier account. */
const ofOpen = (name: string, help: string, figure: (now: Date) => RawBuilder<number>): Measure => ({
  name,
  help,
  labelNames: ['account'],
  read: async (ctx) => {
    const rows = await ctx.db
      .selectFrom('card_commands.card_command')
      .select(['carrier_account_id as account', figure(ctx.clock.now()).as('value')])
      .where('state', 'in', ['queued', 'sent'])
      .groupBy('carrier_account_id')
      .execute();
    return rows.map(({ account, value }) => ({ labels: { account }, value }));
  },
});

export const openCommands = ofOpen(
  'commands_unconfirmed',
  'Status changes asked of a carrier and not confirmed yet, by carrier account',
  () => sql<number>`count(*)::float8`,
);

export const oldestCommand = ofOpen(
  'command_oldest_seconds',
  'Age of the oldest status change that its carrier has not confirmed, by carrier account',
  (now) => sql<number>`extract(epoch from ${now}::timestamptz - min(asked_at))::float8`,
);
