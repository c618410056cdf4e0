import { CARD_ACTIONS } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { previewSelection, uploadSelection } from '@cardinal/contract/api/cardBatches/selection.ts';
import { readImport, uploadImport } from '@cardinal/contract/api/cardImports/imports.ts';
import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { importNetworks } from '@cardinal/contract/api/carriers/networks.ts';
import { listCustomers } from '@cardinal/contract/api/customers/customers.ts';
import { readMe } from '@cardinal/contract/api/identity/identity.ts';
import { addDictType, importDictItems } from '@cardinal/contract/api/settings/dictionaries.ts';
import { editPlatformSettings, readPlatformSettings, readSite } from '@cardinal/contract/api/settings/settings.ts';
import { orderExport } from '@cardinal/contract/api/tasks/downloads.ts';
import { allRefusals } from '@cardinal/contract/framework/refusal.ts';
import { idempotencyKeyReused } from '@cardinal/contract/framework/standardRefusals.ts';
import { SITE_LIMITS, siteLimitsSchema } from '@cardinal/contract/siteLimits.ts';
import { ACTION_CODES } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { type Answer, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { objectsOf } from '@cardinal/testing/objects.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkImportJob } from '../domains/cardImports/imports/importJobs.ts';
import { openCarrierAccount } from '../domains/carriers/accounts/openAccount.ts';
import { realXls } from '../sheets/hostileSheets.ts';

const world = await forThisFile(testApp({ demo: 'people' }));
const agent = await world.as('agent');
const own = await objectsOf(world, '10');

describe('languages', () => {
  it.each([
    ['zh_CN', '未登录或登录已失效'],
    ['en', 'Not signed in or session ended'],
    ['zh-CN,zh;q=0.9', '未登录或登录已失效'],
    ['fr', '未登录或登录已失效'],
    ['', '未登录或登录已失效'],
  ])('%s is answered in its own words, an unknown one in Chinese', async (language, words) => {
    const answer = await world.app.http.inject({ url: readMe.path, headers: { 'accept-language': language } });
    expect(answer.json().message).toBe(words);
  });

  it('every refusal stands in both, with the same facts', () => {
    const facts = (sentence: string) => [...sentence.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
    const wrong = allRefusals().filter(
      ({ text: { zh, en } }) =>
        !/[\u4e00-\u9fff]/.test(zh) || /[\u4e00-\u9fff]/.test(en) || facts(zh).join() !== facts(en).join(),
    );
    expect(wrong.map((each) => each.name)).toEqual([]);
  });
});

describe('the wire', () => {
  it('says success with the text 200, never the number', async () => {
    const { code } = await agent.call(readMe);
    expect(code).toBe('200');
  });

  it('tells sessions that are gone by texts, with status 200, and knows no other', async () => {
    const answer = await world.nobody.call(readMe);
    expect([answer.status, answer.code]).toEqual([200, '5005003']);
    expect(
      allRefusals()
        .filter(({ code }) => code.startsWith('5005'))
        .map(({ code }) => code)
        .sort(),
    ).toEqual(['5005003', '5005004']);
  });

  it('says that somebody may not in one wording only', () => {
    const forbidden = allRefusals().filter(
      ({ text: { zh, en } }) => /操作权限|^无权/.test(zh) || /no permission/i.test(en),
    );
    expect(forbidden.map(({ name, text: { zh, en } }) => [name, zh, en])).toEqual([
      ['noPermission', '无操作权限', 'No permission to operate'],
    ]);
  });

  it('a wrong method is 405 with a message and the methods that are right', async () => {
    const answer = await world.app.http.inject({ method: 'DELETE', url: readMe.path });
    expect([answer.statusCode, answer.headers['allow'], answer.json().message]).toEqual([405, 'GET', '请求方法错误']);
  });

  it('a list in the query is a repeated key, and one value alone is a list of one', async () => {
    const total = async (query: string) => (await agent.call(listCustomers, { raw: { query } })).data.total;
    const [one, two, both] = [
      await total('?kind=AGENT'),
      await total('?kind=ENTERPRISE'),
      await total('?kind=AGENT&kind=ENTERPRISE'),
    ];
    expect(both).toBe(one + two);
    expect(both).toBeGreaterThan(Math.max(one, two));
    for (const query of ['?kind[]=AGENT', '?kind=AGENT,ENTERPRISE'])
      expect((await agent.call(listCustomers, { raw: { query } })).status).toBe(422);
  });
});

describe('numbers typed and pasted', () => {
  const preview = (identifierType: number, items: string[]) =>
    agent.call(previewSelection, {
      body: {
        action: 'edit_remark',
        source: { kind: 'list', identifierType, text: items.join('\n') },
        parameters: { remark: '备注' },
      },
    });
  const iccids = (count: number) =>
    Array.from({ length: count }, (_, n) => withCheckDigit(`898601${String(n).padStart(13, '0')}`));

  it('a card number is searched from four digits on, or whole', async () => {
    const search = (q: string) => agent.call(listCards, { query: { q } });
    expect((await search(own.iccid.slice(6, 10))).data.list.map((row) => row.iccid)).toContain(own.iccid);
    expect((await search(own.iccid)).data.total).toBe(1);
    const short = await search('123');
    expect([short.status, JSON.stringify(short.data)]).toEqual([422, expect.stringContaining('"field":"q"')]);
  });

  it('a list holds 1000 ICCIDs and no more', async () => {
    expect((await preview(1, iccids(1_000))).code).not.toBe('4000422');
    const tooMany = await preview(1, iccids(1_001));
    expect([tooMany.status, JSON.stringify(tooMany.data)]).toEqual([422, expect.stringContaining('1000')]);
  });

  it('a list holds 100 numbers of another kind and no more', async () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, n) => String(1_064_900_000_000 + n));
    expect((await preview(2, numbers(100))).code).not.toBe('4000422');
    const tooMany = await preview(2, numbers(101));
    expect([tooMany.status, JSON.stringify(tooMany.data)]).toEqual([422, expect.stringContaining('100')]);
  });
});

