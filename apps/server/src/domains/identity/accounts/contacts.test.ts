import { readFile } from 'node:fs/promises';
import { addAccount, editAccount, readAccount, verifyContact } from '@cardinal/contract/api/identity/accounts.ts';
import { editMyProfile, readAccountInfo } from '@cardinal/contract/api/identity/identity.ts';
import { type Caller, DEMO_PASSWORD, testApp } from '@cardinal/testing/app.ts';
import { attemptsAt } from '@cardinal/testing/attempts.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';

const it = await forThisFile(testApp({ demo: 'people' }));
const [admin, agent, rival] = await Promise.all([it.as('admin'), it.as('agent'), it.as('rival')]);
const { attempt } = attemptsAt(it);

let made = 0;
/** A new account with these contacts. */
async function person(maker: Caller, customerId: string, contacts: { phone?: string; email?: string }) {
  made += 1;
  const account = `contact${made}`;
  const { id } = await maker.ask(addAccount, {
    body: {
      customerId,
      account,
      name: '测试',
      password: DEMO_PASSWORD.replace('2026', `${made}26`),
      roleIds: [],
      ...contacts,
    },
  });
  return { id, account, password: DEMO_PASSWORD.replace('2026', `${made}26`) };
}
type Person = Awaited<ReturnType<typeof person>>;

const verify = (who: Caller, id: string, contact: 'phone' | 'email', value: string | null) =>
  who.call(verifyContact, { body: { id, contact, value } });
/** The name of the account that a typed name opens. */
async function opens(typed: string, { password }: Person) {
  const { code, data } = await attempt(typed, password);
  return code === '200' && 'account' in data ? data.account.account : code;
}
const marksOf = async (id: string) => {
  const { phoneVerifiedAt, emailVerifiedAt } = await admin.ask(readAccount, { query: { id } });
  return [phoneVerifiedAt !== null, emailVerifiedAt !== null];
};

test('a contact of a new account signs in once somebody entitled has verified it, typed in full', async () => {
  const own = await person(agent, '10', { phone: '13700000001', email: 'Wang.Fang@Example.com' });
  expect(await marksOf(own.id)).toEqual([false, false]);
  expect([await opens('13700000001', own), await opens('wang.fang@example.com', own)]).toEqual(['4000101', '4000101']);
  for (const [contact, value] of [
    ['phone', '13700000002'],
    ['email', 'other@example.com'],
    ['phone', '0001'],
  ] as const)
    expect(await verify(agent, own.id, contact, value)).toMatchObject({ code: '4000115' });
  expect((await verify(agent, own.id, 'phone', '13700000001')).code).toBe('200');
  expect((await verify(agent, own.id, 'email', 'wang.fang@example.COM')).code).toBe('200');
  expect(await marksOf(own.id)).toEqual([true, true]);
  expect([await opens('13700000001', own), await opens('WANG.fang@example.com', own)]).toEqual([
    own.account,
    own.account,
  ]);
  expect((await verify(agent, own.id, 'phone', null)).code).toBe('200');
  expect([await marksOf(own.id), await opens('13700000001', own)]).toEqual([[false, true], '4000101']);
});

test('another tenant that enters the same contact learns nothing and shuts nobody out', async () => {
  const contacts = { phone: '13700000011', email: 'owner@example.com' };
  const own = await person(agent, '10', contacts);
  await verify(agent, own.id, 'phone', contacts.phone);
  await verify(agent, own.id, 'email', contacts.email);
  const copy = await person(rival, '20', { ...contacts, email: 'OWNER@example.com' });
  const { version } = await rival.ask(readAccount, { query: { id: '1006' } });
  expect((await rival.call(editAccount, { body: { id: '1006', version, name: '乙代理', ...contacts } })).code).toBe(
    '200',
  );
  expect((await rival.call(editMyProfile, { body: { name: '乙代理', ...contacts } })).code).toBe('200');
  for (const typed of [contacts.phone, contacts.email]) {
    expect(await opens(typed, own)).toBe(own.account);
    expect(await opens(typed, copy)).toBe('4000101');
  }
  // Nor by an account of that name: the form of a contact is refused, whoever has it.
  const named = async (account: string) => {
    const body = { customerId: '20', account, name: '占用', roleIds: [] };
    const { status, code, message, data } = await rival.call(addAccount, { body });
    return { status, code, message, data };
  };
  expect(await named(contacts.phone)).toEqual(await named('13799999999'));
  expect((await named(contacts.phone)).code).not.toBe('200');
});

