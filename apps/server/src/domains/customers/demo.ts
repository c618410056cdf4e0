import type { CustomerKind, Edition } from '@cardinal/contract/enumerations/customer.ts';
import type { Random } from '@cardinal/primitives/random.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { personName, phoneNumber } from '../../demo/demoPeople.ts';
import type { Ctx } from '../../framework/context.ts';
import { seedAddresses } from './addresses/demoAddresses.ts';
import { pathBelow } from './customerRules.ts';
import { bumpTreeVersion, type CustomerRow } from './customerStore.ts';

type Node = {
  id: string;
  parentId: string | null;
  kind: CustomerKind;
  name: Text;
  code: string;
  editions: Edition[];
};

const BOTH: Edition[] = ['consumer', 'enterprise'];

/** Customers that the rest of the demo refers to; their ids never change. */
const FIXED: readonly Node[] = [
  {
    id: '1',
    parentId: null,
    kind: 'PLATFORM',
    name: text('卡枢平台', 'Cardinal Platform'),
    code: 'CARDINAL',
    editions: BOTH,
  },
  {
    id: '3',
    parentId: '1',
    kind: 'AGENT',
    name: text('小程序业务', 'Mini-app business'),
    code: 'MINIAPP',
    editions: BOTH,
  },
  { id: '10', parentId: '1', kind: 'AGENT', name: text('甲代理', 'Agent A'), code: 'AGENT-A', editions: BOTH },
  {
    id: '11',
    parentId: '10',
    kind: 'AGENT',
    name: text('甲代理华东分部', 'Agent A, East branch'),
    code: 'A-EAST',
    editions: ['enterprise'],
  },
  {
    id: '12',
    parentId: '10',
    kind: 'ENTERPRISE',
    name: text('安途车联科技', 'Antu Sample Vehicles'),
    code: 'A-ANTU',
    editions: ['enterprise'],
  },
  {
    id: '20',
    parentId: '1',
    kind: 'AGENT',
    name: text('乙代理', 'Agent B'),
    code: 'AGENT-B',
    editions: ['enterprise'],
  },
];

const PLACES = [
  text('杭州', 'Northport '),
  text('深圳', 'Eastfield '),
  text('成都', 'Southmoor '),
  text('苏州', 'Westhaven '),
  text('武汉', 'Riverton '),
  text('青岛', 'Lakeside '),
  text('厦门', 'Hillcrest '),
  text('合肥', 'Oakdale '),
  text('西安', 'Elmwood '),
  text('长沙', 'Fairview '),
  text('宁波', 'Stonebridge '),
  text('佛山', 'Greenford '),
] as const;
const WORDS = [
  text('云联', 'Acme '),
  text('智芯', 'Example '),
  text('远航', 'Sample '),
  text('恒信', 'Specimen '),
  text('天穹', 'Mirage '),
  text('海川', 'Fable '),
  text('星途', 'Storybook '),
  text('启明', 'Pretend '),
  text('绿能', 'Imaginary '),
  text('安行', 'Paper '),
  text('博睿', 'Cardboard '),
  text('蓝鲸', 'Toybox '),
  text('众合', 'Notional '),
  text('极光', 'Daydream '),
  text('长风', 'Puppet '),
  text('鼎新', 'Cartoon '),
] as const;
const AGENT_TRADES = [
  text('物联', 'IoT'),
  text('通信', 'Telecom'),
  text('信息科技', 'Systems'),
  text('网络科技', 'Networks'),
] as const;
const ENTERPRISE_TRADES = [
  text('共享单车', 'bike sharing'),
  text('智能电表', 'smart meters'),
  text('车载终端', 'vehicle units'),
  text('冷链物流', 'cold chain'),
  text('智慧农业', 'smart farming'),
  text('充电桩', 'chargers'),
  text('安防监控', 'security'),
  text('自动售货', 'vending'),
  text('环境监测', 'sensors'),
  text('资产定位', 'asset tracking'),
] as const;
const pick = <T>(random: Random, from: readonly T[]): T => from[random.int(from.length)]!;
/** How many enterprises are below which customer; agents without an id are created first. */
const AGENTS_BELOW: readonly (readonly [string, number])[] = [
  ['1', 5],
  ['10', 2],
  ['20', 2],
];

