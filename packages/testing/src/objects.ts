import { sql } from 'kysely';
import type { TestApp } from './app.ts';

/** One object of every kind that belongs to one customer. */
export type Objects = {
  readonly customer: string;
  readonly account: string;
  readonly role: string;
  readonly card: string;
  readonly iccid: string;
  readonly tag: string;
  readonly task: string;
  readonly import: string;
  readonly product: string;
  readonly segment: string;
  /** Numbers an account of it keeps. */
  readonly cardSet: string;
  /** A product of its own in the hands of a child, or of itself where it has none. */
  readonly distribution: string;
  readonly apiKey: string;
  readonly scopeSet: string;
  readonly eid: string;
  readonly codeNumber: string;
  readonly esimImport: string;
  readonly numberImport: string;
  readonly strategy: string;
};

const first = async (world: TestApp, table: string, customerId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where customer_id = ${customerId}::bigint order by id limit 1`.execute(world.db);
  return rows[0]?.id;
};

/** Adds one object of every kind to the demo's data, directly in the rooms' tables. */
export async function objectsOf(world: TestApp, customerId: string): Promise<Objects> {
  const { db, clock, app } = world;
  const { ids } = app.systemContext('objects');
  const now = clock.now();
  const account = await first(world, 'identity.account', customerId);
  const role = await first(world, 'identity.role', customerId);
  if (!account || !role) throw new Error(`Customer ${customerId} has no account or role`);
  const [card, tag, task, batch, carrierAccount] = [ids.next(), ids.next(), ids.next(), ids.next(), '1'];
  const iccid = `8986011${customerId.padStart(3, '0')}${card.slice(-9)}1`;
  await db
    .insertInto('cards.card')
    .values({
      id: card,
      iccid,
      platform: 1,
      sub_type: 1,
      carrier_account_id: carrierAccount,
      kind: 1,
      size: null,
      business_number: null,
      mapping_number: null,
      imsi: null,
      imei: null,
      eid: null,
      carrier_status: 'ACTIVATED',
      lifecycle: 'activated',
      customer_id: customerId,
      product_code: null,
      package_name: null,
      package_ends_at: null,
      pool_code: null,
      activated_at: now,
      service_period_end: null,
      flow_total: null,
      flow_used: null,
      used_today: null,
      voice_total: null,
      voice_used: null,
      sms_total: null,
      sms_used: null,
      usage_at: null,
      last_session_at: null,
      imei_changed_at: null,
      last_sync_at: null,
      pending_action: null,
      pending_to: null,
      pending_since: null,
      import_batch_id: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await db.insertInto('cards.card_identifier').values({ kind: 1, value: iccid, card_id: card }).execute();
  await sql`insert into cards.tag (id, customer_id, name, color, created_at)
    values (${tag}, ${customerId}, ${`标签${customerId}`}, 'blue', ${now})`.execute(db);
  await sql`insert into tasks.task (id, task_no, type_code, action_code, kind, title_zh, title_en, customer_id, account_id,
      account_name, source, is_loaded, created_at)
    values (${task}, ${`T${task}`}, 53, 'edit_remark', 4, '备注', 'Remark', ${customerId}, ${account}, 'x', 'console', true, ${now})`.execute(
    db,
  );
  await sql`insert into card_imports.import_batch (id, batch_no, customer_id, target_customer_id, account_id, account_name,
      carrier_account_id, platform, kind, is_prefix_confirmed, state, file_name, file_bytes, file_sha256, created_at)
    values (${batch}, ${`I${batch}`}, ${customerId}, ${customerId}, ${account}, 'x', ${carrierAccount}, 1, 1, false, 'waiting',
      'x.xlsx', 1, 'x', ${now})`.execute(db);
  await db
    .insertInto('cards.card_remark')
    .values({ card_id: card, remark: `of ${customerId}` })
    .execute();
  const segment = ids.next();
  await sql`insert into card_imports.card_scope (id, customer_id, platform, carrier_account_id, product_code, start_iccid, end_iccid, start_key,
      end_key, numbers, operator, created_at, updated_at)
    values (${segment}, ${customerId}, 1, ${carrierAccount}, 'X', ${iccid}, ${iccid}, ${iccid.slice(0, 19)}, ${iccid.slice(0, 19)}, 1, 'x',
      ${now}, ${now})`.execute(db);
  const cardSet = ids.next();
  await sql`insert into card_batches.card_set (id, customer_id, account_id, account_name, name, is_shared, state, file_name, file_bytes,
      file_sha256, created_at)
    values (${cardSet}, ${customerId}, ${account}, 'x', ${`号码集${cardSet}`}, true, 'ready', 'x.csv', 1, 'x', ${now})`.execute(
    db,
  );
  const [apiKey, scopeSet] = [ids.next(), ids.next()];
  await sql`insert into open_api.scope_set (id, customer_id, name, scopes, created_at, updated_at)
    values (${scopeSet}, ${customerId}, 'x', '{card.read}', ${now}, ${now})`.execute(db);
  await sql`insert into open_api.api_key (id, customer_id, account_id, account_name, name, app_key, scope_set_id, created_at, updated_at)
    values (${apiKey}, ${customerId}, ${account}, 'x', 'x', ${`ck_${apiKey}`}, ${scopeSet}, ${now}, ${now})`.execute(
    db,
  );
  const esim = await esimOf(world, customerId, account);
  const sold = await productOf(world, customerId, carrierAccount);
  return {
    customer: customerId,
    account,
    role,
    card,
    iccid,
    tag,
    task,
    import: batch,
    segment,
    cardSet,
    apiKey,
    scopeSet,
    ...esim,
    ...sold,
  };
}

const RULE = {
  triggers: ['firstBoot'],
  countries: ['GB'],
  minutes: 30,
  days: 90,
  choices: [{ profileType: 'GLOBAL', country: null, carrierAccountId: null }],
};

/** A chip, a code number in stock, and a batch of either that waits to be decided on. */
async function esimOf({ db, clock, app }: TestApp, customerId: string, account: string) {
  const { ids } = app.systemContext('objects');
  const now = clock.now();
  const [codeNumber, esimImport, numberImport, chip] = [ids.next(), ids.next(), ids.next(), ids.next()];
  const eid = `8904903200${customerId.padStart(5, '0')}${chip.slice(-17).padStart(17, '0')}`;
  const iccid = `8944201${customerId.padStart(3, '0')}${codeNumber.slice(-9)}1`;
  await sql`insert into cards.card (id, iccid, platform, carrier_account_id, kind, carrier_status, lifecycle, customer_id,
      created_at, updated_at)
    values (${codeNumber}, ${iccid}, 6, 1, 4, 'INVENTORY', 'unactivated', ${customerId}, ${now}, ${now})`.execute(db);
  await sql`insert into esim.code_number (card_id, iccid, profile_type, platform, country, carrier_account_id, smdp_account_id,
      enable_state, rsp_state, imported_at, state_at)
    values (${codeNumber}, ${iccid}, 'GLOBAL', 6, 'GB', 1, 1, 0, 'Available', ${now}, ${now})`.execute(db);
  await sql`insert into esim.chip (eid, id, architecture, customer_id, carrier_account_id, state, created_at, updated_at)
    values (${eid}, ${chip}, 'iot', ${customerId}, 1, 'INVENTORY', ${now}, ${now})`.execute(db);
  const waiting = (id: string, content: 'chips' | 'numbers') =>
    sql`insert into esim.import_batch (id, batch_no, content, customer_id, target_customer_id, account_id, account_name,
      carrier_account_id, state, file_name, file_bytes, file_sha256, created_at)
    values (${id}, ${`E${id}`}, ${content}, ${customerId}, ${customerId}, ${account}, 'x', 1, 'waiting', 'x.xlsx', 1, 'x',
      ${now})`.execute(db);
  await waiting(esimImport, 'chips');
  await waiting(numberImport, 'numbers');
  const strategy = ids.next();
  await sql`insert into esim_operations.strategy (id, customer_id, name, state, reach, rules, created_at, updated_at)
    values (${strategy}, ${customerId}, ${`策略${strategy}`}, 'draft',
      '{"customerIds": [], "productCodes": [], "tagIds": []}', ${JSON.stringify([RULE])}::jsonb, ${now}, ${now})`.execute(
    db,
  );
  return { eid, codeNumber, esimImport, numberImport, strategy };
}

async function productOf({ db, clock, app }: TestApp, customerId: string, accountId: string) {
  const { ids } = app.systemContext('objects');
  const now = clock.now();
  const { rows } = await sql<{ id: string }>`
    select id from customers.customer where parent_id = ${customerId}::bigint order by id limit 1`.execute(db);
  const make = async (childId?: string) => {
    const [product, own, given] = [ids.next(), ids.next(), ids.next()];
    await sql`insert into catalogue.product (id, customer_id, code, name, platform, carrier_account_id, kind, sizes,
        communication_plan, business_mode, imei_lock, test_days, silent_days, state, created_at, updated_at)
      values (${product}, ${customerId}, ${`OBJ-${product}`}, '产品', 1, ${accountId}, 1, '{1}', 'PLAN', 2, 'none', 0, 0, 'on',
        ${now}, ${now})`.execute(db);
    const give = (id: string, to: string, from: string | null) =>
      sql`
      insert into catalogue.product_distribution (id, product_id, customer_id, from_customer_id, state, given_at, updated_at)
      values (${id}, ${product}, ${to}, ${from}, 'on', ${now}, ${now})`.execute(db);
    await give(own, customerId, null);
    if (!childId) return { product, distribution: own };
    await give(given, childId, customerId);
    await sql`insert into catalogue.card_price (distribution_id, effective_at, reserve_price, min_price, created_at)
      values (${given}, ${now}, 100, 100, ${now})`.execute(db);
    return { product, distribution: given };
  };
  // A distributed product is not foreign to the child; the product itself stays with its maker.
  const { product } = await make();
  return { product, distribution: (await make(rows[0]?.id)).distribution };
}

const WATCHED: readonly (readonly [table: string, without: string])[] = [
  ['customers.customer', 'last_sign_in_at'],
  ['identity.account', 'last_login_at,last_login_address,last_seen_at,login_count'],
  ['identity.role', ''],
  ['identity.account_role', ''],
  ['cards.card', ''],
  ['cards.tag', ''],
  ['cards.card_tag', ''],
  ['card_imports.import_batch', ''],
  ['card_imports.card_scope', ''],
  ['card_batches.card_set', ''],
  ['catalogue.product', ''],
  ['catalogue.product_distribution', ''],
  ['tasks.task', ''],
  ['esim.chip', ''],
  ['esim.code_number', ''],
  ['esim.import_batch', ''],
  ['esim_operations.strategy', ''],
  ['open_api.api_key', ''],
  ['open_api.scope_set', ''],
  ['open_api.customer_grant', ''],
];

/** All affected rows as texts: unchanged rows compare equal. */
export async function watchedRows(world: TestApp): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [table, without] of WATCHED) {
    const { rows } = await sql<{ hash: string }>`
      select md5(coalesce(string_agg(line, ',' order by line), '')) as hash
      from (select (to_jsonb(t) - string_to_array(${without}, ','))::text as line from ${sql.table(table)} t) lines`.execute(
      world.db,
    );
    found[table] = rows[0]?.hash ?? '';
  }
  return found;
}
