import { cleanErrors, handleError, listErrors, listOperations, readError } from '@cardinal/contract/api/audit/audit.ts';
import { reportError } from '@cardinal/contract/api/audit/reportError.ts';
import { editPlatformSettings, readPlatformSettings } from '@cardinal/contract/api/settings/settings.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { describe, expect, test } from 'vitest';
import { recordFault } from './face.ts';
import { forgetErrors, forgetErrorsJob } from './forgetErrors.ts';

const it = await forThisFile(testApp({ demo: 'people' }));
const [admin, agent] = await Promise.all([it.as('admin'), it.as('agent')]);

const report = (caller: Caller, message: string, version = '1.0.0', address = '10.7.0.1') =>
  caller.ask(reportError, {
    address,
    body: {
      message,
      place: '/cardsManagement/flowCardManagement',
      version,
      stack: `TypeError: ${message}\n  at render (flowCardManagement.js:10:5)`,
      crumbs: ['/dashboard', 'token=abcdef0123456789'],
    },
  });

test('the same fault of several people is one group with its count, hours and newest samples', async () => {
  for (let n = 0; n < 3; n += 1) await report(agent, `card ${n} is undefined`);
  await report(admin, 'card 77 is undefined');
  const { list, summary } = await admin.ask(listErrors, { query: { source: ['console'] } });
  expect(list).toEqual([expect.objectContaining({ occurrences: 4, accounts: 2, state: 'new' })]);
  expect(summary.perHour.map(({ count }) => count)).toEqual([4]);
  const others = await admin.ask(listErrors, { query: { source: ['worker'] } });
  expect(others.summary.perHour).toEqual([]);
  const detail = await admin.ask(readError, { query: { id: list[0]!.id } });
  expect(detail.perHour.map(({ count }) => count)).toEqual([4]);
  expect(detail.samples).toHaveLength(4);
});

test('no token, password, identity or card number reaches a row', async () => {
  await report(agent, 'password=hunter2 of 110101199003078515, card 89860123456789012345', '1.0.0', '10.7.0.2');
  const rows = await it.db.selectFrom('audit.error_sample').selectAll().execute();
  const entries = await it.db.selectFrom('audit.error_entry').selectAll().execute();
  expect(JSON.stringify([rows, entries])).not.toMatch(
    /hunter2|110101199003078515|89860123456789012345|abcdef0123456789/,
  );
});

test('a fault of the server is found by the request id the user quotes, without insides in the answer', async () => {
  await recordFault(it.app.systemContext('test'), {
    source: 'api',
    requestId: 'quoted-id-01',
    actor: { kind: 'anonymous' },
    place: 'cards.list',
    error: new Error('connection reset'),
  });
  const { list } = await admin.ask(listErrors, { query: { requestId: 'quoted-id-01' } });
  expect(list).toEqual([
    expect.objectContaining({ source: 'api', place: 'cards.list', message: 'Error: connection reset' }),
  ]);
});

test('errors are found by who met them, and by the customers above', async () => {
  await report(await it.as('rival'), 'only the rival met this', '1.0.0', '10.7.0.5');
  const found = async (query: object) => (await admin.ask(listErrors, { query: query as never })).list;
  const messages = async (query: object) => (await found(query)).map(({ message }) => message);
  expect(await messages({ account: 'rival' })).toEqual(['only the rival met this']);
  expect(await messages({ underCustomerId: '20' })).toEqual(['only the rival met this']);
  expect(await messages({ underCustomerId: '10' })).not.toContain('only the rival met this');
  const [entry] = await found({ account: 'rival' });
  const { samples } = await admin.ask(readError, { query: { id: entry?.id ?? '' } });
  expect(samples.map(({ account }) => account)).toEqual(['rival']);
});

test('work in the background that fails is a group of its own', async () => {
  await recordFault(it.app.systemContext('nightly.count'), {
    source: 'worker',
    requestId: 'nightly-1',
    actor: { kind: 'system', name: 'nightly.count' },
    place: 'nightly.count',
    error: new Error('nothing to count with'),
  });
  const { list } = await admin.ask(listErrors, { query: { source: ['worker'] } });
  expect(list).toEqual([expect.objectContaining({ place: 'nightly.count', occurrences: 1, accounts: 0 })]);
});

