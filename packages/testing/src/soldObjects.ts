import type { Add } from './objects.ts';

/** Who has things to sell, and to whom. */
type Seller = {
  readonly customerId: string;
  readonly child: string | undefined;
  readonly add: Add;
  readonly newId: () => string;
  readonly insert: (table: string, row: Readonly<Record<string, unknown>>) => Promise<unknown>;
};

const MONTHLY = {
  flow_direction: 'general',
  validity_unit: 1,
  validity_count: 1,
  boundary: 1,
  reset: 1,
  effective_type: 0,
  refund_rule: 'none',
};

const PRICED = { reserve_price: 100, min_price: 100, suggest_price: 100, currency: 'CNY' };

/** A package it keeps, and one it gave to a child. As with products, what a child was given is not foreign to it. */
export async function packageOf({ customerId, child, add, newId, insert }: Seller) {
  const make = async (code: string, more: Readonly<Record<string, unknown>> = { origin: 'system' }) => {
    const version = newId();
    const made = await add('packages.package', {
      customer_id: customerId,
      code: `OBJ-${code}-${customerId}`,
      type: 'month',
      label: 'none',
      mode: 1,
      channels: '{}',
      currency: 'CNY',
      current_version_id: version,
      ...more,
    });
    await insert('packages.package_version', { ...MONTHLY, id: version, package_id: made });
    return { made, own: await give(made, customerId, null) };
  };
  const give = (package_id: string, to: string, from_customer_id: string | null, way = 'resale') =>
    add('packages.package_distribution', { package_id, customer_id: to, from_customer_id, state: 'on', way });
  const kept = await make('KEPT');
  const { made: virtualPackage } = await make('VIRTUAL', { origin: 'virtual' });
  const { made: customPackage } = await make('CUSTOM', { origin: 'custom', base_package_id: kept.made });
  const forPools = { origin: 'system', type: 'flow', mode: 2 };
  const pooled = await make('POOLED', forPools);
  const made = { package: kept.made, customPackage, virtualPackage, poolPackage: pooled.made };
  if (!child) return { ...made, packageDistribution: kept.own, packageShare: kept.own, poolDistribution: pooled.own };
  const poolDistribution = await give((await make('POURED', forPools)).made, child, customerId);
  await insert('packages.package_price', { ...PRICED, distribution_id: poolDistribution });
  const given = await make('GIVEN');
  const packageDistribution = await give(given.made, child, customerId);
  await insert('packages.package_price', { ...PRICED, distribution_id: packageDistribution });
  const packageShare = await give((await make('SHARED')).made, child, customerId, 'share');
  await insert('packages.package_price', {
    distribution_id: packageShare,
    retail_price: 200,
    share_kind: 'margin',
    share_value: 2_000,
    currency: 'CNY',
  });
  return { ...made, packageDistribution, packageShare, poolDistribution };
}

/** An offer, a batch of codes and a code that it sold to itself, so that they are nobody else's. */
export async function codesOf({ customerId, add }: Seller, packageId: string) {
  const both = { seller_id: customerId, customer_id: customerId };
  const sold = { package_id: packageId, currency: 'CNY', expiry: 'refund' };
  const groupBuyOfferNo = `GOBJ${customerId}`;
  const groupBuyOffer = await add('group_buys.offer', {
    ...sold,
    customer_id: customerId,
    offer_no: groupBuyOfferNo,
    steps: '[{"from":1,"price":"900"}]',
    is_on: true,
  });
  const codeBatchNo = `BOBJ${customerId}`;
  const codeBatch = await add('group_buys.batch', {
    ...sold,
    ...both,
    batch_no: codeBatchNo,
    offer_id: groupBuyOffer,
    chain: '[]',
    price: 900,
    state: 'issued',
    count: 10,
    task_id: customerId,
    expires_at: new Date(4_102_444_800_000),
  });
  const redeemCodeNo = `${codeBatchNo}-00001`;
  const redeemCode = await add('group_buys.code', {
    ...both,
    batch_id: codeBatch,
    code_no: redeemCodeNo,
    hash: `hash of ${customerId}`,
    mask: '****-****-****-0000',
    state: 'unused',
  });
  return { groupBuyOffer, groupBuyOfferNo, codeBatch, codeBatchNo, redeemCode, redeemCodeNo };
}

