import { cardFields } from '@cardinal/contract/api/cards/cardFields.ts';
import { sortableNames } from '@cardinal/contract/framework/list.ts';
import { iccidOf } from './cards.ts';
import { bestOf, type Figure } from './figure.ts';
import type { BenchWorld } from './world.ts';

const DAY_MS = 86_400_000;
const column = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type Asked = { readonly query: string; readonly where: string };

/** One value for every filter a card list declares, common ones and rare ones, and the plainest SQL for the same rows. */
function filters(cards: number, now: Date): Readonly<Record<string, Asked>> {
  const n = cards - 7;
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString();
  const is = (name: string, value: string | number): Asked => ({
    query: `${name}=${encodeURIComponent(value)}`,
    where: `${column(name)} = '${value}'`,
  });
  const range = (name: string, from: string, to: string): Asked => ({
    query: `${name}From=${encodeURIComponent(from)}&${name}To=${encodeURIComponent(to)}`,
    where: `${column(name)} between '${from}' and '${to}'`,
  });
  const part = (name: string, value: string): Asked => ({
    query: `${name}Contains=${encodeURIComponent(value)}`,
    where: `${name === 'packageName' ? '' : `${ANY} like '%${value}%' and `}${column(name)} like '%${value}%'`,
  });
  const remarked = (value: string): Asked => ({
    query: `remarkContains=${encodeURIComponent(value)}`,
    where: `exists (select 1 from cards.card_remark r where r.card_id = c.id and r.remark like '%${value}%')`,
  });
  const tagged = (ids: string) => `(select 1 from cards.card_tag t where t.card_id = c.id and t.tag_id in (${ids}))`;
  return {
    nothing: { query: '', where: 'true' },
    iccid: is('iccid', iccidOf(n)),
    'iccid contains': part('iccid', String(n).slice(-6)),
    businessNumber: is('businessNumber', String(1_064_900_000_000 + n)),
    'businessNumber contains': part('businessNumber', String(n).slice(-6)),
    mappingNumber: is('mappingNumber', String(1_440_000_000_000 + (cards - 10))),
    imsi: is('imsi', `46001${String(n).padStart(10, '0')}`),
    'imei contains': part('imei', '86000012'),
    imeiHas: { query: 'imeiHas=false', where: 'imei is null' },
    platform: is('platform', 3),
    subType: is('subType', 2),
    carrierAccountId: is('carrierAccountId', '1'),
    kind: is('kind', 3),
    size: is('size', 7),
    carrierStatus: is('carrierStatus', 'RETIRED'),
    lifecycle: is('lifecycle', 'stopped'),
    stopReasons: { query: 'stopReasons=6', where: `stop_reasons && '{6}'` },
    sleepStatus: is('sleepStatus', 'asleep'),
    realNameStatus: is('realNameStatus', 1),
    customerId: is('customerId', '1000003'),
    underCustomerId: {
      query: 'underCustomerId=11',
      where: `customer_id in (select id from customers.customer where path like '/1/10/11/%')`,
    },
    productCode: is('productCode', 'P7'),
    'packageName contains': part('packageName', '每月 77 GB'),
    packageEndsAt: range('packageEndsAt', at(1), at(2)),
    endingWithinDays: {
      query: 'endingWithinDays=7',
      where: `package_ends_at >= '${at(0)}' and package_ends_at < '${at(7)}'`,
    },
    poolCode: is('poolCode', 'POOL7'),
    flowUsed: range('flowUsed', '1000', '2000'),
    usedPercentFrom: { query: 'usedPercentFrom=99', where: 'flow_total > 0 and flow_used * 100 >= flow_total * 99' },
    voiceOn: { query: 'voiceOn=true', where: 'voice_on = true' },
    whiteListCount: range('whiteListCount', '1', '9'),
    onlineState: is('onlineState', 1),
    lastSessionAt: range('lastSessionAt', at(-2), at(-1)),
    silentDays: {
      query: 'silentDaysFrom=50',
      where: `last_session_at <= '${at(-50)}'`,
    },
    apn: is('apn', 'cmiot'),
    boundImeiHas: { query: 'boundImeiHas=true', where: 'bound_imei is not null' },
    activatedAt: range('activatedAt', at(-3), at(-2)),
    servicePeriodEnd: range('servicePeriodEnd', at(100), at(101)),
    tags: { query: 'tags=503', where: `exists ${tagged('503')}` },
    tagsNone: { query: 'tagsNone=503', where: `not exists ${tagged('503')}` },
    'remark contains, six digits': remarked(String(n - (n % 5)).slice(-6)),
    'remark contains, two characters': remarked('备注'),
    'remark contains, two characters nobody wrote': remarked('退回'),
    lastSyncAt: range('lastSyncAt', at(-2), at(-1)),
    importBatchId: is('importBatchId', '5'),
    createdAt: range('createdAt', at(-30), at(-29)),
    isPending: { query: 'isPending=true', where: 'pending_since is not null' },
    imeiChangedSince: { query: `imeiChangedSince=${at(-3)}`, where: `imei_changed_at >= '${at(-3)}'` },
    'q, four digits': { query: 'q=4711', where: `${ANY} like '%4711%'` },
    'q, six digits': { query: `q=${String(n).slice(-6)}`, where: `${ANY} like '%${String(n).slice(-6)}%'` },
    'q, a whole number': { query: `q=${iccidOf(n)}`, where: `${ANY} like '%${iccidOf(n)}%'` },
  };
}

