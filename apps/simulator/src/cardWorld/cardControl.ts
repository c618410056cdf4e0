import type { FastifyInstance } from 'fastify';
import { ControlRefusal, readControl } from '../control.ts';
import { activeStretches } from './activeTime.ts';
import type { CardCarrier, OwnSettings } from './cardCarrier.ts';
import type { AccountSettings } from './cardEvents.ts';
import type { AccountOf } from './cardWorld.ts';
import {
  type ControlWords,
  controlBodies,
  iccidsBody,
  receivedSmsBody,
  sessionBody,
  usageBody,
} from './controlBodies.ts';
import { summarise, touchedIccids } from './effects.ts';
import { rangeLength } from './iccidRange.ts';
import { provisionWorld } from './provisionWorld.ts';

type Bodies = ReturnType<typeof controlBodies>;

/** Controls a simulated card world from outside: inventory, external changes, and counts of what really happened. */
export function registerCardControl<Settings extends AccountSettings>(
  app: FastifyInstance,
  carrier: CardCarrier<Settings>,
  own: Omit<ControlWords, 'statuses'>,
): void {
  const bodies = controlBodies({ statuses: carrier.world.statuses.words, ...own });
  registerAccounts(app, carrier, bodies);
  registerInventory(app, carrier, bodies);
  registerLife(app, carrier, bodies);
  registerCounters(app, carrier);
}

/** An account without its secrets. */
function told<Settings extends AccountSettings>(account: AccountOf<Settings>) {
  const { keyHash: _, signingSecret: __, place: ___, ...settings } = account;
  return settings;
}

function registerAccounts<Settings extends AccountSettings>(
  app: FastifyInstance,
  carrier: CardCarrier<Settings>,
  bodies: Bodies,
): void {
  app.get('/accounts', async () => ({ accounts: carrier.world.accounts().map(told) }));
  app.post('/accounts', async (request) => {
    const { username, secret, ...settings } = readControl(bodies.account, request.body);
    return told(carrier.openAccount({ username, secret, ...(settings as Partial<OwnSettings<Settings>>) }));
  });
  app.patch<{ Params: { username: string } }>('/accounts/:username', async (request) => {
    const settings = readControl(bodies.settings, request.body) as Partial<OwnSettings<Settings>>;
    const changed = carrier.changeAccount(request.params.username, settings);
    if (!changed) throw new ControlRefusal(404, `No account ${request.params.username}`);
    return told(changed);
  });
}

function registerInventory<Settings extends AccountSettings>(
  app: FastifyInstance,
  carrier: CardCarrier<Settings>,
  bodies: Bodies,
): void {
  app.post('/devices', async (request) => {
    const { iccids, from, to, count, ...common } = readControl(bodies.devices, request.body);
    if (!carrier.world.account(common.account)) throw new ControlRefusal(404, `No account ${common.account}`);
    if (iccids) return { created: carrier.addDevices({ ...common, iccids }), total: carrier.world.devices.size };
    const length = count ?? rangeLength(from!, to!);
    if (length === undefined) throw new ControlRefusal(400, 'to: must not come before from, and be as long');
    return {
      created: carrier.addDevices({ ...common, from: from!, count: length }),
      total: carrier.world.devices.size,
    };
  });
  app.get<{ Params: { iccid: string } }>('/devices/:iccid', async (request) => {
    const { iccid } = request.params;
    const row = knownRow(carrier, iccid);
    return {
      ...carrier.effects(iccid),
      account: carrier.world.accountOf(row).username,
      ratePlan: carrier.world.field(row, 'ratePlan'),
      asked: carrier.askedOf(iccid),
      session: carrier.session(row) ?? null,
      active: activeStretches(carrier.world, row).map(({ fromMs, toMs }) => ({
        from: new Date(fromMs).toISOString(),
        to: Number.isFinite(toMs) ? new Date(toMs).toISOString() : null,
      })),
    };
  });
  app.post('/world', async (request) => provisionWorld(carrier, readControl(bodies.world, request.body)));
}

function registerLife<Settings extends AccountSettings>(
  app: FastifyInstance,
  carrier: CardCarrier<Settings>,
  bodies: Bodies,
): void {
  app.post('/changes', async (request) => {
    const { iccids, changes, origin, by } = readControl(bodies.change, request.body);
    carrier.settle();
    const list = Object.entries(changes).map(([field, value = '']) => ({ field, value }));
    const unknown = carrier.changeFromOutside(iccids, list, origin, by);
    return { changed: iccids.length - unknown.length, unknown };
  });
  app.get('/held', async () => {
    carrier.settle();
    return { held: [...carrier.world.due.all()] };
  });
  app.post('/release', async (request) => ({
    released: carrier.release(readControl(iccidsBody, request.body ?? {}).iccids),
  }));
  app.post('/usage', async (request) => {
    const { iccid, ...usage } = readControl(usageBody, request.body);
    knownRow(carrier, iccid);
    carrier.addUsage(iccid, usage);
    return { iccid };
  });
  app.post('/sessions', async (request) => {
    const { iccid, open } = readControl(sessionBody, request.body);
    knownRow(carrier, iccid);
    carrier.setSession(iccid, open);
    return { iccid, open };
  });
  app.post('/sms', async (request) => {
    const { iccid, text } = readControl(receivedSmsBody, request.body);
    knownRow(carrier, iccid);
    return { smsMsgId: carrier.receiveSms(iccid, text).id };
  });
}

function registerCounters<Settings extends AccountSettings>(
  app: FastifyInstance,
  carrier: CardCarrier<Settings>,
): void {
  app.get('/effects', async () => {
    carrier.settle();
    const effects = touchedIccids(carrier.world).map((iccid) => carrier.effects(iccid));
    return { summary: summarise(effects), devices: effects };
  });
  app.post('/effects', async (request) => {
    carrier.settle();
    const iccids = readControl(iccidsBody, request.body).iccids ?? touchedIccids(carrier.world);
    const effects = iccids.map((iccid) => carrier.effects(iccid));
    return { summary: summarise(effects), devices: effects };
  });
  app.get('/calls', async () => ({ calls: carrier.calls() }));
  app.delete('/calls', async () => {
    carrier.forgetCalls();
    return { calls: carrier.calls() };
  });
}

function knownRow<Settings extends AccountSettings>(carrier: CardCarrier<Settings>, iccid: string): number {
  carrier.settle();
  const row = carrier.world.devices.rowOf(iccid);
  if (row === undefined) throw new ControlRefusal(404, `No device ${iccid}`);
  return row;
}
