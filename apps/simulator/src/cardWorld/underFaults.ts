import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Surroundings } from '../carrier.ts';
import { hangUp } from '../connection.ts';
import type { Call, Fault } from '../faults.ts';
import type { Times } from './cardCarrier.ts';

/** A carrier's refusal as an exception; the caller may never receive it. */
export abstract class WireRefusal extends Error {}

/** How a call is executed under a fault. */
export type Conduct = {
  readonly times: Times;
  /** The status reported for a card, whatever the real one is. */
  readonly toldStatus: string | undefined;
};

/** An answer as it goes over the wire. */
export type WireText = {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** How one carrier executes one call, and how it refuses. */
export type Performance = {
  readonly perform: (conduct: Conduct) => WireText;
  /** The answer to a change that its transition table forbids; counted if a card was named. `status` is the fault's, if set. */
  readonly refused: (status: string | undefined) => WireText;
  /** Its error body under this HTTP status (500 when none is set). */
  readonly failed: (httpStatus: number | undefined) => WireText;
};

/** Answers one call under the active faults. Anything thrown other than a `WireRefusal` is a bug and is rethrown. */
export async function answerUnderFaults(
  { faults, calls }: Surroundings,
  call: Call,
  reply: FastifyReply,
  settle: () => void,
  { perform, refused, failed }: Performance,
): Promise<void> {
  const { delayMs, fault } = faults.strike(call);
  if (delayMs > 0) await pause(delayMs);
  settle();
  const conduct: Conduct = { times: timesUnder(fault), toldStatus: undefined };
  switch (fault?.kind) {
    case 'timeout':
      if (fault.options.applied) attempt(() => perform(conduct));
      return calls.keepWaiting(reply);
    case 'dropBeforeEffect':
      return hangUp(reply);
    case 'lostConfirmation':
      attempt(() => perform(conduct));
      return hangUp(reply);
    case 'httpError':
      if (fault.options.applied) attempt(() => perform(conduct));
      return send(reply, failed(fault.options.httpStatus));
    case 'refuse':
      return send(reply, refused(fault.options.status));
    case 'wrongStatus':
      return send(reply, perform({ ...conduct, toldStatus: fault.options.status }));
    case 'garbled': {
      const whole = perform(conduct);
      return send(reply, { ...whole, text: whole.text.slice(0, Math.floor(whole.text.length / 2)) });
    }
    default:
      return send(reply, perform(conduct));
  }
}

export function send(reply: FastifyReply, { status, type, text, headers = {} }: WireText): void {
  reply.code(status).headers(headers).header('content-type', type).send(text);
}

function timesUnder(fault: Fault | undefined): Times {
  if (fault?.kind === 'swallow') return 'never';
  if (fault?.kind === 'duplicate') return { againAfterMs: fault.options.delayMs ?? 0 };
  return 'once';
}

/** The caller will not learn whether it was refused. */
function attempt(perform: () => unknown): void {
  try {
    perform();
  } catch (error) {
    if (!(error instanceof WireRefusal)) throw error;
  }
}
