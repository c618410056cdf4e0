import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { SimulatedCarrier } from './carrier.ts';
import { FAULT_KINDS, type Fault, type Faults } from './faults.ts';
import type { ClockSetting, WorldClock } from './worldClock.ts';

/** What the simulator's control interface works on; `note` stores settings for the next start. */
export type ControlTools = {
  readonly faults: Faults;
  readonly clock: WorldClock;
  readonly carriers: readonly SimulatedCarrier[];
  readonly token: string | undefined;
  readonly journalSize: () => { readonly bytes: number; readonly lines: number };
  readonly note: {
    readonly clock: (setting: ClockSetting) => void;
    readonly fault: (fault: Fault) => void;
    readonly faultRemoved: (id: string) => void;
    readonly faultsCleared: () => void;
  };
};

/** A control call that cannot be carried out; it is answered as `{message}`. */
export class ControlRefusal extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

const faultBody = z.strictObject({
  id: z.string().min(1).max(64).optional(),
  kind: z.enum(FAULT_KINDS),
  carrier: z.string().optional(),
  account: z.string().optional(),
  operation: z.string().optional(),
  iccid: z.string().optional(),
  iccids: z.array(z.string()).optional(),
  probability: z.number().min(0).max(1).optional(),
  count: z.number().int().min(1).optional(),
  seed: z.number().int().default(1),
  applied: z.boolean().optional(),
  httpStatus: z.number().int().min(400).max(599).optional(),
  status: z.string().optional(),
  delayMs: z.number().int().min(0).max(86_400_000).optional(),
});

const clockBody = z.strictObject({
  now: z.iso.datetime({ offset: true }).optional(),
  advanceMs: z.number().int().optional(),
  frozen: z.boolean().optional(),
});

/** Everything under `/_control`: for tests and the demo, never part of what a carrier offers. */
export function registerControl(app: FastifyInstance, tools: ControlTools): void {
  app.register(
    async (control) => {
      control.addHook('onRequest', async (request) => admit(request, tools.token));
      control.setErrorHandler((error, _request, reply) => {
        const status = (error as { statusCode?: number }).statusCode ?? 500;
        const message = error instanceof Error ? error.message : String(error);
        reply.code(status).send({ message });
      });
      registerClock(control, tools);
      registerFaults(control, tools);
      control.get('/health', async () => ({
        carriers: tools.carriers.map(({ name }) => name),
        journal: tools.journalSize(),
        memoryBytes: process.memoryUsage().rss,
      }));
      for (const carrier of tools.carriers) {
        control.register(async (own) => carrier.registerControl(own), { prefix: `/${carrier.name}` });
      }
    },
    { prefix: '/_control' },
  );
}

/** Reads the body of a control call; errors are reported by field. */
export function readControl<T>(schema: z.ZodType<T>, body: unknown): T {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw new ControlRefusal(
    400,
    read.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; '),
  );
}

function registerClock(control: FastifyInstance, { clock, note }: ControlTools): void {
  const present = () => ({ now: new Date(clock.nowMs()).toISOString(), frozen: clock.setting().frozenAtMs !== null });
  control.get('/clock', async () => present());
  control.put('/clock', async (request) => {
    const { now, advanceMs = 0, frozen } = readControl(clockBody, request.body);
    const moment = (now === undefined ? clock.nowMs() : Date.parse(now)) + advanceMs;
    const setting = clock.settingFor(moment, frozen ?? clock.setting().frozenAtMs !== null);
    note.clock(setting);
    clock.restore(setting);
    return present();
  });
}

function registerFaults(control: FastifyInstance, { faults, note }: ControlTools): void {
  control.get('/faults', async () => ({
    faults: faults.list().map(({ fault, left, strikes }) => ({ ...fault, left, strikes })),
  }));
  control.post('/faults', async (request) => {
    const { id, iccid, iccids, applied, httpStatus, status, delayMs, ...rest } = readControl(faultBody, request.body);
    const subjects = iccids ?? (iccid === undefined ? undefined : [iccid]);
    const fault: Fault = {
      ...rest,
      id: id ?? randomUUID(),
      subjects,
      options: { applied, httpStatus, status, delayMs },
    };
    note.fault(fault);
    faults.set(fault);
    return fault;
  });
  control.delete('/faults', async () => {
    note.faultsCleared();
    faults.clear();
    return { faults: [] };
  });
  control.delete<{ Params: { id: string } }>('/faults/:id', async (request) => {
    const { id } = request.params;
    if (!faults.remove(id)) throw new ControlRefusal(404, `No fault ${id}`);
    note.faultRemoved(id);
    return { removed: id };
  });
}

/** With a token: its holders; without one: this machine only. */
async function admit(request: FastifyRequest, token: string | undefined): Promise<void> {
  if (token !== undefined) {
    if (request.headers['x-simulator-token'] !== token)
      throw new ControlRefusal(401, 'x-simulator-token is wrong or missing');
    return;
  }
  const address = request.ip;
  if (address !== '::1' && !/^(::ffff:)?127\./.test(address))
    throw new ControlRefusal(403, 'Control is open to this machine only');
}
