import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Surroundings } from '../carrier.ts';
import { hangUp } from '../connection.ts';
import type { Call, Fault } from '../faults.ts';
import type { Times } from './cardCarrier.ts';

/** What a carrier says no with, where it throws it; whoever caused it may never hear of it. */
export abstract class WireRefusal extends Error {}

/** How a call is carried out while a fault strikes it. */
export type Conduct = {
  readonly times: Times;
  /** The status a card is told to have, whatever it has. */
  readonly toldStatus: string | undefined;
};

/** An answer as it goes over the wire. */
export type WireText = { readonly status: number; readonly type: string; readonly text: string };

/** How one carrier carries out one call, and how it says no. */
export type Performance = {
  readonly perform: (conduct: Conduct) => WireText;
  /** The answer to a change its own table forbids; counts it where a card was named. */
  readonly refused: () => WireText;
  /** Its error body under this HTTP status (500 when none is set). */
  readonly failed: (httpStatus: number | undefined) => WireText;
};

/**
 * Answers one call as the faults in force will have it. What is thrown that is no `WireRefusal` is a fault of this
 * program and goes on.
 */
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
      return send(reply, refused());
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

export function send(reply: FastifyReply, { status, type, text }: WireText): void {
  reply.code(status).header('content-type', type).send(text);
}

function timesUnder(fault: Fault | undefined): Times {
  if (fault?.kind === 'swallow') return 'never';
  if (fault?.kind === 'duplicate') return { againAfterMs: fault.options.delayMs ?? 0 };
  return 'once';
}

/** Nobody will hear whether it was refused. */
function attempt(perform: () => unknown): void {
  try {
    perform();
  } catch (error) {
    if (!(error instanceof WireRefusal)) throw error;
  }
}
