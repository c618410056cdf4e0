import { listCards, listVoiceCards } from '@cardinal/contract/api/cards/cardList.ts';
import { listReadonlyFlow } from '@cardinal/contract/api/cardViews/readonlyCards.ts';
import { globalSearch, searchSheet } from '@cardinal/contract/api/cardViews/search.ts';
import { listAddresses } from '@cardinal/contract/api/customers/addresses.ts';
import { listCustomers } from '@cardinal/contract/api/customers/customers.ts';
import { listAccounts } from '@cardinal/contract/api/identity/accounts.ts';
import { editCustomerSetting } from '@cardinal/contract/api/settings/settings.ts';
import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { rowsOfSheet } from '@cardinal/testing/sheets.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DOMAINS } from '../domains.ts';
import { PAGING } from '../framework/dataset.ts';

const PHONE = '13876504321';
/** Numbers no two of which share four characters, except the end that is shown of each. */
const NUMBERS = {
  iccid: '89860231457698043325',
  businessNumber: '1064957310826',
  mappingNumber: '1440918273645',
  imsi: '460035821947763',
  imei: '867290415538064',
  eid: '89049032118273649501738264019375',
  boundImei: '867290415538064',
} as const;

const host = await forThisFile(testApp({ demo: 'people' }));
const now = host.clock.now();
await sql`insert into cards.card (id, iccid, platform, carrier_account_id, kind, carrier_status, lifecycle, customer_id,
    business_number, mapping_number, imsi, imei, eid, bound_imei, online_state, created_at, updated_at)
  select 900 + kind, case kind when 1 then ${NUMBERS.iccid} else '89861000000000000000' end, 1, 1, kind, 'ACTIVATED', 'activated',
    10, ${NUMBERS.businessNumber}, ${NUMBERS.mappingNumber}, ${NUMBERS.imsi}, ${NUMBERS.imei}, ${NUMBERS.eid},
    ${NUMBERS.boundImei}, 1, ${now}, ${now} from unnest(array[1, 2]) kind`.execute(host.db);
await sql`update identity.account set phone = ${PHONE} where account = 'norole'`.execute(host.db);
await sql`update customers.customer set contact_phone = ${PHONE} where id = 11`.execute(host.db);
await sql`insert into customers.address (id, customer_id, receiver, phone, division, detail, is_default, created_at, updated_at)
  values (1, 10, '张伟', ${PHONE}, '440305', '科苑路 15 号 3 栋', false, ${now}, ${now})`.execute(host.db);
await sql`update identity.role set permissions = case id
    when 2106 then array['readonlyCard.view', 'readonlyCard.mask']
    else array(select each from unnest(permissions) each where each not in
      ('cardDetail.view', 'flowCard.export', 'voiceCard.export', 'nbCard.export')) end
  where id = 2106 or id in (select role_id from identity.account_role
    where account_id = (select id from identity.account where account = 'operator'))`.execute(host.db);
await sql`update identity.rights_version set version = version + 1`.execute(host.db);
await (await host.as('admin')).ask(editCustomerSetting, { body: { name: 'masksNumbers', value: true } });

const agent = await host.as('agent');
const operator = await host.as('operator');
const readonly = await host.as('readonly');

type Probe = { list: ListEndpoint; who: Caller; values: Readonly<Record<string, string>>; keywords: readonly string[] };
const { iccid, businessNumber, ...furtherNumbers } = NUMBERS;
const PROBES: readonly Probe[] = [
  { list: listAccounts, who: agent, values: { phone: PHONE }, keywords: ['keyword'] },
  { list: listCustomers, who: agent, values: { contactPhone: PHONE }, keywords: [] },
  { list: listAddresses, who: agent, values: { phone: PHONE }, keywords: [] },
  { list: listCards, who: operator, values: { businessNumber, ...furtherNumbers }, keywords: ['q'] },
  { list: listVoiceCards, who: operator, values: { businessNumber, ...furtherNumbers }, keywords: ['q'] },
  { list: listReadonlyFlow, who: readonly, values: { iccid, businessNumber }, keywords: ['q'] },
].map((probe) => probe as unknown as Probe);

const lists = DOMAINS.flatMap(({ routes }) => routes).flatMap(({ endpoint, dataset }) =>
  dataset ? [endpoint as unknown as ListEndpoint] : [],
);
const ask = async ({ list, who }: Probe, query: object) => {
  const { status, code, data } = await who.call(list, { query: query as never });
  return {
    status,
    code,
    list: ((data as { list?: Record<string, unknown>[] } | null)?.list ?? []) as Record<string, unknown>[],
  };
};
/** The row of the probe among those answered: the one with the masked value. */
const found = (probe: Probe, rows: readonly Record<string, unknown>[]) =>
  rows.some((row) =>
    Object.entries(probe.values).some(
      ([name, value]) => typeof row[name] === 'string' && String(row[name]).endsWith(value.slice(-4)),
    ),
  );
