import { OperationType } from '@cardinal/contract/tasks/operationTypes.ts';
import { sql } from 'kysely';
import type { TestApp } from './app.ts';
import { cashOutsOf } from './cashOutObjects.ts';
import type { IdKind } from './idKinds.ts';
import { moneyOf } from './moneyObjects.ts';
import { paymentsOf } from './paymentObjects.ts';
import { pushesOf } from './pushObjects.ts';
import { retailOf } from './retailObjects.ts';
import {
  allocationOf,
  codesOf,
  flowPoolOf,
  orderOf,
  packageOf,
  poolOf,
  productOf,
  shopStatementOf,
  sourceOf,
} from './soldObjects.ts';
import { deductionsOf, speedLimitOf, strategiesOf } from './strategyObjects.ts';

/** One object of every kind that belongs to one customer. */
export type Objects = Readonly<Record<IdKind, string>>;

const first = async (world: TestApp, table: string, customerId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where customer_id = ${customerId}::bigint order by id limit 1`.execute(world.db);
  return rows[0]?.id;
};

/** Writes a row of a room's table directly. What the table demands and `given` leaves out gets a value of its type. */
async function insertRow({ db, clock }: TestApp, table: string, given: Readonly<Record<string, unknown>>) {
  const [schema, name] = table.split('.');
  const { rows } = await sql<{ column: string; type: string }>`
    select column_name as column, data_type as type from information_schema.columns
    where table_schema = ${schema} and table_name = ${name} and is_nullable = 'NO' and column_default is null
      and is_generated = 'NEVER'`.execute(db);
  const now = clock.now();
  const plain: Readonly<Record<string, unknown>> = {
    'timestamp with time zone': now,
    date: now,
    boolean: false,
    jsonb: '{}',
    ARRAY: '{}',
    text: 'x',
    bytea: Buffer.from('x'),
  };
  const values = { ...Object.fromEntries(rows.map(({ column, type }) => [column, plain[type] ?? 1])), ...given };
  await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(values).map((each) => sql.ref(each)))})
    values (${sql.join(Object.values(values))})`.execute(db);
}

export type Add = (table: string, given?: Readonly<Record<string, unknown>>) => Promise<string>;