test('one that was fixed opens again in a newer version only', async () => {
  const stateOf = async () =>
    (await admin.ask(listErrors, { query: { messageContains: 'comes back' } })).list.map(({ state }) => state);
  await report(agent, 'comes back', '1.0.0', '10.7.0.3');
  const [{ id } = { id: '' }] = (await admin.ask(listErrors, { query: { messageContains: 'comes back' } })).list;
  await admin.ask(handleError, { body: { id, state: 'fixed', note: 'in 1.1' } });
  await report(agent, 'comes back', '1.0.0', '10.7.0.3');
  expect(await stateOf()).toEqual(['fixed']);
  await report(agent, 'comes back', '1.1.0', '10.7.0.3');
  expect(await stateOf()).toEqual(['new']);
});

test('is the platform’s to read and to clear; reporting is everybody’s, at a bounded rate', async () => {
  expect((await agent.call(listErrors)).status).toBe(403);
  expect((await agent.call(cleanErrors, { body: { olderThanDays: 1 } })).status).toBe(403);
  expect((await admin.call(readError, { query: { id: '987654321' } })).code).toBe('4040401');
  const answers = [];
  for (let n = 0; n < 31; n += 1) {
    answers.push(
      await agent.call(reportError, { address: '10.7.0.9', body: { message: 'loop', place: '/dashboard' } }),
    );
  }
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
});

describe('keeping', () => {
  const DAY_MS = 86_400_000;
  const meet = (place: string) =>
    recordFault(it.app.systemContext('test'), {
      source: 'worker',
      requestId: 'kept-1',
      actor: { kind: 'system', name: place },
      place,
      error: new Error(place),
    });
  const nightly = () => forgetErrorsJob.run(it.app.systemContext('test'), {}, new AbortController().signal);
  const places = async () =>
    (await it.db.selectFrom('audit.error_entry').select('place').execute()).map(({ place }) => place);

  test('the nightly clearing keeps as long as the platform says, and what is still being met without its old samples', async () => {
    const keepDays = async (errorLogDays?: number) => {
      const { version, settings } = await admin.ask(readPlatformSettings);
      const limits = { ...settings.limits, errorLogDays };
      await admin.ask(editPlatformSettings, { body: { version, settings: { ...settings, limits } } });
    };
    await meet('kept.job');
    const all = await places();
    expect(all.length).toBeGreaterThan(2);
    await keepDays(120);
    it.clock.advance(100 * DAY_MS);
    await nightly();
    expect(await places()).toEqual(all);
    it.clock.advance(-100 * DAY_MS);
    await keepDays();
    it.clock.advance(89 * DAY_MS);
    await meet('kept.job');
    await nightly();
    expect((await places()).toSorted()).toEqual(all.toSorted());
    it.clock.advance(2 * DAY_MS);
    await nightly();
    expect(await places()).toEqual(['kept.job']);
    expect(await it.db.selectFrom('audit.error_entry').select('occurrences').execute()).toEqual([{ occurrences: 2 }]);
    expect(await it.db.selectFrom('audit.error_sample').select('id').execute()).toHaveLength(1);
    expect(await it.db.selectFrom('audit.error_hour').select('hour').execute()).toHaveLength(1);
    it.clock.advance(-91 * DAY_MS);
  });

  test('is done in batches, by hand too and logged, with everything that hangs on them', async () => {
    for (const n of ['one', 'two', 'three', 'four']) await report(agent, `fault ${n}`, '1.0.0', '10.7.0.5');
    expect(await admin.ask(cleanErrors, { body: { olderThanDays: 1 } })).toEqual({ removed: 0 });
    const { list } = await admin.ask(listOperations, { query: { endpoint: ['errorLog.clean'] } });
    expect(list.filter(({ result }) => result === 'done').map(({ summary }) => summary)).toContain('1 d');
    expect(await forgetErrors(it.db, new Date(it.clock.now().getTime() + DAY_MS), 3)).toBe(4);
    expect(await places()).toEqual(['kept.job']);
    expect(await it.db.selectFrom('audit.error_hour').select('hour').execute()).toHaveLength(1);
    expect(await it.db.selectFrom('audit.error_account').select('account_id').execute()).toEqual([]);
  });
});
