import { deleteTag } from '@cardinal/contract/api/cards/tags.ts';
import { addAccount } from '@cardinal/contract/api/identity/accounts.ts';
import * as inbox from '@cardinal/contract/api/notices/inbox.ts';
import * as api from '@cardinal/contract/api/notices/notices.ts';
import { MessageState } from '@cardinal/contract/enumerations/message.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { everyMinute } from './jobs.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
const [admin, agent, subagent, enterprise, rival] = await Promise.all([
  host.as('admin'),
  host.as('agent'),
  host.as('subagent'),
  host.as('enterprise'),
  host.as('rival'),
]);

type Body = BodyOf<typeof api.addNotice>;
const PLAIN: Body = { kind: 'business', titleZh: '测试通知', bodyZh: '正文', audience: 'all', isMustRead: false };

async function send(who: Caller, given: Partial<Body> = {}): Promise<string> {
  const { id } = await who.ask(api.addNotice, { body: { ...PLAIN, ...given } });
  const { version } = await who.ask(api.readNotice, { query: { id } });
  await who.ask(api.sendNotice, { body: { id, version } });
  return id;
}
const inboxOf = async (who: Caller, title: string) =>
  (await who.ask(inbox.listInbox, { query: { titleContains: title } as never })).list;
const unreadOf = async (who: Caller) => (await who.ask(inbox.readBell)).unread;
const minute = () => everyMinute.run(host.app.systemContext('test'), {}, new AbortController().signal);

test('a must-read notice to one customer: it confirms, another never sees it, the read share rises, recall empties the inbox', async () => {
  const before = await unreadOf(agent);
  const id = await send(admin, {
    titleZh: '必读给代理',
    audience: 'customers',
    customerIds: ['10'],
    isMustRead: true,
  });
  const [waiting] = (await agent.ask(inbox.readBell)).toConfirm;
  expect(waiting).toMatchObject({ title: '必读给代理', body: '正文', isRead: false });
  expect(await unreadOf(agent)).toBe(before + 1);
  expect((await enterprise.ask(inbox.readBell)).toConfirm).toEqual([]);
  expect(await inboxOf(enterprise, '必读给代理')).toEqual([]);

  const share = async () =>
    (await admin.ask(api.readNotice, { query: { id } })) as { reads: number; confirmed: number };
  expect(await share()).toMatchObject({ reads: 0, confirmed: 0 });
  await agent.ask(inbox.confirmNotice, { body: { id: waiting?.id ?? '' } });
  expect((await agent.ask(inbox.readBell)).toConfirm).toEqual([]);
  expect(await unreadOf(agent)).toBe(before);
  expect(await share()).toMatchObject({ reads: 1, confirmed: 1 });

  await admin.ask(api.recallNotice, { body: { id } });
  expect(await inboxOf(agent, '必读给代理')).toEqual([]);
  expect((await agent.call(inbox.viewNotice, { body: { id: waiting?.id ?? '' } })).code).toBe('4040001');
});

test('all below leaves out the writer’s own customer and everybody beside and above it', async () => {
  await send(agent, { titleZh: '代理下发' });
  expect(await inboxOf(subagent, '代理下发')).toHaveLength(1);
  expect(await inboxOf(enterprise, '代理下发')).toHaveLength(1);
  for (const other of [agent, admin, rival]) expect(await inboxOf(other, '代理下发')).toEqual([]);
});

