import { cleanErrors } from '@cardinal/contract/api/audit/audit.ts';
import { addAccount } from '@cardinal/contract/api/identity/accounts.ts';
import { addCustomer } from '@cardinal/contract/api/identity/addCustomer.ts';
import { readMe } from '@cardinal/contract/api/identity/identity.ts';
import { createApiKey } from '@cardinal/contract/api/openApi/keys.ts';
import { change, doneSchema, type Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import {
  idempotencyKeyMissing,
  idempotencyKeyReused,
  requestRunning,
} from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { describe, expect, it } from 'vitest';
import { DOMAINS } from '../domains.ts';
import { bind, domain } from './domain.ts';
import { claimKey, deleteOldKeys, keepAnswer, keyedRequest, LEASE_MS } from './idempotency.ts';
import { validateDomains } from './registry.ts';

const world = await forThisFile(testApp({ demo: 'people' }));
const admin = await world.as('admin');

const keys = () => world.db.selectFrom('runtime.idempotency').selectAll();
const newAccount = (account: string) => ({ customerId: '1', account, name: 'New', roleIds: [] });
const logged = async (endpoint: string) =>
  (await world.db.selectFrom('audit.operation_log').select('id').where('endpoint', '=', endpoint).execute()).length;

describe('a change that requires a key', () => {
  it('is refused without one, whichever way it is bound', async () => {
    const required = DOMAINS.flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint)).filter(
      // Those of end users are closed to accounts; their shop tests them.
      ({ idempotency, kind, permission }) => idempotency === 'required' && kind === 'json' && permission !== 'endUser',
    );
    const taken: string[] = [];
    for (const endpoint of required) {
      const { code } = await admin.call(endpoint, { ...(endpoint.example as object), key: null } as never);
      if (code !== idempotencyKeyMissing.code) taken.push(`${endpoint.name}: ${code}`);
    }
    expect(required.length).toBeGreaterThan(150);
    expect(taken).toEqual([]);
  });

  it('that works outside a transaction answers a repeat as before, and no other body', async () => {
    const before = await logged(cleanErrors.name);
    const key = 'clean-errors-once';
    const first = await admin.ask(cleanErrors, { body: { olderThanDays: 90 }, key });
    expect(await admin.ask(cleanErrors, { body: { olderThanDays: 90 }, key })).toEqual(first);
    expect((await admin.call(cleanErrors, { body: { olderThanDays: 91 }, key })).code).toBe(idempotencyKeyReused.code);
    expect(await logged(cleanErrors.name)).toBe(before + 1);
  });

  it('may be tried again under its key after a refusal', async () => {
    const key = 'first-taken-then-free';
    const taken = { ...newAccount('admin') };
    expect((await admin.call(addAccount, { body: taken, key })).code).not.toBe('200');
    const kept = await keys().where('key', '=', key).execute();
    expect(kept).toEqual([]);
    expect((await admin.call(addAccount, { body: newAccount('free.name'), key })).code).toBe('200');
  });
});

describe('a first password', () => {
  it('is told again under the same key to the same account only, and makes no second account', async () => {
    const key = 'a-lost-first-password';
    const before = await logged(addAccount.name);
    const first = await admin.ask(addAccount, { body: newAccount('lost.answer'), key });
    expect(first.password).toBeTruthy();
    expect(await admin.ask(addAccount, { body: newAccount('lost.answer'), key })).toEqual(first);
    expect((await admin.call(addAccount, { body: newAccount('lost.other'), key })).code).toBe(
      idempotencyKeyReused.code,
    );
    expect(await logged(addAccount.name)).toBe(before + 1);
    const operator = await world.as('operator');
    expect((await operator.call(addAccount, { body: newAccount('lost.answer'), key })).data?.password).toBeUndefined();
  });

  it('is sealed where the answer is kept, like the hash of what was sent', async () => {
    const customer = (addCustomer.example as { body: Parameters<typeof admin.ask<typeof addCustomer>>[1] }).body;
    const key = 'sealed-first-password';
    const { password } = await admin.ask(addCustomer, { body: customer as never, key });
    expect(password).toBeTruthy();
    const { answer, body_hash } = await keys().where('key', '=', key).executeTakeFirstOrThrow();
    expect(JSON.stringify(answer)).not.toContain(password);
    expect([String(answer).slice(0, 3), body_hash.slice(0, 3)]).toEqual(['v1.', 'v1.']);
  });

  it('and a new API key are told again inside one transaction too', async () => {
    const body = { name: 'told twice', scopes: ['card.read' as const], addresses: [] };
    const first = await admin.ask(createApiKey, { body, key: 'told-twice-api-key' });
    expect(await admin.ask(createApiKey, { body, key: 'told-twice-api-key' })).toEqual(first);
  });
});

