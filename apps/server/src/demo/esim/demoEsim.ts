import { EsimEnableState, Platform } from '@cardinal/contract/enumerations/card.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { accountsByPlatform } from '../../domains/carriers/face.ts';
import { matchingValue, numberPlace } from '../../domains/esim/face.ts';
import { activationCodeOf } from '../../domains/esim/lpa.ts';
import type { Ctx } from '../../framework/context.ts';
import { seedImports } from './demoImports.ts';
import { seedOperations } from './demoOperations.ts';
import { countryOfChip, seedStrategies } from './demoStrategies.ts';
import { type DemoChip, type DemoNumber, DemoWorld, PROFILE_TYPES } from './demoWorld.ts';

export { moveNotices, provisionSmdp } from './demoSimulator.ts';

/** What the cards room needs to create the card of a demo code number. */
export type DemoEsimCard = {
  readonly id: string;
  readonly iccid: string;
  readonly platform: Exclude<Platform, -1>;
  readonly carrierAccountId: string;
  readonly msisdn: string;
  readonly imsi: string;
  readonly eid: string | null;
  readonly customerId: string;
  readonly importedAt: Date;
  readonly activatedAt: Date | null;
  readonly isRunning: boolean;
  readonly flowUsed: bigint;
  readonly flowTotal: bigint;
  readonly country: string | null;
};
type Placed = { readonly cardId: string; readonly chip: DemoChip | undefined; readonly number: DemoNumber };

const SMDP_ADDRESS = 'smdp.example.com';
const GB = 1024n ** 3n;
const { enabled, invalid, notEnabled } = EsimEnableState.values;
const SPOILT = text('供应商收回', 'Taken back by the supplier');
const DELETED = text('已从芯片删除', 'Deleted from the chip');

/** Chips of three architectures, numbers in every state, their operations, and the imports they came from. */
export async function seedDemo(
  ctx: Ctx,
  makeCards: (ctx: Ctx, cards: readonly DemoEsimCard[]) => Promise<void>,
): Promise<void> {
  const [smdp] = await accountsByPlatform(ctx, Platform.values.eSIM);
  if (!smdp) return;
  const random = seededRandom('demo esim');
  const world = new DemoWorld(random, ctx.clock.now());
  const chips = world.chips();
  const place = (number: DemoNumber, chip?: DemoChip): Placed => ({ cardId: ctx.ids.next(), chip, number });
  const placed = [
    ...chips.flatMap((chip) => chip.numbers.map((number) => place(number, chip))),
    ...world.stock().map((number) => place(number)),
  ];
  const accounts = new Map<number, string>();
  for (const { platform } of PROFILE_TYPES) {
    const [account] = await accountsByPlatform(ctx, platform);
    if (account) accounts.set(platform, account.id);
  }
  const batches = await seedImports(ctx, {
    smdpAccountId: smdp.id,
    accounts,
    chips: chips.length,
    numbers: placed.length,
  });
  const importedAt = (number: DemoNumber) => new Date(ctx.clock.now().getTime() - number.kind.days * DAY_MS);
  await makeCards(
    ctx,
    placed.map(({ cardId, chip, number }): DemoEsimCard => {
      const runs = number.state === enabled;
      return {
        id: cardId,
        iccid: number.iccid,
        platform: number.kind.platform,
        carrierAccountId: accounts.get(number.kind.platform) ?? smdp.id,
        msisdn: number.msisdn,
        imsi: number.imsi,
        eid: chip?.eid ?? null,
        customerId: chip?.customerId ?? stockHolder(number, random.int(10)),
        importedAt: importedAt(number),
        activatedAt: number.rspState === 'Installed' ? number.boundAt : null,
        isRunning: runs,
        flowUsed: (GB * BigInt(random.int(900))) / 1_000n,
        flowTotal: GB,
        country: runs ? countryOfChip(number) : null,
      };
    }),
  );
  await ctx.db
    .insertInto('esim.code_number')
    .values(
      placed.map((each) =>
        numberRow(ctx, each, { smdpAccountId: smdp.id, accounts, batch: batches.numbers, importedAt }),
      ),
    )
    .execute();
  await ctx.db
    .insertInto('esim.matching_claim')
    .values(
      placed.map(({ cardId, number }) => ({ value: matchingValue(SMDP_ADDRESS, number.matchingId), card_id: cardId })),
    )
    .execute();
  await ctx.db
    .insertInto('esim.chip')
    .values(chips.map((chip) => chipRow(ctx, chip, placed, { accountId: smdp.id, batch: batches.chips })))
    .execute();
  await seedOperations(ctx, placed, smdp.id);
  await seedStrategies(ctx, placed);
}

