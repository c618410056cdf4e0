import { drawAgain, fraction, hashText } from '../chance.ts';
import type { CardCarrier, NewDevices, OwnSettings } from './cardCarrier.ts';
import type { AccountSettings } from './cardEvents.ts';
import type { WorldRequest } from './controlBodies.ts';
import type { StatusModel } from './statusModel.ts';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const RATE_PLANS = ['DEMO-30MB', 'DEMO-100MB', 'DEMO-500MB', 'DEMO-1GB', 'DEMO-10GB'] as const;
/** The demo's carrier confirms with a delay, so that «stopping» is visible, and sees a new card within a minute. */
const DEMO_MANNERS = { confirmAfterMs: 3000, firstAttachMs: 60_000 };

/**
 * The demo's inventory at a carrier: the platform names its cards there, the seed determines the rest. Creates the account if
 * missing and adds unknown cards. Explicit values of a card are kept; repeating the request adds only what is missing.
 */
export function provisionWorld<Settings extends AccountSettings>(
  carrier: CardCarrier<Settings>,
  request: WorldRequest,
): { readonly created: number; readonly existing: number } {
  const { username, secret, ...settings } = request.account;
  const manners = carrier.world.account(username) ? {} : { ...DEMO_MANNERS, ...settings };
  carrier.openAccount({ username, secret, ...(manners as Partial<OwnSettings<Settings>>) });
  const asOfMs = request.asOf?.getTime() ?? carrier.nowMs();
  const batches = new Map<
    string,
    { readonly devices: Omit<NewDevices, 'iccids' | 'from' | 'count'>; readonly iccids: string[] }
  >();
  let existing = 0;
  const counted: WorldRequest['devices'] = [];
  for (const device of request.devices) {
    if (carrier.world.devices.rowOf(device.iccid) !== undefined) {
      existing += 1;
      continue;
    }
    if (device.used) counted.push(device);
    const common = { account: username, ...biography(carrier, device, request.seed, asOfMs) };
    const key = JSON.stringify(common);
    const batch = batches.get(key) ?? { devices: common, iccids: [] };
    batch.iccids.push(device.iccid);
    batches.set(key, batch);
  }
  let created = 0;
  for (const { devices, iccids } of batches.values()) created += carrier.addDevices({ ...devices, iccids });
  for (const { iccid, imsi, msisdn, imei, network } of request.devices) {
    const told = { imsi, msisdn, imei, network };
    if (Object.values(told).some((value) => value !== undefined)) carrier.setIdentity(iccid, told);
  }
  carrier.tellUsed(
    counted.map(({ iccid, used = [] }) => ({
      iccid,
      used: used.map(({ at, dataBytes = 0, sms = 0, voiceSeconds = 0 }) => ({
        atMs: at.getTime(),
        dataBytes,
        sms,
        voiceSeconds,
      })),
    })),
  );
  return { created, existing };
}

/** Plans and dates of one device. Dates fall on whole weeks, so that many devices share them and are stored together. */
function biography<Settings extends AccountSettings>(
  { nature, world }: CardCarrier<Settings>,
  device: WorldRequest['devices'][number],
  seed: number,
  asOfMs: number,
): Omit<NewDevices, 'account' | 'iccids' | 'from' | 'count'> {
  const { activated: active, fresh } = world.statuses;
  const hash = hashText(device.iccid, seed);
  const status = device.status ?? active[0];
  const addedWeeks = 10 + Math.floor(fraction(drawAgain(hash, 1)) * 50);
  const added = new Date(asOfMs - addedWeeks * WEEK_DAYS * DAY_MS);
  const activeWeeks = 1 + Math.floor(fraction(drawAgain(hash, 2)) * (addedWeeks - 1));
  const drawn = fresh.includes(status) ? undefined : new Date(asOfMs - activeWeeks * WEEK_DAYS * DAY_MS);
  const activated = device.activatedAt ?? drawn;
  return {
    status,
    ratePlan: device.ratePlan ?? RATE_PLANS[drawAgain(hash, 3) % RATE_PLANS.length]!,
    communicationPlan: device.communicationPlan ?? nature.plans.communicationPlan,
    addedAt: activated && activated < added ? activated : added,
    activatedAt: activated,
    since: device.since ?? sinceWhen(world.statuses, status, activated, added, asOfMs, fraction(drawAgain(hash, 4))),
  };
}

/** An active card has its status since its activation; a closed one since some later day. */
function sinceWhen(
  { activated: active }: StatusModel,
  status: string,
  activated: Date | undefined,
  added: Date,
  asOfMs: number,
  share: number,
): Date {
  if (!activated) return added;
  if (active.includes(status)) return activated;
  const days = Math.floor(((asOfMs - activated.getTime()) * share) / DAY_MS);
  return new Date(activated.getTime() + days * DAY_MS);
}
