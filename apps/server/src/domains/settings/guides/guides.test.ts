import * as api from '@cardinal/contract/api/settings/guides.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';

const BODY = {
  title: '如何看订单',
  route: '/cardsManagement/batchOperate',
  language: 'zh_CN' as const,
  kinds: [],
  videoUrl: 'https://v.qq.com/x/page/a.html',
  seconds: 60,
  stepsZh: '第一步',
  stepsEn: 'First',
  sort: 5,
};
const ROUTE = '/cardsManagement/batchOperate';

const host = await forThisFile(testApp({ demo: 'people' }));
const [admin, agent] = [await host.as('admin'), await host.as('agent')];

const here = async (who: Caller, path = ROUTE, language?: 'en') =>
  who.ask(api.guidesHere, { query: { path }, ...(language ? { language } : {}) });
const make = async (change: object = {}) => {
  const { id } = await admin.ask(api.addGuide, { body: { ...BODY, route: ROUTE, ...change } });
  await admin.ask(api.shelveGuide, { body: { guideId: id, isOnShelf: true } });
  return id;
};

test('a guide on the shelf is shown at its screen, counted, and gone when it is taken off', async () => {
  const id = await make();
  expect(await here(agent)).toMatchObject([{ id, title: BODY.title, steps: '第一步', isHelpful: null }]);
  expect(await here(agent, '/dashboard')).toEqual([]);
  await agent.ask(api.viewGuide, { body: { guideId: id } });
  await agent.ask(api.viewGuide, { body: { guideId: id, isHelpful: true } });
  await (await host.as('rival')).ask(api.viewGuide, { body: { guideId: id, isHelpful: false } });
  const { list } = await admin.ask(api.listGuides, { query: { routeContains: 'batchOperate' } as never });
  expect(list).toMatchObject([{ id, plays: 1, helpfulPercent: 50, screen: { en: expect.any(String) } }]);
  expect(await here(agent)).toMatchObject([{ isHelpful: true }]);
  await admin.ask(api.shelveGuide, { body: { guideId: id, isOnShelf: false } });
  expect(await here(agent)).toEqual([]);
  expect((await agent.call(api.viewGuide, { body: { guideId: id } })).code).toBe('4040371');
  await admin.ask(api.deleteGuide, { body: { guideId: id } });
});

test('a missing language falls back to Chinese, whose steps may be written in both', async () => {
  const chinese = await make();
  expect(await here(agent, ROUTE, 'en')).toMatchObject([{ id: chinese, steps: 'First' }]);
  const english = await make({ language: 'en', title: 'Orders' });
  expect((await here(agent, ROUTE, 'en')).map((guide) => guide.id)).toEqual([english]);
  for (const guideId of [chinese, english]) await admin.ask(api.deleteGuide, { body: { guideId } });
});

test('a guide for others, or of a screen one cannot open, is not there', async () => {
  const forEnterprises = await make({ kinds: ['ENTERPRISE'] });
  expect(await here(agent)).toEqual([]);
  expect((await here(await host.as('enterprise'))).map((guide) => guide.id)).toEqual([forEnterprises]);
  const platformOnly = await make({ route: '/system/menu' });
  expect(await here(agent, '/system/menu')).toEqual([]);
  expect((await agent.call(api.viewGuide, { body: { guideId: platformOnly } })).code).toBe('4040371');
  expect(await here(admin, '/system/menu')).toHaveLength(1);
});

test('a film lies at an allowed site, a guide at a screen there is', async () => {
  const at = async (change: object) => {
    const answer = await admin.call(api.addGuide, { body: { ...BODY, ...change } });
    return (answer.data as unknown as { errors: { field: string }[] }).errors.map((each) => each.field);
  };
  expect(await at({ videoUrl: 'https://qq.com.evil.example/x' })).toEqual(['videoUrl']);
  expect(await at({ videoUrl: 'http://v.qq.com/x' })).toEqual(['videoUrl']);
  expect(await at({ videoUrl: 'javascript:alert(1)' })).toEqual(['videoUrl']);
  expect(await at({ route: '/nowhere' })).toEqual(['route']);
});