test('customer kinds, role names and tags narrow it down', async () => {
  await send(agent, { titleZh: '只给企业', customerKinds: ['ENTERPRISE'] });
  expect(await inboxOf(enterprise, '只给企业')).toHaveLength(1);
  expect(await inboxOf(subagent, '只给企业')).toEqual([]);

  const roles = await agent.ask(api.noticeRoles);
  expect(roles.map((role) => role.name)).toContain('客服');
  await send(agent, { titleZh: '给客服', audience: 'roles', roleNames: ['客服'] });
  expect(await inboxOf(await host.as('kefu'), '给客服')).toHaveLength(1);
  expect(await inboxOf(agent, '给客服')).toEqual([]);

  const tagId = '880001';
  const now = host.clock.now();
  await host.db
    .insertInto('cards.tag')
    .values({ id: tagId, customer_id: '10', name: '受影响', color: 'red', created_at: now } as never)
    .execute();
  const { id } = await agent.ask(api.addNotice, { body: { ...PLAIN, audience: 'tags', tagIds: [tagId] } });
  expect((await agent.ask(api.readNotice, { query: { id } })).tags).toEqual([{ id: tagId, name: '受影响' }]);
  const { code } = await agent.call(api.sendNotice, { body: { id, version: 1 } });
  expect(code).toBe(api.noReceivers.code);
  // While the notice may still be sent, the tag cannot be deleted; the refusal names the notice.
  const kept = await agent.call(deleteTag, { body: { id: tagId } });
  expect([kept.code, kept.message]).toEqual(['4090849', `标签正在使用，请先从以下位置移除：通知「${PLAIN.titleZh}」`]);
  expect((await rival.call(deleteTag, { body: { id: tagId } })).code).toBe('4040810');
  await agent.ask(api.deleteNotice, { body: { id } });
  await agent.ask(deleteTag, { body: { id: tagId } });
});

test('a foreign customer cannot be written to, and a foreign notice is not there', async () => {
  const wrong = await agent.call(api.addNotice, { body: { ...PLAIN, audience: 'customers', customerIds: ['20'] } });
  const unknown = await agent.call(api.addNotice, {
    body: { ...PLAIN, audience: 'customers', customerIds: ['999999999'] },
  });
  expect(wrong.status).toBe(404);
  expect(wrong.code).toBe(unknown.code);
  const id = await send(admin, { titleZh: '平台内部' });
  for (const who of [agent, rival]) {
    expect((await who.call(api.readNotice, { query: { id } })).code).toBe('4040001');
    expect((await who.call(api.recallNotice, { body: { id } })).code).toMatch(/^40[34]0001$/);
    expect((await who.ask(api.listNotices, { query: { titleContains: '平台内部' } as never })).total).toBe(0);
  }
  expect((await enterprise.call(api.addNotice, { body: PLAIN })).code).toMatch(/^(4030001|200)$/);
});

test('what is changed after sending is a new version: unread again, the earlier text kept, the receivers as they were', async () => {
  const id = await send(agent, { titleZh: '第一版' });
  const [mine] = await inboxOf(subagent, '第一版');
  await subagent.ask(inbox.viewNotice, { body: { id: mine?.id ?? '' } });
  const { version } = await agent.ask(api.readNotice, { query: { id } });
  const changed = { ...PLAIN, id, version, titleZh: '第二版', bodyZh: '改过的正文' };
  const wider = await agent.call(api.editNotice, { body: { ...changed, customerKinds: ['ENTERPRISE'] } });
  expect(wider.code).toBe(api.audienceFixed.code);
  await agent.ask(api.editNotice, { body: changed });
  expect(await inboxOf(subagent, '第二版')).toMatchObject([{ id: mine?.id, isRead: false, revision: 2 }]);
  expect(await subagent.ask(inbox.viewNotice, { body: { id: mine?.id ?? '' } })).toMatchObject({ body: '改过的正文' });
  expect((await agent.ask(api.readNotice, { query: { id } })).earlier).toMatchObject([
    { revision: 1, titleZh: '第一版' },
  ]);
  expect((await agent.call(api.editNotice, { body: changed })).code).toBe('4090002');
});

