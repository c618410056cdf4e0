import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Callback, CallbackAnswer, CallbackCall } from '../../../framework/callbacks.ts';
import type { Ctx } from '../../../framework/context.ts';
import {
  NETWORK_PATH,
  type NetworkReport,
  PROGRESS_PATH,
  pushPath,
  readNetworkTold,
  readProgress,
  TOKEN_HEADER,
} from '../../carrierAdapters/face.ts';
import { accountBehindToken, countUnauthenticatedCall, notePush, type Push } from '../../carriers/face.ts';
import { takeNetwork } from './takeNetwork.ts';
import { type Taking, takePoint } from './takePoint.ts';

const ADAPTER = 'esim';
const PROTOCOL = 'gsma/rsp/v2.2.0';
/** The download of a large batch sends several points per chip. */
const PER_MINUTE = 30_000;
const BODY_BYTES = 32 * 1024;

const answer = (status: number): CallbackAnswer => ({ status, headers: { 'x-admin-protocol': PROTOCOL } });

const VERDICT_OF: Readonly<Record<Taking, Push['verdict']>> = {
  taken: 'taken',
  known: 'known',
  unknownNumber: 'unknownCard',
  otherChip: 'otherChip',
};

/**
 * HandleDownloadProgressInfo (SGP.22 §5.3.5). The holder of an account's token is its SM-DP+, and identifies itself in its
 * header if configured. Repeated, late and unknown reports are answered with 204 as well, since the sender cannot do anything
 * about them.
 */
async function hear(ctx: Ctx, call: CallbackCall): Promise<CallbackAnswer> {
  const token = call.params['token'] ?? call.header(TOKEN_HEADER) ?? '';
  const known = await accountBehindToken(ctx, ADAPTER, { field: 'notifyToken', token }, ['notifierId']);
  if (!known) return refuseUnauthenticated(ctx, 401);
  const { accountId } = known;
  const told = readProgress(call.header('x-admin-protocol'), call.body);
  if (!told) {
    await notePush(ctx, { accountId, kind: 'progress', verdict: 'notUnderstood' });
    return answer(400);
  }
  const heard = { accountId, kind: 'progress', iccid: told.iccid, eid: told.eid, toldAt: told.at } as const;
  const { notifierId } = known.credentials;
  if (notifierId !== undefined && told.sender !== notifierId) {
    await notePush(ctx, { ...heard, verdict: 'wrongSender' });
    return answer(401);
  }
  await ctx.transact(async (inside) => {
    const { taking, effect, eid = told.eid } = await takePoint(inside, accountId, told);
    await notePush(inside, { ...heard, eid, effect, verdict: VERDICT_OF[taking] });
  });
  return answer(204);
}

/** Where a chip's device has registered, or that it is no longer reachable; reported by an account's eIM. */
async function handleNetworkReport(ctx: Ctx, call: CallbackCall): Promise<CallbackAnswer> {
  const token = call.params['token'] ?? '';
  const known = await accountBehindToken(ctx, ADAPTER, { field: 'notifyToken', token }, []);
  if (!known) return refuseUnauthenticated(ctx, 401);
  const { accountId } = known;
  const told = readNetworkTold(call.body);
  if (!told) {
    await notePush(ctx, { accountId, kind: 'network', verdict: 'notUnderstood' });
    return { status: 400 };
  }
  await ctx.transact(async (inside) => {
    const taking = await takeNetwork(inside, accountId, told);
    const verdict = taking === 'unknown' ? 'unknownCard' : taking;
    const effect = taking === 'taken' ? networkWords(told) : null;
    await notePush(inside, { accountId, kind: 'network', eid: told.eid, toldAt: told.at, verdict, effect });
  });
  return { status: 204 };
}

async function refuseUnauthenticated(ctx: Ctx, status: number): Promise<CallbackAnswer> {
  await countUnauthenticatedCall(ctx, ADAPTER);
  return answer(status);
}

const networkWords = ({ mcc, mnc }: NetworkReport): Text =>
  mcc === null
    ? text('设备没有网络', 'The device has no network')
    : text(`已登记到 ${mcc}-${mnc}`, `Registered in ${mcc}-${mnc}`);

const common = { method: 'POST', bodyBytes: BODY_BYTES, perMinute: PER_MINUTE, handle: hear } as const;

/** The token is part of the address given to the SM-DP+, or added by the proxy that verified its certificate. */
export const progressCallbacks: readonly Callback[] = [
  { ...common, name: 'esim.progress', path: pushPath(PROGRESS_PATH) },
  { ...common, name: 'esim.progressThroughProxy', path: PROGRESS_PATH },
  { ...common, name: 'esim.network', path: pushPath(NETWORK_PATH), handle: handleNetworkReport },
];