/** Adds one object of every kind to the demo's data, directly in the rooms' tables. */
export async function objectsOf(world: TestApp, customerId: string): Promise<Objects> {
  const { app, clock } = world;
  const { ids } = app.systemContext('objects');
  const now = clock.now();
  const later = new Date(now.getTime() + 86_400_000);
  const account = await first(world, 'identity.account', customerId);
  const role = await first(world, 'identity.role', customerId);
  if (!account || !role) throw new Error(`Customer ${customerId} has no account or role`);
  const add: Add = async (table, given = {}) => {
    const id = ids.next();
    await insertRow(world, table, { id, ...given });
    return id;
  };
  const ofCustomer = { customer_id: customerId };
  const ofAccount = { ...ofCustomer, account_id: account };
  const carrierAccount = await add('carriers.account', {
    ...ofCustomer,
    name: `objects of ${customerId}`,
    adapter: 'jasper',
    state: 'paused',
    base_url: 'http://127.0.0.1:1',
    zone: 'Asia/Shanghai',
    currency: 'CNY',
  });
  const cards = await cardOf(world, customerId, account, carrierAccount);
  const task = await add('tasks.task', {
    ...ofAccount,
    task_no: `T${cards.card}`,
    type_code: 53,
    action_code: 'edit_remark',
    kind: 4,
    source: 'console',
    is_loaded: true,
  });
  await insertRow(world, 'tasks.task_item', { task_id: task, seq: 1, target: cards.iccid, target_id: cards.card });
  // The balances to clear of a task stand under its id.
  await insertRow(world, 'orders.balance_clearing', {
    id: task,
    customer_id: customerId,
    currency: 'CNY',
    reason: 'x',
  });
  const download = { number: `D${task}`, path: `path-of-${task}` };
  const batchNo = `I${task}`;
  const notice = await add('notices.notice', { ...ofAccount, kind: 'announcement', audience: 'all' });
  const received = { ...ofAccount, source: `notice:${notice}`, notice_id: notice, kind: 'announcement' };
  const appKey = `ck_${task}`;
  const scopeSet = await add('open_api.scope_set', { ...ofCustomer, scopes: '{card.read}' });
  await insertRow(world, 'customers.licence', { ...ofCustomer, type: 'image/png' });
  const sold = {
    customerId,
    child: await childOf(world, customerId),
    add,
    newId: () => ids.next(),
    insert: (table: string, row: Readonly<Record<string, unknown>>) => insertRow(world, table, row),
  };
  const packages = await packageOf(sold);
  const order = { package_id: packages.package, card_id: cards.card, iccid: cards.iccid };
  const payments = await paymentsOf(world, customerId, add);
  return {
    customer: customerId,
    account,
    role,
    carrierAccount,
    task,
    taskNo: `T${cards.card}`,
    notice,
    appKey,
    scopeSet,
    batchNo,
    downloadNo: download.number,
    downloadPath: download.path,
    session: await add('identity.session', { ...ofAccount, token_hash: Buffer.from(task), expires_at: later }),
    address: await add('customers.address', ofCustomer),
    menuSet: await add('identity.menu_set', { ...ofCustomer, entries: '[]', name: `菜单${customerId}` }),
    identityProvider: await add('single_sign_on.provider', {
      ...ofCustomer,
      name: '身份提供方',
      role_map: '[]',
      scopes: 'openid',
      issuer: 'https://id.example.com',
      console_origin: 'https://iot.example.com',
      is_enabled: true,
    }),
    tag: await add('cards.tag', { ...ofCustomer, name: `标签${customerId}`, color: 'blue' }),
    download: await add('tasks.download', {
      ...ofAccount,
      task_id: task,
      download_no: download.number,
      list: 'tasks.list',
      format: 'csv',
      path: download.path,
      state: 'ready',
      expires_at: later,
    }),
    difference: await add('carrier_sync.carrier_difference', {
      ...ofCustomer,
      card_id: cards.card,
      iccid: cards.iccid,
      carrier_account_id: carrierAccount,
      kind: 'status',
    }),
    unmatchedCard: await add('card_imports.unmatched_carrier_card', {
      carrier_account_id: carrierAccount,
      iccid: `8986019${task.slice(-12)}1`,
    }),
    communicationPlan: await add('card_commands.plan', { ...ofCustomer, carrier_account_id: carrierAccount }),
    import: await add('card_imports.import_batch', {
      ...ofAccount,
      batch_no: batchNo,
      target_customer_id: customerId,
      carrier_account_id: carrierAccount,
      state: 'waiting',
    }),
    priceSheet: await add('packages.import_batch', {
      ...ofAccount,
      batch_no: `P${task}`,
      target_customer_id: customerId,
      state: 'waiting',
    }),
    segment: await add('card_imports.card_scope', {
      ...ofCustomer,
      carrier_account_id: carrierAccount,
      start_iccid: cards.iccid,
      end_iccid: cards.iccid,
      start_key: cards.iccid.slice(0, 19),
      end_key: cards.iccid.slice(0, 19),
    }),
    subscription: await add('engines.subscription', { ...ofCustomer, engine_id: 1, ends_at: later, off_at: later }),
    cardSet: await add('card_batches.card_set', {
      ...ofAccount,
      name: `号码集${task}`,
      is_shared: true,
      state: 'ready',
    }),
    preview: await add('card_batches.selection_preview', { ...ofAccount, action: 'edit_remark', expires_at: later }),
    selectionFile: await add('card_batches.selection_file', { account_id: account }),
    lookup: await add('card_lookups.online_lookup', {
      ...ofCustomer,
      card_id: cards.card,
      iccid: cards.iccid,
      task_id: task,
      depth: 'online',
      state: 'done',
    }),
    apiKey: await add('open_api.api_key', { ...ofAccount, app_key: appKey, scope_set_id: scopeSet }),
    receivedNotice: await add('notices.receipt', received),
    picture: await add('notices.picture', { ...ofAccount, type: 'image/png' }),
    ...(await strategiesOf(customerId, packages.package, add)),
    speedLimit: await speedLimitOf(customerId, carrierAccount, cards.card, add),
    ...(await pushesOf(customerId, add)),
    ...(await deductionsOf(customerId, cards.card, add, sold.insert)),
    ...cards,
    ...(await moneyOf(world, customerId, task, add)),
    ...payments,
    ...(await cashOutsOf(world, customerId, add)),
    ...(await esimOf(world, customerId, account, add)),
    ...(await allocationOf(customerId, cards.card, now, add)),
    ...(await poolOf(customerId, cards.card, now, later, add)),
    ...(await flowPoolOf(customerId, add)),
    ...(await productOf(sold, carrierAccount)),
    ...packages,
    ...(await codesOf(sold, packages.package)),
    ...(await shopStatementOf(sold, account)),
    ...(await orderOf(sold, order)),
    ...(await sourceOf(customerId, add)),
    ...(await retailOf(customerId, { ...cards, package: packages.package, merchant: payments.merchant }, add)),
  };
}