test('what lies ahead goes out at its time, and an account made later gets what is still valid', async () => {
  const at = (hours: number) => new Date(host.clock.now().getTime() + hours * 3_600_000).toISOString();
  const { id } = await agent.ask(api.addNotice, {
    body: { ...PLAIN, kind: 'announcement', titleZh: '定时公告', validFrom: at(0.5), validTo: at(48) },
  });
  expect(await agent.ask(api.sendNotice, { body: { id, version: 1 } })).toMatchObject({ isScheduled: true });
  await minute();
  expect(await inboxOf(subagent, '定时公告')).toEqual([]);
  host.clock.advance(40 * 60_000);
  await minute();
  expect(await inboxOf(subagent, '定时公告')).toHaveLength(1);

  const { id: newcomer } = await agent.ask(addAccount, {
    body: { customerId: '11', account: 'newcomer', name: '新来的', roleIds: [] },
  });
  await minute();
  const copies = await host.db
    .selectFrom('notices.receipt')
    .select('title_zh')
    .where('account_id', '=', newcomer)
    .execute();
  expect(copies).toEqual([{ title_zh: '定时公告' }]);
});

test('what was over before anything could send it reaches nobody and is a draft again', async () => {
  const at = (hours: number) => new Date(host.clock.now().getTime() + hours * 3_600_000).toISOString();
  const body = { ...PLAIN, titleZh: '错过的通知', validFrom: at(0.1), validTo: at(0.2) };
  const { id } = await agent.ask(api.addNotice, { body });
  await agent.ask(api.sendNotice, { body: { id, version: 1 } });
  host.clock.advance(15 * 60_000);
  await minute();
  expect(await inboxOf(subagent, '错过的通知')).toEqual([]);
  expect(await agent.ask(api.readNotice, { query: { id } })).toMatchObject({ state: 'draft', isScheduled: false });
});

test('states forbid what makes no sense', async () => {
  const id = await send(agent);
  const refused = await agent.call(api.deleteNotice, { body: { id } });
  expect(refused.code).toBe(api.noticeStateForbids.code);
  expect(refused.message).toContain(MessageState.members.sent.zh);
  await agent.ask(api.recallNotice, { body: { id } });
  await agent.ask(api.deleteNotice, { body: { id } });
  const deleted = await agent.ask(api.listNotices, { query: { state: ['deleted'] } as never });
  expect(deleted.list.map((row) => row.id)).toContain(id);
  expect((await agent.ask(api.listNotices, {})).list.map((row) => row.id)).not.toContain(id);
});

test('a bad form says where', async () => {
  const fieldsOf = async (given: Partial<Body>) => {
    const { data } = await agent.call(api.addNotice, { body: { ...PLAIN, ...given } });
    return (data as unknown as { errors: { field: string }[] }).errors.map((each) => each.field);
  };
  expect(await fieldsOf({ titleZh: '一' })).toEqual(['titleZh']);
  expect(await fieldsOf({ bodyZh: '[x](javascript:alert)' })).toEqual(['bodyZh']);
  expect(await fieldsOf({ audience: 'roles' })).toEqual(['roleNames']);
  expect(await fieldsOf({ audience: 'roles', roleNames: ['客\u0000服'] })).toEqual(['roleNames.0']);
  expect(await fieldsOf({ titleEn: 'Only the title' })).toEqual(['bodyEn']);
  expect(await fieldsOf({ validFrom: '2026-12-02T00:00:00Z', validTo: '2026-12-01T00:00:00Z' })).toEqual(['validTo']);
});

test('pictures are judged by their content and shown to receivers alone', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  );
  const upload = (name: string, content: Buffer) =>
    agent.call(api.uploadPicture, { body: {}, file: { name, content } });
  expect((await upload('a.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).code).toBe(
    api.notAPicture.code,
  );
  expect((await upload('a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).code).toBe(
    api.notAPicture.code,
  );
  const { id } = (await upload('a.png', png)).data;
  const look = async (who: Caller) => (await who.call(api.readPicture, { query: { id } })).status;
  expect([await look(agent), await look(subagent)]).toEqual([200, 404]);
  await send(agent, {
    titleZh: '带图',
    bodyZh: `图：\n\n![卡](image:${id})`,
    audience: 'customers',
    customerIds: ['11'],
  });
  expect([await look(subagent), await look(enterprise), await look(rival)]).toEqual([200, 404, 404]);
  const foreign = await rival.call(api.addNotice, { body: { ...PLAIN, bodyZh: `![x](image:${id})` } });
  expect(foreign.code).toBe('4040001');
});