/** The demo's agent that settles in dollars, with all below it. */
const ABROAD = '104';

const addressOf = (place: Text, house: number): Text =>
  text(`${place.zh}市演示区样例路${house}号`, `${house} Sample Road, ${place.en}`.trim());
/** Said to be made up, wherever it is printed. */
const licence = (name: Text): Text => text(`${name.zh}（演示）有限公司`, `${name.en} (demo) Ltd`);

function grownNodes(random: Random): Node[] {
  let next = 100;
  const used = new Set<string>();
  const made: Node[] = [];
  const grow = (parent: Pick<Node, 'id' | 'editions'>, kind: CustomerKind) => {
    const trades = kind === 'AGENT' ? AGENT_TRADES : ENTERPRISE_TRADES;
    let name: Text;
    do {
      const parts = [pick(random, PLACES), pick(random, WORDS), pick(random, trades)];
      name = text(parts.map(({ zh }) => zh).join(''), parts.map(({ en }) => en).join(''));
    } while (used.has(name.zh));
    used.add(name.zh);
    const id = String(next++);
    const editions: Edition[] = kind === 'AGENT' && random.int(3) === 0 ? parent.editions : ['enterprise'];
    const node: Node = { id, parentId: parent.id, kind, name, code: `C${id}`, editions };
    made.push(node);
    return node;
  };
  const agents: Pick<Node, 'id' | 'editions'>[] = FIXED.filter((node) => node.kind === 'AGENT' && node.id !== '3');
  for (const [parentId, count] of AGENTS_BELOW) {
    const parent = FIXED.find((node) => node.id === parentId)!;
    for (let n = 0; n < count; n += 1) agents.push(grow(parent, 'AGENT'));
  }
  for (const agent of agents) for (let n = 0; n < 2 + random.int(4); n += 1) grow(agent, 'ENTERPRISE');
  return made;
}

/** The demo's customer tree: six fixed customers and some fifty more, the same on every machine. */
export async function seedDemo(ctx: Ctx): Promise<void> {
  const random = seededRandom('demo customers');
  const nodes = [...FIXED, ...grownNodes(random)];
  const paths = new Map<string, string>();
  const rows = nodes.map((node, at): CustomerRow => {
    const parentPath = node.parentId ? (paths.get(node.parentId) ?? '/') : '/';
    const path = pathBelow(parentPath, node.id);
    paths.set(node.id, path);
    const daysAgo = 720 - at * 11 + random.int(8);
    const createdAt = new Date(ctx.clock.now().getTime() - daysAgo * 86_400_000);
    const name = say(node.name, ctx.language);
    const isPlatform = node.kind === 'PLATFORM';
    return {
      id: node.id,
      parent_id: node.parentId,
      path,
      level: path.split('/').length - 2,
      kind: node.kind,
      name,
      code: node.code,
      editions: node.editions,
      business_mode: isPlatform ? 2 : pick(random, [1, 1, 2, 3] as const),
      settlement_mode: node.kind === 'AGENT' && random.int(3) === 0 ? 'postpaid' : 'prepaid',
      currency: paths.get(node.id)?.startsWith(`/1/${ABROAD}/`) ? 'USD' : 'CNY',
      // A few are disabled, so that this state occurs.
      status: Number(node.id) >= 100 && random.int(14) === 0 ? 0 : 1,
      sessions_from: null,
      last_sign_in_at: null,
      contact_name: personName(random, ctx.language),
      contact_phone: phoneNumber(random),
      contact_email: `${node.code.toLowerCase()}@example.com`,
      contact_address: say(addressOf(pick(random, PLACES), 1 + random.int(200)), ctx.language),
      licence_name: say(licence(node.name), ctx.language),
      licence_code: `9133${String(random.int(1_000_000_000)).padStart(9, '0')}${String(random.int(10_000)).padStart(4, '0')}X`,
      salesperson: isPlatform ? null : personName(random, ctx.language),
      remark: null,
      version: 1,
      created_at: createdAt,
      updated_at: createdAt,
    };
  });
  await ctx.db.insertInto('customers.customer').values(rows).execute();
  await bumpTreeVersion(ctx.db);
  await seedAddresses(ctx);
}
