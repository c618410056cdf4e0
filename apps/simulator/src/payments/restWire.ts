import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerUnderFaults, type Conduct, send, WireRefusal, type WireText } from '../cardWorld/underFaults.ts';
import type { Merchant } from './paymentEvents.ts';
import type { PaymentSimulator } from './paymentSimulator.ts';

const LONGEST_BODY_BYTES = 64 * 1024;

/** A refusal with its status and code. */
export class RestRefusal extends WireRefusal {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export type RestAsked = {
  readonly sim: PaymentSimulator;
  readonly merchant: Merchant;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The fields of a form; none of a body in JSON. */
  readonly form: Readonly<Record<string, string | undefined>>;
  readonly json: unknown;
  readonly body: string;
  readonly header: (name: string) => string | undefined;
  readonly origin: string;
  readonly conduct: Conduct;
};

export type RestCall = {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Our number of what it is about. */
  readonly subject?: (asked: Omit<RestAsked, 'conduct'>) => string | undefined;
  readonly perform: (asked: RestAsked) => { readonly status?: number; readonly content: unknown };
};

/** How a provider with plain requests knows its merchants and words its refusals. */
export type RestWire = {
  readonly prefix: string;
  readonly calls: readonly RestCall[];
  readonly callerOf: (request: FastifyRequest, body: string) => Merchant | undefined;
  readonly stranger: RestRefusal;
  readonly worded: (refusal: RestRefusal) => unknown;
  /** Headers over the text of an answer, where it is signed. */
  readonly seal?: (text: string) => Readonly<Record<string, string>>;
};

/** Serves JSON over HTTP, with faults. */
export function registerRest(app: FastifyInstance, sim: PaymentSimulator, wire: RestWire): void {
  app.register(
    async (api) => {
      api.removeAllContentTypeParsers();
      api.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LONGEST_BODY_BYTES }, (_request, body, done) => {
        done(null, body);
      });
      for (const call of wire.calls) {
        api.route({
          method: call.method,
          url: call.path,
          handler: (request, reply) => serve({ sim, wire, call }, request, reply),
        });
      }
    },
    { prefix: wire.prefix },
  );
}

async function serve(
  { sim, wire, call }: { readonly sim: PaymentSimulator; readonly wire: RestWire; readonly call: RestCall },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const said = (status: number, content: unknown): WireText => {
    const text = JSON.stringify(content);
    return {
      status,
      type: 'application/json; charset=utf-8',
      text,
      headers: { 'request-id': `sim-${request.id}`, ...wire.seal?.(text) },
    };
  };
  const refused = (refusal: RestRefusal) => said(refusal.status, wire.worded(refusal));
  const body = typeof request.body === 'string' ? request.body : '';
  const merchant = wire.callerOf(request, body);
  if (!merchant) return send(reply, refused(wire.stranger));
  sim.countCall(merchant.merchantNo, call.name);
  const isForm = (request.headers['content-type'] ?? '').includes('form-urlencoded');
  const asked = {
    sim,
    merchant,
    params: request.params as Record<string, string>,
    query: request.query as Record<string, string>,
    form: isForm ? Object.fromEntries(new URLSearchParams(body)) : {},
    json: isForm ? undefined : parsed(body),
    body,
    header: (name: string) => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : undefined;
    },
    origin: `${request.protocol}://${request.host}`,
  };
  const at = {
    carrier: sim.nature.name,
    account: merchant.merchantNo,
    operation: call.name,
    subject: call.subject?.(asked),
  };
  const perform = (conduct: Conduct): WireText => {
    try {
      const { status = 200, content } = call.perform({ ...asked, conduct });
      return said(status, content);
    } catch (error) {
      if (error instanceof RestRefusal) return refused(error);
      throw error;
    }
  };
  await answerUnderFaults(sim.surroundings, at, reply, () => sim.life.settle(), {
    perform,
    refused: (code = 'simulated_refusal') => refused(new RestRefusal(422, code, 'Refused by the simulator')),
    failed: (status = 500) => refused(new RestRefusal(status, 'api_error', 'Unavailable')),
  });
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