/** A statement of a shop that waits, and a difference that another one found. */
export async function shopStatementOf({ customerId, add, newId }: Seller, account: string) {
  const sold = { customer_id: customerId, sales_platform: 1, currency: 'CNY' };
  const channelStatementNo = `SOBJ${customerId}`;
  const channelStatement = await add('channel_statements.import_batch', {
    ...sold,
    batch_no: channelStatementNo,
    target_customer_id: customerId,
    account_id: account,
    state: 'waiting',
    choice: null,
    period_from: '2026-11-01',
    period_to: '2026-11-30',
  });
  const channelDifferenceNo = `QOBJ${customerId}`;
  const channelDifference = await add('channel_statements.difference', {
    ...sold,
    number: channelDifferenceNo,
    kind: 'missingThere',
    order_id: newId(),
  });
  return { channelStatement, channelStatementNo, channelDifference, channelDifferenceNo };
}

export async function productOf({ customerId, child, add, insert }: Seller, carrierAccount: string) {
  const give = (product_id: string, to: string, from_customer_id: string | null) =>
    add('catalogue.product_distribution', { product_id, customer_id: to, from_customer_id, state: 'on' });
  const make = async (code: string, channel: string) => {
    const product = await add('catalogue.product', {
      customer_id: customerId,
      code: `OBJ-${code}-${customerId}`,
      carrier_account_id: channel,
      sizes: '{1}',
      business_mode: 2,
      imei_lock: 'none',
      state: 'on',
    });
    return { product, own: await give(product, customerId, null) };
  };
  // A distributed product is not foreign to the child; the product itself stays with its maker.
  const { product } = await make('KEPT', carrierAccount);
  // Whoever gets a product is shown its channel, so that channel is foreign to nobody.
  const given = await make('GIVEN', '1');
  if (!child) return { product, distribution: given.own };
  const distribution = await give(given.product, child, customerId);
  await insert('catalogue.card_price', {
    distribution_id: distribution,
    reserve_price: 100,
    min_price: 100,
    currency: 'CNY',
  });
  return { product, distribution };
}

/** An order of a package for a card by a system, delivered, earned with and unsubscribed; and what was put on that card. */
export async function orderOf(
  { customerId, child, add, newId, insert }: Seller,
  { package_id, card_id, iccid }: { package_id: string; card_id: string; iccid: string },
) {
  const own = { customer_id: customerId, package_id, package_type: 'month' };
  const onCard = { customer_id: customerId, card_id, iccid };
  const packageOrderNo = `P${newId()}`;
  const task_id = newId();
  const packageOrder = await add('orders.package_order', {
    ...own,
    task_id,
    order_no: packageOrderNo,
    source: 0,
    effective_type: 0,
    currency: 'CNY',
    settled_lines: 1,
    fulfil_state: 2,
  });
  const usage = await add('orders.package_usage', {
    ...own,
    ...onCard,
    starts_at: new Date('2026-11-01T00:00:00Z'),
    ends_at: new Date('2026-12-01T00:00:00Z'),
    state: 3,
  });
  const line = await add('orders.order_line', { ...onCard, order_id: packageOrder, state: 2, usage_id: usage });
  await add('orders.unsubscription', {
    ...onCard,
    usage_id: usage,
    line_id: line,
    order_id: packageOrder,
    rule: 'none',
    currency: 'CNY',
  });
  const outOrderNo = `SO-${packageOrder}`;
  await insert('orders.order_reference', { customer_id: customerId, out_order_no: outOrderNo, task_id });
  const profitEntry = await add('profit_sharing.entry', {
    ...onCard,
    order_id: packageOrder,
    order_no: packageOrderNo,
    line_id: line,
    buyer_id: child ?? customerId,
    kind: 'sale',
    currency: 'CNY',
    price: 2,
    state: 'frozen',
    rule: 'daily',
  });
  const cardRecharge = await add('orders.card_recharge', {
    ...onCard,
    recharge_no: `R${newId()}`,
    currency: 'CNY',
    made_by: newId(),
    made_by_customer_id: customerId,
  });
  return { packageOrder, packageOrderNo, outOrderNo, profitEntry, cardRecharge };
}