describe('actions on cards', () => {
  it('that nobody starts on cards are refused at their field, before anything is looked up', async () => {
    const others = ACTION_CODES.filter((action) => !Object.hasOwn(CARD_ACTIONS, action));
    expect(others).toContain('generate_bill');
    for (const action of [...others, 'speed_limit', 'toString', '']) {
      const body = { action, source: { kind: 'ids', ids: ['1'] } };
      const { status, data } = await agent.call(previewSelection, { raw: { body } });
      expect([action, status, data]).toEqual([
        action,
        422,
        { errors: [expect.objectContaining({ field: 'action', message: '该任务类型不支持此操作' })] },
      ]);
    }
  });
});

describe('an action with a label or a remark', () => {
  it('wants one of them: none is refused at its field', async () => {
    const source = { kind: 'ids', ids: ['1'] };
    for (const [action, parameters, field] of [
      ['set_tag', {}, 'tagIds'],
      ['set_tag', { tagIds: [] }, 'tagIds'],
      ['edit_remark', {}, 'remark'],
    ] as const) {
      const { status, data } = await agent.call(previewSelection, { raw: { body: { action, source, parameters } } });
      expect([action, status, JSON.stringify(data)]).toEqual([action, 422, expect.stringContaining(field)]);
    }
  });
});