describe('a key claimed by an attempt that has not answered', () => {
  const claimed = async (key: string, attempt: string) => {
    const ctx = { ...world.app.systemContext('test'), clock: world.clock };
    const asked = keyedRequest(ctx, cleanErrors, { 'idempotency-key': key }, [{}, { olderThanDays: 90 }, null]);
    const { account } = await admin.ask(readMe);
    const mine = { ...asked, owner: account.id };
    await ctx.transact((inside) => claimKey(inside, mine, attempt));
    return { ctx, mine };
  };

  it('is told to be running until its lease ends, then runs again', async () => {
    const key = 'claimed-by-another';
    await claimed(key, '41');
    const body = { olderThanDays: 90 };
    const running = await admin.call(cleanErrors, { body, key });
    expect([running.status, running.code]).toEqual([409, requestRunning.code]);
    world.clock.advance(LEASE_MS + 1);
    expect((await admin.call(cleanErrors, { body, key })).code).toBe('200');
  });

  it('is lost to the attempt that was too slow: it changes nothing any more', async () => {
    const key = 'overtaken-by-another';
    const { ctx, mine } = await claimed(key, '42');
    world.clock.advance(LEASE_MS + 1);
    const body = { olderThanDays: 90 };
    const { removed } = await admin.ask(cleanErrors, { body, key });
    await expect(ctx.transact((inside) => keepAnswer(inside, mine, { removed: 7 }, '42'))).rejects.toMatchObject({
      refusal: { code: requestRunning.code },
    });
    expect(await admin.ask(cleanErrors, { body, key })).toEqual({ removed });
  });
});

it('keeps answers for a day', async () => {
  await admin.ask(cleanErrors, { body: { olderThanDays: 90 }, key: 'kept-for-a-day' });
  const ctx = world.app.systemContext('test');
  const kept = async () => (await keys().where('key', '=', 'kept-for-a-day').execute()).length;
  await deleteOldKeys.run(ctx, {}, new AbortController().signal);
  expect(await kept()).toBe(1);
  world.clock.advance(25 * 3_600_000);
  await deleteOldKeys.run(ctx, {}, new AbortController().signal);
  expect(await keys().execute()).toEqual([]);
});

it('keeps the key of a change of money for thirty days', async () => {
  const ctx = world.app.systemContext('test');
  const key = 'kept-for-a-month';
  const asked = keyedRequest(ctx, { ...cleanErrors, movesMoney: true }, { 'idempotency-key': key }, []);
  await ctx.transact(async (inside) => {
    await claimKey(inside, asked);
    await keepAnswer(inside, asked, { done: true });
  });
  const again = async () => {
    await deleteOldKeys.run(ctx, {}, new AbortController().signal);
    return ctx.transact((inside) => claimKey(inside, asked));
  };
  world.clock.advance(29 * 86_400_000);
  expect(await again()).toEqual({ answer: { done: true } });
  world.clock.advance(2 * 86_400_000);
  expect(await again()).toBeUndefined();
});

describe('a start', () => {
  const faultsOf = (endpoint: Endpoint) =>
    validateDomains([
      domain({
        name: 'untrue',
        tables: {},
        routes: [bind(endpoint, async () => ({ done: true }), { transaction: 'none' })],
      }),
    ]);
  const spec = {
    name: 'untrue.change',
    summary: text('试', 'Try'),
    path: '/api/untrue/v1/change',
    permission: 'card.sync',
    answer: doneSchema,
  };

  it('is refused where an endpoint promises what its path does not keep', () => {
    expect(faultsOf(change({ ...spec, isRecorded: false }))).toEqual([
      'POST /api/untrue/v1/change requires an idempotency key, but is bound without a transaction to keep it',
    ]);
    expect(faultsOf(change({ ...spec, idempotency: 'none', operation: 84 }))).toEqual([
      'POST /api/untrue/v1/change is recorded, but is bound without a transaction to record it',
    ]);
    expect(faultsOf(change({ ...spec, permission: 'public', isRecorded: false }))).toEqual([
      'POST /api/untrue/v1/change requires an idempotency key, but knows no caller to keep it for',
    ]);
    expect(faultsOf(change({ ...spec, idempotency: 'none', isRecorded: false }))).toEqual([]);
  });
});