const ANY = `(iccid || ' ' || coalesce(business_number, '') || ' ' || coalesce(mapping_number, '') || ' ' || coalesce(imsi, '') || ' ' || coalesce(imei, '') || ' ' || coalesce(eid, ''))`;

/** Every declared filter and every sort both ways, first and deep page, as who sees all and as an agent with a large subtree. */
export async function* everyQuery(world: BenchWorld, cards: number, turns = 3): AsyncGenerator<Figure> {
  const named = cards.toLocaleString('en');
  const seers = [
    { who: 'platform', ask: world.askWhole, sees: 'true' },
    {
      who: 'agent',
      ask: world.ask,
      sees: `customer_id in (select id from customers.customer where path like '/1/10/%')`,
    },
  ];
  for (const { who, ask, sees } of seers) {
    const figure = async (name: string, path: string, where: string, order: string): Promise<Figure> => {
      const rows = `select c.* from cards.card c where ${sees} and ${where} order by ${order} limit 21`;
      const count = `select count(*) from (select 1 from cards.card c where ${sees} and ${where} limit 100001) t`;
      const bare = () => Promise.all([world.bare.query(rows), world.bare.query(count)]);
      return {
        name: `${named} cards, ${who}, ${name}`,
        ...(await bestOf(
          turns,
          () => timely(ask('GET', path)),
          () => timely(bare()),
        )),
        unit: 'ms',
        goal: 2,
      };
    };
    for (const [name, { query, where }] of Object.entries(filters(cards, world.ctx.clock.now()))) {
      yield await figure(name, `${LIST}&${query}`, where, 'created_at desc, id desc');
    }
    for (const name of sortableNames(cardFields)) {
      for (const [sign, way] of [
        ['', 'asc'],
        ['-', 'desc'],
      ]) {
        const sort = `${LIST}&sort=${sign}${name}`;
        const by = column(name);
        const order = by === 'id' ? `id ${way}` : `${by} ${way}, id ${way}`;
        const there = by === 'id' ? 'true' : `${by} is not null`;
        yield await figure(`by ${sign}${name}, first page`, sort, there, order);
        const { nextCursor } = await ask('GET', `${sort}&pageNum=300`);
        if (nextCursor)
          yield await figure(`by ${sign}${name}, page 301 by cursor`, `${sort}&cursor=${nextCursor}`, there, order);
      }
    }
  }
}

const LIST = '/api/cards/v1/list?pageSize=20';

/** What the server cuts after fifteen seconds counts as that. */
async function timely(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!/50\d0\d|statement timeout/.test(String(error))) throw error;
  });
}