/** Part of the stock has been allocated to agents. */
const stockHolder = (number: DemoNumber, draw: number): string =>
  number.state === notEnabled && draw >= 7 ? (['10', '12', '20'][draw - 7] ?? '1') : '1';

function numberRow(
  ctx: Ctx,
  { cardId, chip, number }: Placed,
  of: {
    smdpAccountId: string;
    accounts: ReadonlyMap<number, string>;
    batch: string;
    importedAt: (number: DemoNumber) => Date;
  },
) {
  const words = number.state === invalid ? (chip ? DELETED : SPOILT) : null;
  const seal = (secret: 'matchingId' | 'activationCode', plain: string) =>
    ctx.secrets.seal(plain, numberPlace(cardId, secret));
  return {
    card_id: cardId,
    iccid: number.iccid,
    imsi: number.imsi,
    msisdn: number.msisdn,
    profile_type: number.kind.type,
    platform: number.kind.platform,
    country: number.kind.country,
    carrier_account_id: of.accounts.get(number.kind.platform) ?? of.smdpAccountId,
    smdp_account_id: of.smdpAccountId,
    smdp_address: SMDP_ADDRESS,
    matching_id: seal('matchingId', number.matchingId),
    activation_code: seal('activationCode', activationCodeOf(SMDP_ADDRESS, number.matchingId)),
    eid: chip?.eid ?? null,
    enable_state: number.state,
    rsp_state: number.rspState,
    state_words: words && JSON.stringify(words),
    cost: String(number.kind.cost),
    import_batch_id: of.batch,
    imported_at: of.importedAt(number),
    bound_at: number.boundAt,
    state_at: number.boundAt ?? of.importedAt(number),
  };
}

function chipRow(ctx: Ctx, chip: DemoChip, placed: readonly Placed[], of: { accountId: string; batch: string }) {
  const own = placed.filter((each) => each.chip === chip);
  const running = own.find((each) => each.number.state === enabled);
  const onChip = own.filter(({ number }) => number.rspState === 'Installed' && number.state !== invalid);
  return {
    eid: chip.eid,
    id: ctx.ids.next(),
    architecture: chip.architecture,
    customer_id: chip.customerId,
    carrier_account_id: of.accountId,
    manufacturer: chip.manufacturer,
    memory_free: String(512_000 - own.length * 60_000),
    imei: chip.imei,
    state: running ? 'ACTIVATED' : own.length > 0 ? 'ACTIVATION_READY' : 'INVENTORY',
    enabled_number_id: running?.cardId ?? null,
    fallback_number_id: chip.isFallback ? (own[0]?.cardId ?? null) : null,
    product_code: 'ESIM-M2M',
    product_version: 1,
    bootstrap_iccid: null,
    audit: chip.auditedAt
      ? JSON.stringify(
          onChip.map(({ cardId, number }) => ({
            iccid: number.iccid,
            state: cardId === running?.cardId ? 'enabled' : 'disabled',
          })),
        )
      : null,
    last_audit_at: chip.auditedAt,
    country: chip.architecture === 'iot' ? countryOfChip(running?.number) : null,
    country_at: chip.architecture === 'iot' ? (running?.number.boundAt ?? null) : null,
    network_at: chip.architecture === 'iot' ? chip.auditedAt : null,
    import_batch_id: of.batch,
    created_at: chip.createdAt,
    updated_at: chip.auditedAt ?? chip.createdAt,
  };
}