/** Parts of a value that it is not shown with: neither the whole nor the last four. */
const partsOf = (value: string) => [
  value.slice(0, 8),
  value.slice(3, 7),
  value.slice(2, -2),
  value.slice(-5),
  // An ICCID without its check digit is a whole one.
  value.slice(0, -2),
  value.slice(1),
  value.slice(-3),
  `${value.slice(0, 4)}%`,
  `%${value.slice(-6)}`,
];

/** As many other digits. */
const others = (part: string) => part.replace(/\d/g, (digit) => String((Number(digit) + 5) % 10));

test('every field of a list that holds a phone or an e-mail is declared as masked, and every masked field is looked into here', () => {
  const personal = lists.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, { kind, masked }]) =>
      /phone|mobile|e-?mail|idCard/i.test(field) && kind === 'text' && !masked ? [`${name}: ${field}`] : [],
    ),
  );
  expect(personal).toEqual([]);
  const probed = new Set(PROBES.map(({ list }) => [...list.masked].sort().join()));
  const masked = lists.filter((list) => list.masked.length > 0 && !probed.has([...list.masked].sort().join()));
  expect(masked.map(({ name }) => name)).toEqual([]);
});

test.each(PROBES.map((probe) => [probe.list.name, probe] as const))(
  '%s shows no masked value, and tells of none by filter, keyword, order or cursor',
  async (_, probe) => {
    const { list, values, keywords } = probe;
    const all = await ask(probe, { pageSize: 100 });
    expect([all.status, found(probe, all.list)]).toEqual([200, true]);
    expect(Object.keys(values).sort()).toEqual([...list.masked].sort());
    for (const value of Object.values(values)) expect(JSON.stringify(all.list)).not.toContain(value);

    const told: string[] = [];
    const keys = Object.keys(list.query.shape).filter(
      (key) => !PAGING.has(key) && (list.masked.includes('iccid') || !/^(start|end)Iccid$/.test(key)),
    );
    for (const key of keys) {
      for (const part of Object.values(values).flatMap(partsOf)) {
        const queryWith = (typed: string) =>
          key === 'identifiers' ? { identifiers: typed, identifierType: 2 } : { [key]: typed };
        const answer = await ask(probe, queryWith(part));
        if (answer.status >= 500) told.push(`${key}=${part}: ${answer.status}`);
        // A filter that finds it by any digits, such as «without this tag», tells nothing of these.
        if (found(probe, answer.list) && !found(probe, (await ask(probe, queryWith(others(part)))).list))
          told.push(`${key}=${part}`);
      }
    }
    expect(told).toEqual([]);
    for (const key of ['startIccid', 'endIccid'].filter((key) => list.masked.includes('iccid') && keys.includes(key))) {
      expect((await ask(probe, { [key]: values['iccid'] })).status, key).toBe(422);
    }
    for (const name of list.masked) {
      for (const sort of [name, `-${name}`]) expect((await ask(probe, { sort })).status, sort).toBe(422);
    }
    for (const [name, value] of Object.entries(values)) {
      const ways = [...(keys.includes(`${name}Contains`) ? [`${name}Contains`] : []), ...keywords];
      for (const way of ways) {
        for (const asked of [value, value.slice(-4)]) {
          expect([way, asked, found(probe, (await ask(probe, { [way]: asked })).list)]).toEqual([way, asked, true]);
        }
      }
    }
  },
);

test('the global search shows no masked number, and finds one by the whole of it or its last four characters only', async () => {
  const { iccid, boundImei, ...values } = NUMBERS;
  const search = (q: string) => operator.ask(globalSearch, { query: { q } });
  const told: string[] = [];
  for (const value of Object.values(values)) {
    for (const part of partsOf(value).filter((each) => /^\w{4,}$/.test(each) && !iccid.includes(each))) {
      if ((await search(part)).matches.length > 0) told.push(part);
    }
    for (const typed of [value, value.slice(-4)]) {
      const { cards } = await search(typed);
      expect([typed, cards.length]).not.toEqual([typed, 0]);
      for (const one of Object.values(values)) expect(JSON.stringify(cards)).not.toContain(one);
    }
  }
  expect(told).toEqual([]);
  // The ICCID is not masked there, and found by any part of it.
  expect((await search(iccid.slice(6, 12))).cards.map((card) => card.iccid)).toContain(iccid);
  const sheet = await operator.call(searchSheet, { query: { q: iccid } });
  const rows = await rowsOfSheet(sheet.data as unknown as Buffer);
  expect(rows.flat()).toContain(iccid);
  expect(rows.flat()).not.toContain(values.businessNumber);
});

test('who opens cards, and so sees their numbers, finds them by any part', async () => {
  const { list } = await agent.ask(listCards, { query: { imsiContains: NUMBERS.imsi.slice(3, 9) } as never });
  expect(list.map(({ imsi }) => imsi)).toEqual(['460****7763', '460****7763']);
});

test('a part too short to be an end is refused in words', async () => {
  const answer = await agent.call(listAccounts, { query: { phoneContains: '138' } as never, language: 'en' });
  expect([answer.status, answer.data]).toEqual([
    422,
    { errors: [{ field: 'phoneContains', message: 'Enter the whole value or its last 4 characters' }] },
  ]);
});