describe('imports', () => {
  it('take 5 MB and 500,000 rows', async () => {
    const { limits } = await agent.ask(readSite);
    expect(limits).toMatchObject({ importFileBytes: 5 * 1024 ** 2, importRows: 500_000 });
  });

  const sheet = (name: string) => ({ name, content: realXls() });
  let send: (
    name: string,
    more?: { key?: string; file?: ReturnType<typeof sheet> },
  ) => Promise<Answer<{ batchId: string }>>;
  beforeAll(async () => {
    const ctx = world.app.systemContext('test');
    const carrierAccountId = await openCarrierAccount(ctx, {
      customerId: '1',
      name: '联通测试',
      adapter: 'jasper',
      baseUrl: 'http://127.0.0.1:9',
    });
    const productCode = await sellProduct(ctx, { carrierAccountId, customerIds: ['10'] });
    const body = { carrierAccountId, kind: 1, productCode } as const;
    send = (name, more) => agent.call(uploadImport, { body, file: sheet(name), ...more });
  });

  it('take .xls too, and the extension in any case', async () => {
    for (const name of ['cards.xls', 'CARDS.XLS', 'Cards.Xls'])
      expect([name, (await send(name)).code]).toEqual([name, '200']);
    for (const name of ['cards.csv', 'cards.xls.exe', 'xls'])
      expect([name, (await send(name)).status]).toEqual([name, 422]);
  });

  it('know a file by its hash: sent again under one key it is the same request, another file is not', async () => {
    const first = await send('cards.xls', { key: 'one-file-key' });
    expect(first.code).toBe('200');
    expect((await send('cards.xls', { key: 'one-file-key' })).data).toEqual(first.data);
    const other = { name: 'cards.xls', content: Buffer.concat([realXls(), Buffer.alloc(1)]) };
    expect((await send('cards.xls', { key: 'one-file-key', file: other })).code).toBe(idempotencyKeyReused.code);
  });

  it('may be made stricter by the platform, name the cap, and are never looser', async () => {
    const admin = await world.as('admin');
    const limit = async (limits: object) => {
      const { version, settings } = await admin.ask(readPlatformSettings);
      return admin.call(editPlatformSettings, { body: { version, settings: { ...settings, limits } } });
    };
    expect((await limit({ importRows: 1 })).code).toBe('200');
    const { batchId } = (await send('cards.xls')).data;
    await checkImportJob.run(world.app.systemContext('test'), { batchId }, new AbortController().signal);
    const { state, failure } = await agent.ask(readImport, { query: { batchId } });
    expect([state, failure]).toEqual(['failed', '单次最多导入 1 条']);

    expect((await limit({ importFileBytes: 1_024 })).code).toBe('200');
    // The limit that file pickers read, and every endpoint that accepts a sheet.
    expect((await agent.ask(readSite)).limits.importFileBytes).toBe(1_024);
    await admin.call(addDictType, { body: { code: 'returnReason', zh: '退货原因', en: 'Return reason' } });
    const file = sheet('cards.xls');
    for (const tooLarge of [
      await send('cards.xls'),
      await agent.call(uploadSelection, { body: {}, file }),
      await admin.call(importDictItems, { body: { type: 'returnReason' }, file }),
      await admin.call(importNetworks, { body: {}, file }),
    ])
      expect([tooLarge.status, JSON.stringify(tooLarge.data)]).toEqual([422, expect.stringContaining('1 KB')]);

    expect((await limit({ importRows: 500_001 })).status).toBe(422);
    expect((await limit({ importFileBytes: 5 * 1024 ** 2 + 1 })).status).toBe(422);
    // As an older release may have stored it, when the limits were wider.
    await sql`update settings.platform set body = jsonb_set(body, '{limits}', '{"importRows": 2000000}')`.execute(
      world.db,
    );
    expect((await agent.ask(readSite)).limits).toMatchObject({ importFileBytes: 5 * 1024 ** 2, importRows: 500_000 });
  });
});

describe('an export', () => {
  it('of more rows than the platform allows is refused in the words of the specification', async () => {
    const admin = await world.as('admin');
    const { version, settings } = await admin.ask(readPlatformSettings);
    const { version: next } = await admin.ask(editPlatformSettings, {
      body: { version, settings: { ...settings, limits: { exportRows: 1 } } },
    });
    const order = { body: { list: listCustomers.name, query: {}, format: 'csv', screen: '' } } as const;
    const refused = ({ code, message }: Answer<unknown>) => [code, message];
    expect(refused(await agent.call(orderExport, order))).toEqual(['4090512', '导出数据过多，请联系管理员']);
    const nobody = { body: { ...order.body, query: { nameContains: 'there is no such name' } } };
    expect(refused(await agent.call(orderExport, nobody))).toEqual(['4090511', '没有可导出的数据']);
    await admin.ask(editPlatformSettings, { body: { version: next, settings: { ...settings, limits: {} } } });
    expect((await agent.call(orderExport, order)).code).toBe('200');
    expect(refused(await agent.call(orderExport, order))).toEqual(['4090513', '请勿重复下载']);
  });
});

describe('the demo', () => {
  it('gives platform roots both editions', async () => {
    const admin = await world.as('admin');
    const { list } = await admin.ask(listCustomers, { query: { kind: ['PLATFORM'] } });
    expect(list.map(({ editions }) => [...editions].sort())).toEqual([['consumer', 'enterprise']]);
  });
});

describe('lives', () => {
  it.each([
    ['captchaSeconds', 120],
    ['downloadTicketSeconds', 60],
    ['sessionIdleMinutes', 120],
    ['sessionHours', 24],
    ['rememberedSessionDays', 30],
    ['captchasPerMinute', 20],
  ] as const)('%s is %i unless it is made stricter, and never more', (name, value) => {
    const { initial, most } = SITE_LIMITS[name];
    expect([initial, most]).toEqual([value, value]);
    expect(siteLimitsSchema.safeParse({ [name]: value }).success).toBe(true);
    expect(siteLimitsSchema.safeParse({ [name]: value + 1 }).success).toBe(false);
  });
});