test('who reads an old one is told, and customers edit none', async () => {
  const id = await make();
  const edit = { ...BODY, route: ROUTE, guideId: id, version: 1 };
  await admin.ask(api.editGuide, { body: { ...edit, title: '新标题' } });
  expect((await admin.call(api.editGuide, { body: edit })).code).toBe('4090002');
  expect((await agent.call(api.editGuide, { body: { ...edit, version: 2 } })).code).toBe('4030001');
  expect((await agent.call(api.listGuides, {})).code).toBe('4030001');
});

const word = (value: number) => Buffer.from([24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff));
const box = (kind: string, ...content: Buffer[]) => {
  const within = Buffer.concat(content);
  return Buffer.concat([word(within.length + 8), Buffer.from(kind), within]);
};
/** The boxes of a 95-second video with this many bytes of media data. */
const filmOf = (bytes: number) =>
  Buffer.concat([
    box('ftyp', Buffer.from('isom'), word(512), Buffer.from('mp41')),
    box('moov', box('mvhd', word(0), word(0), word(0), word(600), word(57_000), Buffer.alloc(80))),
    box('mdat', Buffer.alloc(bytes, 7)),
  ]);

test('a film is kept whole, played in parts by who knows its name, and gone with its guide', async () => {
  const route = '/cardsManagement/tagManagement';
  const guideId = await make({ seconds: null, videoUrl: null, route });
  const send = (name: string, content: Buffer, who = admin) =>
    who.call(api.uploadFilm, { body: { guideId }, file: { name, content } });
  const film = filmOf(1_500_000);
  expect((await send('a.mp4', Buffer.from('<html>no film</html>'))).code).toBe('4000371');
  expect((await send('a.mp4', film.subarray(0, -1))).code).toBe('4000371');
  expect((await send('a.mp4', film, agent)).code).toBe('4030001');
  const { data } = await send('a.mp4', film);
  expect(data.seconds).toBe(95);
  expect(await here(agent, route)).toMatchObject([{ film: data.film, seconds: 95 }]);
  const play = (range?: string) =>
    host.app.http.inject({
      url: `${api.readFilm.path}?film=${data.film}`,
      headers: range ? { range } : {},
    });
  const whole = await play();
  expect([whole.statusCode, whole.headers['content-type'], whole.rawPayload.equals(film)]).toEqual([
    200,
    'video/mp4',
    true,
  ]);
  // Across the end of the first piece.
  const part = await play('bytes=1048570-1048589');
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 1048570-1048589/${film.length}`]);
  expect(part.rawPayload.equals(film.subarray(1_048_570, 1_048_590))).toBe(true);
  const second = await send('b.mp4', filmOf(10));
  expect((await play()).statusCode).toBe(404);
  await admin.ask(api.removeFilm, { body: { guideId } });
  expect(await here(agent, route)).toMatchObject([{ film: null }]);
  expect(second.code).toBe('200');
  await send('c.mp4', filmOf(10));
  await admin.ask(api.deleteGuide, { body: { guideId } });
  const { count } = await host.db
    .selectFrom('settings.guide_film_piece')
    .select((on) => on.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(0);
});

test('a cover is a picture by its content, of 2 MB at most, shown with its guide and gone with it', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const guideId = await make();
  const send = (name: string, content: Buffer, who = admin) =>
    who.call(api.uploadCover, { body: { guideId }, file: { name, content } });
  expect((await send('cover.svg', Buffer.from('<svg/>'))).code).toBe('4000372');
  expect((await send('cover.jpg', png)).code).toBe('4000372');
  expect((await send('cover.png', Buffer.concat([png, Buffer.alloc(2 * 1_024 * 1_024)]))).code).toBe('4000372');
  expect((await send('cover.png', png, agent)).code).toBe('4030001');
  const { cover } = (await send('cover.png', png)).data;
  const mine = async () => (await here(agent)).find(({ id }) => id === guideId);
  expect(await mine()).toMatchObject({ cover });
  const show = () => host.app.http.inject({ url: `${api.readCover.path}?cover=${cover}` });
  const shown = await show();
  expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload.equals(png)]).toEqual([
    200,
    'image/png',
    true,
  ]);
  await admin.ask(api.removeCover, { body: { guideId } });
  expect((await show()).statusCode).toBe(404);
  expect(await mine()).toMatchObject({ cover: null });
  await admin.ask(api.deleteGuide, { body: { guideId } });
});
