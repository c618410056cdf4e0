import {
  accountNotConnected,
  credentialsIncomplete,
  credentialsRefused,
  type setCarrierSecret as secretEndpoint,
  type testCarrierAccount as testEndpoint,
} from '@cardinal/contract/api/carriers/carriers.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { adapterOfAccount, type CarrierAdapter, isConnected } from '../../carrierAdapters/face.ts';
import { freeLane } from '../../tasks/face.ts';
import { laneOf } from '../accounts/accountFacts.ts';
import { credentialFaults } from '../accounts/accountRules.ts';
import { type AccountRow, credentialsPlace, findAccount } from '../accounts/accountStore.ts';
import { hintOf } from '../accounts/openAccount.ts';
import { CLOCK_OFF_SECONDS, carrierClockOff } from '../gate/carrierClock.ts';
import { callCarrier, tryCarrier } from '../gate/gate.ts';

const WORKS = text('连接与凭据正常', 'Connection and credentials OK');

async function connectable(ctx: Ctx, accountId: string): Promise<{ row: AccountRow; adapter: CarrierAdapter }> {
  const row = await findAccount(ctx.db, accountId);
  if (!row || row.state === 'off') throw new Refused(notFound);
  const adapter = adapterOfAccount(row);
  if (!isConnected(adapter)) throw new Refused(accountNotConnected);
  return { row, adapter };
}

/** The account's credentials, decrypted; empty if none are set. */
export const openCredentials = (ctx: Ctx, row: AccountRow): Record<string, string> =>
  row.credentials === null
    ? {}
    : (JSON.parse(ctx.secrets.open(row.credentials, credentialsPlace(row.id))) as Record<string, string>);

const atCredential = (name = '') => `credentials.${name}`;

/** One harmless call, through the gate if the account is enabled; a paused one is called past it. */
export async function testCarrierAccount(
  ctx: Ctx,
  { accountId }: BodyOf<typeof testEndpoint>,
): Promise<Commit<AnswerOf<typeof testEndpoint>>> {
  const { row } = await connectable(ctx, accountId);
  if (!row.credentials) throw new Refused(accountNotConnected);
  const beganAt = performance.now();
  const heard =
    row.state === 'on'
      ? await callCarrier(ctx, accountId, 'echo', {})
      : await tryCarrier(ctx, row, openCredentials(ctx, row), 'echo', {});
  const durationMs = Math.round(performance.now() - beganAt);
  const words = 'words' in heard ? heard.words : WORKS;
  const off = carrierClockOff(row.id);
  const clockOffSeconds = off !== undefined && Math.abs(off) > CLOCK_OFF_SECONDS ? off : null;
  return async (inside) => {
    noteProof(inside, row, { works: heard.kind === 'ok' });
    return { works: heard.kind === 'ok', words: say(words, ctx.language), durationMs, clockOffSeconds };
  };
}

/**
 * Tests the new credentials first. If the carrier rejects them or does not answer, the old ones stay. Stored credentials are
 * encrypted for this account only.
 */
export async function setCarrierSecret(
  ctx: Ctx,
  body: BodyOf<typeof secretEndpoint>,
): Promise<Commit<AnswerOf<typeof secretEndpoint>>> {
  const { row, adapter } = await connectable(ctx, body.accountId);
  const faults = credentialFaults(adapter, body.credentials);
  if (faults.length > 0) {
    throw refusedAt(atCredential(faults[0]), credentialsIncomplete, { fields: faults.join(', ').slice(0, 100) });
  }
  const heard = await tryCarrier(ctx, row, body.credentials, 'echo', {});
  if (heard.kind !== 'ok') {
    const facts = { reason: 'words' in heard ? heard.words : text('运营商限流', 'Too many calls') };
    if (heard.kind !== 'badCredentials') throw new Refused(credentialsRefused, facts);
    // The carrier does not say which field is wrong: usually it is the secret.
    const doubted = adapter.credentials.find(({ isSecret }) => isSecret) ?? adapter.credentials[0];
    throw refusedAt(atCredential(doubted?.name), credentialsRefused, facts);
  }
  const hint = hintOf(adapter, body.credentials);
  return async (inside) => {
    const now = inside.clock.now();
    await inside.db
      .updateTable('carriers.account')
      .set({
        credentials: inside.secrets.seal(JSON.stringify(body.credentials), credentialsPlace(row.id)),
        credentials_hint: hint,
        credentials_set_at: now,
        ...(body.expireOn === undefined ? {} : { credentials_expire_on: body.expireOn }),
        // An account paused only for missing credentials is enabled.
        ...(row.credentials === null && row.state === 'paused'
          ? { state: 'on' as const, state_reason: null, state_code: null }
          : {}),
        updated_at: now,
      })
      .where('id', '=', row.id)
      .execute();
    await inside.db
      .updateTable('carriers.gate')
      .set({ failures: 0, opened: 0, open_until: null, open_zh: null, open_en: null })
      .where('account_id', '=', row.id)
      .execute();
    await freeLane(inside, laneOf(row.id));
    noteProof(inside, row, { hint });
    return { hint };
  };
}

/** The operation log entry of a call that tests an account. */
export const noteProof = (ctx: Ctx, row: AccountRow, after: unknown): void =>
  ctx.note({ objectKind: 'carrierAccount', objectId: row.id, summary: row.name, after });
