import { hashText } from '../chance.ts';
import type { ChipLife } from './chipLife.ts';
import type { EsimAccount, EsimEvent, Profile } from './esimEvents.ts';
import type { EsimWorld } from './esimWorld.ts';
import { CODES, FunctionFailed } from './statusCodes.ts';

export type OrderTools = {
  readonly world: EsimWorld;
  readonly life: ChipLife;
  readonly record: (event: EsimEvent) => void;
};

/** The parameters of a function after its header; absent fields stay absent. */
export type Asked = Readonly<Record<string, unknown>>;

const textOf = (asked: Asked, name: string): string | undefined => {
  const value = asked[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw new FunctionFailed(CODES.badFormat, name);
  return value;
};

/** A 19-digit ICCID is sent with a trailing F. */
export const onWire = (iccid: string): string => (iccid.length === 19 ? `${iccid}F` : iccid);

function iccidOf(asked: Asked): string | undefined {
  const written = textOf(asked, 'iccid');
  if (written === undefined) return undefined;
  const bare = written.replace(/F$/i, '');
  if (!/^\d{18,20}$/.test(bare)) throw new FunctionFailed(CODES.badFormat, written);
  return bare;
}

function eidOf(asked: Asked): string | undefined {
  const written = textOf(asked, 'eid');
  if (written !== undefined && !/^\d{32}$/.test(written)) throw new FunctionFailed(CODES.badFormat, written);
  return written;
}

/** The profile of a function; it must exist and belong to the requester. */
function profileOf(tools: OrderTools, account: EsimAccount, asked: Asked): Profile {
  const iccid = iccidOf(asked);
  if (iccid === undefined) throw new FunctionFailed(CODES.iccidMissing);
  const found = tools.world.profiles.get(iccid);
  if (!found) throw new FunctionFailed(CODES.unknownProfile, iccid);
  if (found.requesterId !== account.requesterId) throw new FunctionFailed(CODES.foreignProfile, iccid);
  return found;
}

function ownEid(profile: Profile, asked: Asked): string | null {
  const eid = eidOf(asked);
  if (eid !== undefined && profile.eid !== null && profile.eid !== eid) throw new FunctionFailed(CODES.otherEid, eid);
  return eid ?? profile.eid;
}

/** Reserves a profile: the named one, or any free one of the type (SGP.22 §5.3.1). */
export function downloadOrder(tools: OrderTools, account: EsimAccount, asked: Asked): object {
  const { world, record } = tools;
  const iccid = iccidOf(asked);
  const profileType = textOf(asked, 'profileType');
  const eid = eidOf(asked);
  if (iccid === undefined && profileType === undefined) throw new FunctionFailed(CODES.iccidMissing);
  if (eid !== undefined && !world.chips.has(eid)) throw new FunctionFailed(CODES.unknownEid, eid);
  const found = iccid === undefined ? freeOf(tools, account, profileType as string) : profileOf(tools, account, asked);
  if (profileType !== undefined && found.profileType !== profileType) throw new FunctionFailed(CODES.wrongType, iccid);
  if (found.state !== 'Available') throw new FunctionFailed(CODES.notAvailable, found.iccid);
  record({ type: 'profile', iccid: found.iccid, state: eid ? 'Linked' : 'Allocated', eid: eid ?? null });
  return { iccid: onWire(found.iccid) };
}

function freeOf({ world }: OrderTools, account: EsimAccount, profileType: string): Profile {
  const owner = world.ownerOfType(profileType);
  if (owner === undefined) throw new FunctionFailed(CODES.unknownType, profileType);
  if (owner !== account.requesterId) throw new FunctionFailed(CODES.foreignType, profileType);
  const free = world.freeProfile(profileType);
  if (!free) throw new FunctionFailed(CODES.noMoreProfiles, profileType);
  return free;
}

/** Confirms an order and, with the flag, releases the profile immediately (§5.3.2). */
export function confirmOrder(tools: OrderTools, account: EsimAccount, asked: Asked): object {
  const { world, record, life } = tools;
  const profile = profileOf(tools, account, asked);
  if (typeof asked['releaseFlag'] !== 'boolean') throw new FunctionFailed(CODES.badFormat, 'releaseFlag');
  if (profile.state !== 'Allocated' && profile.state !== 'Linked')
    throw new FunctionFailed(CODES.notAvailable, profile.iccid);
  const eid = ownEid(profile, asked);
  if (eid !== null && !world.chips.has(eid)) throw new FunctionFailed(CODES.unknownEid, eid);
  const smds = textOf(asked, 'smdsAddress');
  if (smds !== undefined && eid === null) throw new FunctionFailed(CODES.eidMissing);
  const given = textOf(asked, 'matchingId');
  if (given !== undefined && !/^[0-9A-Za-z-]{1,64}$/.test(given)) throw new FunctionFailed(CODES.badMatchingId, given);
  const holder = given === undefined ? undefined : world.profileOfMatching(given);
  if (holder !== undefined && holder !== profile.iccid) throw new FunctionFailed(CODES.matchingIdUsed, given);
  const matchingId = given ?? profile.matchingId ?? matchingIdOf(profile.iccid);
  const isReleased = asked['releaseFlag'];
  record({
    type: 'profile',
    iccid: profile.iccid,
    eid,
    matchingId,
    confirmationCode: textOf(asked, 'confirmationCode') ?? null,
    state: isReleased ? 'Released' : 'Confirmed',
  });
  if (isReleased && eid !== null) life.wake(eid);
  return { matchingId, smdpAddress: account.smdpAddress, ...(eid === null ? {} : { eid }) };
}

/** The same profile has the same matching id in every run. */
const matchingIdOf = (iccid: string): string =>
  `SIM-${hashText(iccid, 7).toString(36).toUpperCase()}-${hashText(iccid, 8).toString(36).toUpperCase()}`;

/** Cancels an order: the profile returns to stock or becomes unavailable for good (§5.3.3). */
export function cancelOrder(tools: OrderTools, account: EsimAccount, asked: Asked): object {
  const profile = profileOf(tools, account, asked);
  const backTo = textOf(asked, 'finalProfileStatusIndicator');
  if (backTo !== 'Available' && backTo !== 'Unavailable') {
    throw new FunctionFailed(CODES.badFormat, 'finalProfileStatusIndicator');
  }
  ownEid(profile, asked);
  const given = textOf(asked, 'matchingId');
  if (profile.matchingId !== null && isOrdered(profile) && given === undefined)
    throw new FunctionFailed(CODES.matchingIdMissing);
  if (given !== undefined && profile.matchingId !== null && given !== profile.matchingId)
    throw new FunctionFailed(CODES.otherMatchingId, given);
  if (!isOrdered(profile) && profile.state !== 'Available' && profile.state !== 'Error')
    throw new FunctionFailed(CODES.notAvailable, profile.iccid);
  tools.record({
    type: 'profile',
    iccid: profile.iccid,
    state: backTo,
    eid: null,
    matchingId: null,
    confirmationCode: null,
  });
  return {};
}

const isOrdered = ({ state }: Profile) =>
  state === 'Allocated' || state === 'Linked' || state === 'Confirmed' || state === 'Released';

/** Releases a confirmed profile (§5.3.4). */
export function releaseProfile(tools: OrderTools, account: EsimAccount, asked: Asked): object {
  const profile = profileOf(tools, account, asked);
  if (profile.state !== 'Confirmed') throw new FunctionFailed(CODES.notReleasable, profile.iccid);
  tools.record({ type: 'profile', iccid: profile.iccid, state: 'Released' });
  if (profile.eid !== null) tools.life.wake(profile.eid);
  return {};
}

/** Vendor addition of China Mobile International; the names of its answer are assumed. */
export function getProfileStatus(tools: OrderTools, account: EsimAccount, asked: Asked): object {
  const { iccid, profileType, state, eid } = profileOf(tools, account, asked);
  return { iccid: onWire(iccid), profileType, profileState: state, ...(eid === null ? {} : { eid }) };
}

export const FUNCTIONS = {
  downloadOrder,
  confirmOrder,
  cancelOrder,
  releaseProfile,
  getProfileStatus,
} as const;
export type FunctionName = keyof typeof FUNCTIONS;
