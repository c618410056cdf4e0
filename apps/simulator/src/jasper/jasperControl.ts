import type { FastifyInstance } from 'fastify';
import { ControlRefusal, readControl } from '../control.ts';
import { provisionWorld, worldBody } from '../world.ts';
import { activeStretches } from './activeTime.ts';
import { sessionAt } from './cardSessions.ts';
import {
  accountBody,
  changeBody,
  devicesBody,
  iccidsBody,
  receivedSmsBody,
  sessionBody,
  settingsBody,
  usageBody,
} from './controlBodies.ts';
import { summarise, touchedIccids } from './effects.ts';
import { rangeLength } from './iccidRange.ts';
import type { JasperCarrier } from './jasperCarrier.ts';

/** Steering the Jasper world from outside: inventory, other people's changes, and counting what really happened. */
export function registerJasperControl(app: FastifyInstance, carrier: JasperCarrier): void {
  registerInventory(app, carrier);
  registerLife(app, carrier);
  registerCounters(app, carrier);
}

function registerInventory(app: FastifyInstance, carrier: JasperCarrier): void {
  const accounts = () => ({
    accounts: carrier.world.accounts().map(({ keyHash: _, place: __, ...account }) => account),
  });
  app.get('/accounts', async () => accounts());
  app.post('/accounts', async (request) => {
    const { keyHash: _, place: __, ...account } = carrier.openAccount(readControl(accountBody, request.body));
    return account;
  });
  app.patch<{ Params: { username: string } }>('/accounts/:username', async (request) => {
    const changed = carrier.changeAccount(request.params.username, readControl(settingsBody, request.body));
    if (!changed) throw new ControlRefusal(404, `No account ${request.params.username}`);
    const { keyHash: _, place: __, ...account } = changed;
    return account;
  });
  app.post('/devices', async (request) => {
    const { iccids, from, to, count, ...common } = readControl(devicesBody, request.body);
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
      session: sessionAt(carrier.world, row, carrier.seed, carrier.nowMs()) ?? null,
      active: activeStretches(carrier.world, row).map(({ fromMs, toMs }) => ({
        from: new Date(fromMs).toISOString(),
        to: Number.isFinite(toMs) ? new Date(toMs).toISOString() : null,
      })),
    };
  });
  app.post('/world', async (request) => provisionWorld(carrier, readControl(worldBody, request.body)));
}

function registerLife(app: FastifyInstance, carrier: JasperCarrier): void {
  app.post('/changes', async (request) => {
    const { iccids, changes, origin, by } = readControl(changeBody, request.body);
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

function registerCounters(app: FastifyInstance, carrier: JasperCarrier): void {
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

function knownRow(carrier: JasperCarrier, iccid: string): number {
  carrier.settle();
  const row = carrier.world.devices.rowOf(iccid);
  if (row === undefined) throw new ControlRefusal(404, `No device ${iccid}`);
  return row;
}
