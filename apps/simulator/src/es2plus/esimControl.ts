import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { ControlRefusal, readControl } from '../control.ts';
import { CHIP_EVENTS, type ChipEvent } from './chipLife.ts';
import { type Chip, type EsimAccount, PROFILE_STATES, type Profile } from './esimEvents.ts';
import type { EsimSimulator } from './esimSimulator.ts';
import { tokenHash } from './esimWire.ts';
import { codeOf } from './statusCodes.ts';

const iccidText = z.string().regex(/^\d{18,20}$/, 'an ICCID has 18 to 20 digits');
const eidText = z.string().regex(/^\d{32}$/, 'an EID has 32 digits');
const delay = z.number().int().min(0);

const accountBody = z.strictObject({
  requesterId: z.string().min(1),
  eimToken: z.string().min(1).nullable().optional(),
  notifyUrl: z.url().nullable().optional(),
  notifierId: z.string().min(1).optional(),
  smdpAddress: z.string().min(1).optional(),
  downloadAfterMs: delay.optional(),
  stepMs: delay.optional(),
  operationMs: delay.optional(),
  rollbackMs: delay.optional(),
});
const profileBody = z.strictObject({
  iccid: iccidText,
  profileType: z.string().min(1),
  state: z.enum(PROFILE_STATES).optional(),
  eid: eidText.nullable().optional(),
  matchingId: z.string().min(1).nullable().optional(),
  hasNetwork: z.boolean().optional(),
});
const chipFields = {
  architecture: z.enum(['consumer', 'iot']).optional(),
  isOnline: z.boolean().optional(),
  imei: z.string().min(1).nullable().optional(),
  slots: z.number().int().min(0).max(64).optional(),
  fallbackIccid: iccidText.nullable().optional(),
  profiles: z.array(z.strictObject({ iccid: iccidText, isEnabled: z.boolean() })).optional(),
  failsWith: z
    .string()
    .refine((written) => codeOf(written) !== undefined, 'a code is subject/reason')
    .nullable()
    .optional(),
  plmn: z
    .string()
    .regex(/^\d{5,6}$/, 'a network is its country code and its network code')
    .nullable()
    .optional(),
};
const chipBody = z.strictObject({ eid: eidText, ...chipFields });
const worldBody = z.strictObject({
  account: accountBody,
  profiles: z.array(profileBody).default([]),
  chips: z.array(chipBody).default([]),
});

const NEW_ACCOUNT: Omit<EsimAccount, 'requesterId'> = {
  eimTokenHash: null,
  notifyUrl: null,
  notifierId: '1.3.6.1.4.1.99999.900',
  smdpAddress: 'smdp.example.com',
  downloadAfterMs: 1_000,
  stepMs: 500,
  operationMs: 1_000,
  rollbackMs: 3_000,
};

/** Controls the eSIM world from outside: accounts, stock, chips, events, and counts of what really happened. */
export function registerEsimControl(app: FastifyInstance, sim: EsimSimulator): void {
  app.get('/accounts', async () => ({ accounts: [...sim.world.accounts.values()].map(shownAccount) }));
  app.post('/accounts', async (request) => shownAccount(openAccount(sim, readControl(accountBody, request.body))));
  // Known objects stay unchanged, so that the demo may send its world at every start.
  app.post('/world', async (request) => {
    const { account, profiles, chips } = readControl(worldBody, request.body);
    const { requesterId } = openAccount(sim, account);
    const newProfiles = profiles.filter(({ iccid }) => !sim.world.profiles.has(iccid));
    const newChips = chips.filter(({ eid }) => !sim.world.chips.has(eid));
    sim.record({ type: 'profiles', profiles: newProfiles.map((given) => profileOf(requesterId, given)) });
    for (const chip of newChips) sim.record({ type: 'chip', ...given(chip), requesterId });
    for (const { eid } of newChips) sim.life.wake(eid);
    return { profiles: newProfiles.length, chips: newChips.length };
  });
  app.get('/stock', async () => ({ stock: sim.world.stock() }));
  app.get<{ Params: { iccid: string } }>('/profiles/:iccid', async (request) =>
    known(sim.world.profiles, request.params.iccid),
  );
  app.patch<{ Params: { iccid: string } }>('/profiles/:iccid', async (request) => {
    const { iccid } = known(sim.world.profiles, request.params.iccid);
    const changes = readControl(profileBody.omit({ iccid: true }).partial(), request.body);
    sim.record({ type: 'profile', ...given(changes), iccid });
    return sim.world.profiles.get(iccid);
  });
  registerChips(app, sim);
  app.get('/operations', async () => {
    sim.settle();
    return { operations: [...sim.world.operations.values()] };
  });
  app.get('/notices', async () => ({ waiting: [...sim.world.notices.values()] }));
  app.get('/calls', async () => ({ calls: sim.calls() }));
  app.delete('/calls', async () => {
    sim.forgetCalls();
    return { calls: sim.calls() };
  });
}

function registerChips(app: FastifyInstance, sim: EsimSimulator): void {
  app.get<{ Params: { eid: string } }>('/chips/:eid', async (request) => {
    sim.settle();
    return known(sim.world.chips, request.params.eid);
  });
  app.patch<{ Params: { eid: string } }>('/chips/:eid', async (request) => {
    sim.settle();
    const { eid } = known(sim.world.chips, request.params.eid);
    const { isOnline, plmn, ...changes } = readControl(z.strictObject(chipFields), request.body);
    sim.record({ type: 'chip', ...given(changes), eid });
    if (plmn !== undefined) sim.life.move(eid, plmn);
    if (isOnline !== undefined) sim.life.setOnline(eid, isOnline);
    return sim.world.chips.get(eid);
  });
  const happening = z.strictObject({
    kind: z.enum(Object.keys(CHIP_EVENTS) as [ChipEvent, ...ChipEvent[]]),
    imei: z.string().min(1).nullable().default(null),
  });
  app.post<{ Params: { eid: string } }>('/chips/:eid/events', async (request) => {
    sim.settle();
    const chip = known(sim.world.chips, request.params.eid);
    const { kind, imei } = readControl(happening, request.body);
    return { happened: sim.life.happen(chip, kind, imei) };
  });
}

function openAccount(sim: EsimSimulator, { eimToken, ...changes }: z.output<typeof accountBody>): EsimAccount {
  const { requesterId } = changes;
  sim.record({
    type: 'account',
    ...NEW_ACCOUNT,
    ...sim.world.accounts.get(requesterId),
    ...given(changes),
    ...(eimToken === undefined ? {} : { eimTokenHash: eimToken === null ? null : tokenHash(eimToken) }),
    requesterId,
  });
  return sim.world.accounts.get(requesterId) as EsimAccount;
}

const profileOf = (requesterId: string, profile: z.output<typeof profileBody>): Profile => ({
  iccid: profile.iccid,
  requesterId,
  profileType: profile.profileType,
  state: profile.state ?? 'Available',
  eid: profile.eid ?? null,
  matchingId: profile.matchingId ?? null,
  confirmationCode: null,
  hasNetwork: profile.hasNetwork ?? true,
});

/** The address of the operator holds its secret, so neither is shown. */
const shownAccount = ({ eimTokenHash, notifyUrl, ...account }: EsimAccount) => ({
  ...account,
  hasEim: eimTokenHash !== null,
  notifies: notifyUrl !== null,
});

function known<T extends Profile | Chip>(all: ReadonlyMap<string, T>, key: string): T {
  const found = all.get(key);
  if (!found) throw new ControlRefusal(404, `Nothing is known under ${key}`);
  return found;
}

/** A setting of undefined is ignored. */
type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };
function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}