/** A card with all its numbers, a remark and one line of history. */
async function cardOf(world: TestApp, customerId: string, account: string, carrierAccount: string) {
  const { ids } = world.app.systemContext('objects');
  const card = ids.next();
  const tail = `${customerId.padStart(3, '0')}${card.slice(-9)}`;
  const numbers = { iccid: `8986011${tail}1`, businessNumber: `1064${tail}`, mappingNumber: `1065${tail}` };
  await insertRow(world, 'cards.card', {
    id: card,
    iccid: numbers.iccid,
    business_number: numbers.businessNumber,
    mapping_number: numbers.mappingNumber,
    carrier_account_id: carrierAccount,
    carrier_status: 'ACTIVATED',
    lifecycle: 'activated',
    customer_id: customerId,
  });
  for (const [kind, value] of [
    [1, numbers.iccid],
    [2, numbers.businessNumber],
    [3, numbers.mappingNumber],
  ] as const)
    await insertRow(world, 'cards.card_identifier', { kind, value, card_id: card });
  await insertRow(world, 'cards.card_remark', { card_id: card, remark: `of ${customerId}` });
  const cardEvent = ids.next();
  await insertRow(world, 'cards.card_event', {
    id: cardEvent,
    card_id: card,
    iccid: numbers.iccid,
    customer_id: customerId,
    operation_type: OperationType.values.EditRemark,
    action: 'edit_remark',
    result: 'refused',
    source: 'console',
    actor_account_id: account,
    actor_customer_id: customerId,
  });
  return { card, ...numbers, cardEvent };
}

const RULE = {
  triggers: ['firstBoot'],
  countries: ['GB'],
  minutes: 30,
  days: 90,
  choices: [{ profileType: 'GLOBAL', country: null, carrierAccountId: null }],
};

/** A chip with a failed operation, a code number in stock, and a batch of either that waits to be decided on. */
async function esimOf(world: TestApp, customerId: string, account: string, add: Add) {
  const ofAccount = { customer_id: customerId, account_id: account };
  const codeNumber = world.app.systemContext('objects').ids.next();
  const chip = codeNumber.slice(-17).padStart(17, '0');
  const eid = `8904903200${customerId.padStart(5, '0')}${chip}`;
  const iccid = `8944201${customerId.padStart(3, '0')}${codeNumber.slice(-9)}1`;
  await insertRow(world, 'cards.card', {
    id: codeNumber,
    iccid,
    platform: 6,
    kind: 4,
    carrier_status: 'INVENTORY',
    lifecycle: 'unactivated',
    customer_id: customerId,
  });
  await insertRow(world, 'esim.code_number', {
    card_id: codeNumber,
    iccid,
    profile_type: 'GLOBAL',
    platform: 6,
    country: 'GB',
    enable_state: 0,
    rsp_state: 'Available',
  });
  await add('esim.chip', { eid, architecture: 'iot', customer_id: customerId, state: 'INVENTORY' });
  const waiting = (content: 'chips' | 'numbers', batch_no: string) =>
    add('esim.import_batch', { ...ofAccount, batch_no, content, target_customer_id: customerId, state: 'waiting' });
  const esimBatchNo = `E${codeNumber}`;
  return {
    eid,
    codeNumber,
    esimBatchNo,
    esimImport: await waiting('chips', esimBatchNo),
    numberImport: await waiting('numbers', `N${codeNumber}`),
    strategy: await add('esim_operations.strategy', {
      customer_id: customerId,
      name: `策略${codeNumber}`,
      state: 'draft',
      reach: '{"customerIds": [], "productCodes": [], "tagIds": []}',
      rules: JSON.stringify([RULE]),
    }),
    esimOperation: await add('esim_operations.operation', {
      eid,
      customer_id: customerId,
      card_id: codeNumber,
      iccid,
      kind: 'download',
      state: 'failed',
    }),
  };
}

const childOf = async (world: TestApp, customerId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select id from customers.customer where parent_id = ${customerId}::bigint order by id limit 1`.execute(world.db);
  return rows[0]?.id;
};