/** A pool with a card that has been in it and was moved into another, which it has left. */
export async function poolOf(customerId: string, cardId: string, now: Date, later: Date, add: Add) {
  const poolCalled = (code: string) =>
    add('pools.pool', {
      customer_id: customerId,
      kind: 'card',
      pool_code: `${code}-${customerId}`,
      path: `${customerId}/`,
      depth: 0,
      oversell_percent: 100,
      contribution_rule: 'full',
      zone: 'Asia/Shanghai',
      state: 'enabled',
      cycle: '2026-11',
      cycle_starts_at: now,
      cycle_ends_at: later,
    });
  const cardPool = await poolCalled('OBJECTS');
  const poolMember = await add('pools.member', {
    card_id: cardId,
    iccid: cardId,
    pool_id: cardPool,
    customer_id: customerId,
    joined_at: now,
    join_day: '2026-11-01',
    join_mark: 0,
    left_at: now,
    leave_day: '2026-11-01',
    leave_mark: 0,
  });
  const poolTransfer = await add('pools.transfer', {
    customer_id: customerId,
    from_pool_id: cardPool,
    to_pool_id: await poolCalled('OBJECTS-B'),
    task_id: cardPool,
    cards: 1,
    done: 1,
    remark: '',
    account_name: 'agent',
    account_customer_id: customerId,
    created_at: now,
    ended_at: now,
  });
  return { cardPool, poolMember, poolTransfer };
}

/** A card that was given to the customer. */
export async function allocationOf(customerId: string, cardId: string, now: Date, add: Add) {
  const sides = { customer_id: customerId, from_customer_id: '0', to_customer_id: customerId };
  const allocationNo = `OBJECTS-${customerId}`;
  const allocation = await add('card_allocations.allocation', {
    ...sides,
    allocation_no: allocationNo,
    direction: 'allocate',
    asked: 1,
    done: 1,
    state: 'done',
    finished_at: now,
  });
  await add('card_allocations.item', {
    ...sides,
    allocation_id: allocation,
    task_id: allocation,
    card_id: cardId,
    iccid: cardId,
    result: 'done',
    at: now,
  });
  return { allocation, allocationNo };
}

/** A flow pool without cards, and a package it was filled with that has not begun. */
export async function flowPoolOf(customerId: string, add: Add) {
  const flowPool = await add('flow_pools.pool', {
    customer_id: customerId,
    pool_code: `FLOW-OBJECTS-${customerId}`,
    cycle_day: 1,
    zone: 'Asia/Shanghai',
    thresholds: '{80}',
    exhausted_action: 4,
    state: 'open',
  });
  const flowPoolFeed = await add('flow_pools.feed', {
    customer_id: customerId,
    pool_id: flowPool,
    total: 1_000,
    price: 100,
    currency: 'CNY',
    starts_at: new Date('2027-01-01T00:00:00Z'),
    ends_at: new Date('2027-02-01T00:00:00Z'),
  });
  return { flowPool, flowPoolFeed };
}

/** Another platform, and a package it offers. */
export async function sourceOf(customerId: string, add: Add) {
  const ofCustomer = { customer_id: customerId };
  const externalSource = await add('external_packages.source', {
    ...ofCustomer,
    name: `objects of ${customerId}`,
    adapter: 'cardinal',
    base_url: 'http://127.0.0.1:1',
    tolerance: 1_000,
    zone: 'Asia/Shanghai',
  });
  const externalOffer = await add('external_packages.offer', {
    ...ofCustomer,
    source_id: externalSource,
    state: 'new',
    currency: 'CNY',
    terms: JSON.stringify({
      kind: '1 month',
      flow: null,
      voiceSeconds: null,
      smsCount: null,
      validityUnit: 1,
      validityCount: 1,
      units: 1,
    }),
  });
  return { externalSource, externalOffer };
}
