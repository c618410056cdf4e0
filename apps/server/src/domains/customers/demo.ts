import type { CustomerKind, Edition } from '@cardinal/contract/enumerations/customer.ts';
import type { Random } from '@cardinal/primitives/random.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { personName, phoneNumber } from '../../demo/demoPeople.ts';
import type { Ctx } from '../../framework/context.ts';
import { seedAddresses } from './addresses/demoAddresses.ts';
import { pathBelow } from './customerRules.ts';
import { bumpTreeVersion, type CustomerRow } from './customerStore.ts';

type Node = {
  id: string;
  parentId: string | null;
  kind: CustomerKind;
  name: string;
  code: string;
  editions: Edition[];
};

const BOTH: Edition[] = ['consumer', 'enterprise'];

/** Customers that the rest of the demo refers to; their ids never change. */
const FIXED: readonly Node[] = [
  { id: '1', parentId: null, kind: 'PLATFORM', name: '卡枢平台', code: 'CARDINAL', editions: BOTH },
  { id: '3', parentId: '1', kind: 'AGENT', name: '小程序业务', code: 'MINIAPP', editions: BOTH },
  { id: '10', parentId: '1', kind: 'AGENT', name: '甲代理', code: 'AGENT-A', editions: BOTH },
  { id: '11', parentId: '10', kind: 'AGENT', name: '甲代理华东分部', code: 'A-EAST', editions: ['enterprise'] },
  { id: '12', parentId: '10', kind: 'ENTERPRISE', name: '安途车联科技', code: 'A-ANTU', editions: ['enterprise'] },
  { id: '20', parentId: '1', kind: 'AGENT', name: '乙代理', code: 'AGENT-B', editions: ['enterprise'] },
];

const PLACES = [
  '杭州',
  '深圳',
  '成都',
  '苏州',
  '武汉',
  '青岛',
  '厦门',
  '合肥',
  '西安',
  '长沙',
  '宁波',
  '佛山',
] as const;
const WORDS = [
  '云联',
  '智芯',
  '远航',
  '恒信',
  '天穹',
  '海川',
  '星途',
  '启明',
  '绿能',
  '安行',
  '博睿',
  '蓝鲸',
  '众合',
  '极光',
  '长风',
  '鼎新',
] as const;
const AGENT_TRADES = ['物联', '通信', '信息科技', '网络科技'] as const;
const ENTERPRISE_TRADES = [
  '共享单车',
  '智能电表',
  '车载终端',
  '冷链物流',
  '智慧农业',
  '充电桩',
  '安防监控',
  '自动售货',
  '环境监测',
  '资产定位',
] as const;
const pick = <T>(random: Random, from: readonly T[]): T => from[random.int(from.length)]!;
/** How many enterprises are below which customer; agents without an id are created first. */
const AGENTS_BELOW: readonly (readonly [string, number])[] = [
  ['1', 5],
  ['10', 2],
  ['20', 2],
];

function grownNodes(random: Random): Node[] {
  let next = 100;
  const used = new Set<string>();
  const made: Node[] = [];
  const grow = (parent: Pick<Node, 'id' | 'editions'>, kind: CustomerKind) => {
    const trades = kind === 'AGENT' ? AGENT_TRADES : ENTERPRISE_TRADES;
    let name = '';
    do name = `${pick(random, PLACES)}${pick(random, WORDS)}${pick(random, trades)}`;
    while (used.has(name));
    used.add(name);
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
    const isPlatform = node.kind === 'PLATFORM';
    return {
      id: node.id,
      parent_id: node.parentId,
      path,
      level: path.split('/').length - 2,
      kind: node.kind,
      name: node.name,
      code: node.code,
      editions: node.editions,
      business_mode: isPlatform ? 2 : pick(random, [1, 1, 2, 3] as const),
      settlement_mode: node.kind === 'AGENT' && random.int(3) === 0 ? 'postpaid' : 'prepaid',
      // A few are disabled, so that this state occurs.
      status: Number(node.id) >= 100 && random.int(14) === 0 ? 0 : 1,
      sessions_from: null,
      last_sign_in_at: null,
      contact_name: personName(random),
      contact_phone: phoneNumber(random),
      contact_email: `${node.code.toLowerCase()}@example.com`,
      contact_address: `${pick(random, PLACES)}市高新区创新路${1 + random.int(200)}号`,
      licence_name: `${node.name}有限公司`,
      licence_code: `9133${String(random.int(1_000_000_000)).padStart(9, '0')}${String(random.int(10_000)).padStart(4, '0')}X`,
      salesperson: isPlatform ? null : personName(random),
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
