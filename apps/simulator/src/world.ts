import * as z from 'zod';
import { drawAgain, fraction, hashText } from './chance.ts';
import { accountBody, iccidText, moment } from './jasper/controlBodies.ts';
import type { JasperCarrier, NewDevices } from './jasper/jasperCarrier.ts';
import { SIM_STATUSES, type SimStatus } from './jasper/simStatuses.ts';

/**
 * The demo's inventory at the carrier: the platform tells which cards it believes to have there, the seed tells the
 * rest. What a card is given explicitly is kept; asking for the same world again adds only what is missing.
 */
export const worldBody = z.strictObject({
  seed: z.number().int().default(1),
  account: accountBody,
  /** The day the dates count back from; the world's present when left out. */
  asOf: moment.optional(),
  devices: z.array(
    z.strictObject({
      iccid: iccidText,
      status: z.enum(SIM_STATUSES).optional(),
      ratePlan: z.string().min(1).optional(),
      communicationPlan: z.string().min(1).optional(),
      imsi: z.string().optional(),
      msisdn: z.string().optional(),
      imei: z.string().optional(),
      activatedAt: moment.optional(),
      since: moment.optional(),
    }),
  ),
});
export type WorldRequest = z.output<typeof worldBody>;

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const RATE_PLANS = ['DEMO-30MB', 'DEMO-100MB', 'DEMO-500MB', 'DEMO-1GB', 'DEMO-10GB'] as const;
/** The demo's carrier confirms a moment later, so that «stopping» is seen, and meets a new card within a minute. */
const DEMO_MANNERS = { confirmAfterMs: 3000, firstAttachMs: 60_000 };

/** Opens the account where it is missing and adds the devices the carrier does not know yet. */
export function provisionWorld(
  carrier: JasperCarrier,
  request: WorldRequest,
): { readonly created: number; readonly existing: number } {
  const { username, apiKey } = request.account;
  carrier.openAccount(
    carrier.world.account(username)
      ? { username, apiKey }
      : { ...DEMO_MANNERS, ...withoutUndefined(request.account), username, apiKey },
  );
  const asOfMs = request.asOf?.getTime() ?? carrier.nowMs();
  const batches = new Map<
    string,
    { readonly devices: Omit<NewDevices, 'iccids' | 'from' | 'count'>; readonly iccids: string[] }
  >();
  let existing = 0;
  for (const device of request.devices) {
    if (carrier.world.devices.rowOf(device.iccid) !== undefined) {
      existing += 1;
      continue;
    }
    const common = { account: username, ...biography(device, request.seed, asOfMs) };
    const key = JSON.stringify(common);
    const batch = batches.get(key) ?? { devices: common, iccids: [] };
    batch.iccids.push(device.iccid);
    batches.set(key, batch);
  }
  let created = 0;
  for (const { devices, iccids } of batches.values()) created += carrier.addDevices({ ...devices, iccids });
  for (const { iccid, imsi, msisdn, imei } of request.devices) {
    if (imsi !== undefined || msisdn !== undefined || imei !== undefined)
      carrier.setIdentity(iccid, { imsi, msisdn, imei });
  }
  return { created, existing };
}

/** Plans and dates of one device. Dates fall on whole weeks, so that many devices share theirs and are kept together. */
function biography(
  device: WorldRequest['devices'][number],
  seed: number,
  asOfMs: number,
): Omit<NewDevices, 'account' | 'iccids' | 'from' | 'count'> {
  const hash = hashText(device.iccid, seed);
  const status: SimStatus = device.status ?? 'ACTIVATED';
  const addedWeeks = 10 + Math.floor(fraction(drawAgain(hash, 1)) * 50);
  const added = new Date(asOfMs - addedWeeks * WEEK_DAYS * DAY_MS);
  const wasActive =
    status !== 'INVENTORY' && status !== 'TEST_READY' && status !== 'ACTIVATION_READY' && status !== 'START';
  const activeWeeks = 1 + Math.floor(fraction(drawAgain(hash, 2)) * (addedWeeks - 1));
  const activated = device.activatedAt ?? (wasActive ? new Date(asOfMs - activeWeeks * WEEK_DAYS * DAY_MS) : undefined);
  return {
    status,
    ratePlan: device.ratePlan ?? RATE_PLANS[drawAgain(hash, 3) % RATE_PLANS.length]!,
    communicationPlan: device.communicationPlan ?? 'DEMO-DATA',
    addedAt: activated && activated < added ? activated : added,
    activatedAt: activated,
    since: device.since ?? sinceWhen(status, activated, added, asOfMs, fraction(drawAgain(hash, 4))),
  };
}

/** An active card has its status since it was activated; one that ended has it since some day in between. */
function sinceWhen(status: SimStatus, activated: Date | undefined, added: Date, asOfMs: number, share: number): Date {
  if (!activated) return added;
  if (status === 'ACTIVATED') return activated;
  const days = Math.floor(((asOfMs - activated.getTime()) * share) / DAY_MS);
  return new Date(activated.getTime() + days * DAY_MS);
}

function withoutUndefined<T extends object>(given: T): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;
}
