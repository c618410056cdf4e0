import type { CommandState } from '@cardinal/contract/enumerations/card.ts';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';
import { addressOf } from '../../cards/face.ts';
import type { CardAddress } from '../../carriers/face.ts';
import type { CardCommandTable } from './commandTables.ts';
import type { ReasonMove, Reasons } from './reasonRules.ts';

export type CommandRow = Selectable<CardCommandTable>;

/** Stop, restart, activate, cancel: at most one of these is open per card. */
export const STATUS_FAMILY = 'status';

/** The stop reasons a command adds and lifts. */
export const moveOf = (command: CommandRow): ReasonMove => ({
  adds: command.added_reasons as Reasons,
  lifts: command.lifted_reasons as Reasons,
});

/** The numbers a carrier may need to address a command's card. */
export async function addressOfCommand(db: Database, command: CommandRow): Promise<CardAddress> {
  const card = await db
    .selectFrom('cards.v_card')
    .select(['iccid', 'imsi', 'business_number', 'platform'])
    .where('id', '=', command.card_id)
    .executeTakeFirst();
  return card ? addressOf(card) : { iccid: command.iccid };
}

/** A command of a card, if the caller may see it. */
export const commandOf = (db: Database, cardId: string, id: string): Promise<CommandRow | undefined> =>
  db
    .selectFrom('card_commands.card_command')
    .selectAll()
    .where('card_id', '=', cardId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The command that carries a reason which stands since then; a failed one has put it back. */
export const commandFor = (
  db: Database,
  { cardId, reason, since }: { cardId: string; reason: number; since: Date },
): Promise<CommandRow | undefined> =>
  db
    .selectFrom('card_commands.card_command')
    .selectAll()
    .where('card_id', '=', cardId)
    .where('asked_at', '>=', since)
    .where('state', 'in', ['queued', 'sent', 'confirmed'])
    .where(sql<boolean>`${reason} = any(added_reasons)`)
    .orderBy('id', 'desc')
    .executeTakeFirst();

export const openCommandOf = (db: Database, cardId: string): Promise<CommandRow | undefined> =>
  db
    .selectFrom('card_commands.card_command')
    .selectAll()
    .where('card_id', '=', cardId)
    .where('family', '=', STATUS_FAMILY)
    .where('state', 'in', ['queued', 'sent'])
    .executeTakeFirst();

export const openCommandsOf = (db: Database, cardIds: readonly string[]): Promise<CommandRow[]> =>
  cardIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('card_commands.card_command')
        .selectAll()
        .where('card_id', 'in', [...cardIds])
        .where('family', '=', STATUS_FAMILY)
        .where('state', 'in', ['queued', 'sent'])
        .execute();

/** An account's unconfirmed commands, those due first at the top. */
export const dueCommands = (db: Database, accountId: string, now: Date, most: number): Promise<CommandRow[]> =>
  db
    .selectFrom('card_commands.card_command')
    .selectAll()
    .where('carrier_account_id', '=', accountId)
    .where('state', '=', 'sent')
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .orderBy('id')
    .limit(most)
    .execute();

export type Outlook = { readonly open: number; readonly nextAt: Date; readonly oldestAskedAt: Date };

/** How many commands of an account are unconfirmed, when the next check is due and how old the oldest is. */
export async function outlookOf(db: Database, accountId: string): Promise<Outlook | undefined> {
  const { rows } = await sql<{ n: string; next_at: Date | null; oldest: Date | null }>`
    select count(*) as n, min(next_check_at) as next_at, min(asked_at) as oldest from card_commands.card_command
    where carrier_account_id = ${accountId}::bigint and state = 'sent'`.execute(db);
  const [row] = rows;
  return row?.next_at && row.oldest
    ? { open: Number(row.n), nextAt: row.next_at, oldestAskedAt: row.oldest }
    : undefined;
}

/** Accounts with due commands; a lost job is recovered here. */
export async function accountsWithDue(db: Database, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('card_commands.card_command')
    .select('carrier_account_id')
    .distinct()
    .where('state', '=', 'sent')
    .where('next_check_at', '<=', now)
    .execute();
  return rows.map((row) => row.carrier_account_id);
}

export const insertCommand = (db: Database, command: CommandRow): Promise<unknown> =>
  db.insertInto('card_commands.card_command').values(command).execute();

/** Removes the command as if it had never been requested: for a carrier that could not be reached at all. */
export const forgetCommand = (db: Database, command: Pick<CommandRow, 'card_id' | 'id'>): Promise<unknown> =>
  db
    .deleteFrom('card_commands.card_command')
    .where('card_id', '=', command.card_id)
    .where('id', '=', command.id)
    .execute();

export type Sent = {
  readonly isUnclear: boolean;
  readonly reference: string | null;
  readonly at: Date;
  readonly nextCheckAt: Date;
};

/** Records that the carrier has been asked, for the first time or again. */
export const noteSent = (db: Database, command: Pick<CommandRow, 'card_id' | 'id' | 'carrier_ref'>, sent: Sent) =>
  db
    .updateTable('card_commands.card_command')
    .set((row) => ({
      state: 'sent' satisfies CommandState,
      sent_at: sent.at,
      is_unclear: sent.isUnclear,
      carrier_ref: sent.reference ?? command.carrier_ref,
      next_check_at: sent.nextCheckAt,
      checks: 0,
      tries: row('tries', '+', 1),
    }))
    .where('card_id', '=', command.card_id)
    .where('id', '=', command.id)
    .execute();

export const noteChecked = (db: Database, command: Pick<CommandRow, 'card_id' | 'id'>, nextCheckAt: Date) =>
  db
    .updateTable('card_commands.card_command')
    .set((row) => ({ next_check_at: nextCheckAt, checks: row('checks', '+', 1) }))
    .where('card_id', '=', command.card_id)
    .where('id', '=', command.id)
    .where('state', '=', 'sent')
    .execute();

/** No check of this account can be made before `until`. */
export const postponeChecks = (db: Database, accountId: string, until: Date): Promise<unknown> =>
  db
    .updateTable('card_commands.card_command')
    .set({ next_check_at: until })
    .where('carrier_account_id', '=', accountId)
    .where('state', '=', 'sent')
    .where('next_check_at', '<', until)
    .execute();

export const closeCommand = (
  db: Database,
  command: Pick<CommandRow, 'card_id' | 'id'>,
  how: { state: 'confirmed' | 'refused' | 'timedOut'; at: Date; words?: string | null },
): Promise<unknown> =>
  db
    .updateTable('card_commands.card_command')
    .set({ state: how.state, closed_at: how.at, next_check_at: null, carrier_words: how.words ?? null })
    .where('card_id', '=', command.card_id)
    .where('id', '=', command.id)
    .execute();

/** How many of these cards have an unconfirmed command. */
export async function openCommandCount(db: Database, cardIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    select count(distinct card_id) as n from card_commands.card_command
    where state in ('queued', 'sent') and card_id = any(${[...cardIds]}::bigint[])`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** Since when accounts have waited for the carrier to confirm: their oldest open command. */
export async function oldestUnconfirmed(ctx: Ctx, accountIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await ctx
    .beyondScope('commands of accounts that the asking room covers')
    .selectFrom('card_commands.card_command')
    .select('carrier_account_id')
    .select(sql<Date>`min(coalesce(sent_at, asked_at))`.as('at'))
    .where('state', 'in', ['queued', 'sent'])
    .where(sql<boolean>`carrier_account_id = any(${[...accountIds]}::bigint[])`)
    .groupBy('carrier_account_id')
    .execute();
  return new Map(rows.map(({ carrier_account_id, at }) => [carrier_account_id, at]));
}