test('what is verified for one account is refused for another in words that name nobody', async () => {
  const phone = '13700000021';
  const own = await person(agent, '10', { phone });
  await verify(agent, own.id, 'phone', phone);
  const [foreign, colleague] = [await person(rival, '20', { phone }), await person(agent, '10', { phone })];
  const refusal = { code: '4090115', message: '无法为该账号验证此联系方式' };
  expect(await verify(rival, foreign.id, 'phone', phone)).toMatchObject(refusal);
  expect(await verify(agent, colleague.id, 'phone', phone)).toMatchObject(refusal);
  // It is free again once its owner has another one.
  await agent.ask(editAccount, { body: { id: own.id, version: 2, name: '测试', phone: '13700000022' } });
  expect((await verify(rival, foreign.id, 'phone', phone)).code).toBe('200');
});

test('of several at once one gets it', async () => {
  const phone = '13700000031';
  const people = await Promise.all([rival, agent].map((who) => person(who, who === agent ? '10' : '20', { phone })));
  const answers = await Promise.all(people.map(({ id }) => verify(admin, id, 'phone', phone)));
  expect(answers.map(({ code }) => code).sort()).toEqual(['200', '4090115']);
});

test('changing a contact withdraws its verification, saving it unchanged does not', async () => {
  const own = await person(agent, '10', { phone: '13700000041', email: 'keeps@example.com' });
  await verify(agent, own.id, 'phone', '13700000041');
  await verify(agent, own.id, 'email', 'keeps@example.com');
  const edit = async (given: { phone?: string | null; email?: string }) => {
    const { version } = await agent.ask(readAccount, { query: { id: own.id } });
    await agent.ask(editAccount, { body: { id: own.id, version, name: '测试', ...given } });
    return marksOf(own.id);
  };
  expect(await edit({ phone: '13700000041', email: 'Keeps@example.com' })).toEqual([true, true]);
  expect(await edit({ phone: '13700000042' })).toEqual([false, true]);
  expect(await edit({ email: 'new@example.com', phone: null })).toEqual([false, false]);
});

test('my profile tells what of my contacts is verified, and changing one withdraws it', async () => {
  const { phoneVerifiedAt, emailVerifiedAt, name } = await agent.ask(readAccountInfo);
  expect([phoneVerifiedAt, emailVerifiedAt]).toEqual([expect.any(String), expect.any(String)]);
  await agent.ask(editMyProfile, { body: { name, phone: '13700000051' } });
  expect(await agent.ask(readAccountInfo)).toMatchObject({ phoneVerifiedAt: null, emailVerifiedAt });
});

test('nobody verifies without the right, above himself, or for a foreign account', async () => {
  const kefu = await it.as('kefu');
  expect((await verify(kefu, '1011', 'phone', null)).status).toBe(403);
  await sql`update identity.role set permissions = array['accountManagement.verify'] where id = 2106`.execute(it.db);
  await sql`update identity.rights_version set version = version + 1`.execute(it.db);
  const clerk = await it.as('readonly');
  expect((await verify(clerk, '1003', 'email', 'agent@example.com')).code).toBe('4030113');
  expect((await verify(clerk, '1008', 'email', 'norole@example.com')).code).toBe('200');
  for (const id of ['1003', '999999'])
    expect(await verify(rival, id, 'email', 'agent@example.com')).toMatchObject({
      status: 404,
      code: '4040001',
      message: '内容不存在',
    });
});

test('the migration verifies what one account alone has, and nobody is shut out', async () => {
  const client = new pg.Client({ connectionString: it.ownerUrl });
  await client.connect();
  try {
    await client.query('alter table identity.account drop column phone_verified_at, drop column email_verified_at');
    await client.query(`
      update identity.account set phone = null, email = null;
      update identity.account set phone = '13600000001', email = 'Shared@example.com' where id = 1003;
      update identity.account set phone = '13600000002', email = 'shared@example.com' where id = 1006;
      update identity.account set phone = '13600000002', email = 'alone@example.com' where id = 1008;
      update identity.account set account = '13600000003', phone = '13600000009' where id = 1011;
      update identity.account set phone = '13600000003' where id = 1012;
      update identity.account set account = 'He@example.com' where id = 1013;
      update identity.account set phone = '13600000001', deleted_at = now() where id = 1005`);
    const path = new URL('../../../../migrations/0550_verified_contacts.sql', import.meta.url);
    await client.query(await readFile(path, 'utf8'));
    const { rows } = await client.query(`
      select id::int, phone, phone_verified_at is not null as has_phone, email, email_verified_at is not null as has_email
      from identity.account where phone is not null or email is not null order by id`);
    expect(rows.map(Object.values)).toEqual([
      [1003, '13600000001', true, 'Shared@example.com', false],
      [1005, '13600000001', false, null, false],
      [1006, '13600000002', false, 'shared@example.com', false],
      [1008, '13600000002', false, 'alone@example.com', true],
      [1011, '13600000003', true, null, false],
      [1012, '13600000003', false, null, false],
      [1013, null, false, 'He@example.com', true],
    ]);
  } finally {
    await client.end();
  }
});
