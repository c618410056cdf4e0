import type { Callback, CallbackAnswer, CallbackCall } from '../../../framework/callbacks.ts';
import type { Ctx } from '../../../framework/context.ts';
import { accountBehindToken, readNetworkTold, readProgress } from '../../carriers/face.ts';
import { takeNetwork } from './takeNetwork.ts';
import { takePoint } from './takePoint.ts';

const ADAPTER = 'esim';
const FUNCTION = '/gsma/rsp2/es2plus/handleDownloadProgressInfo';
const PROTOCOL = 'gsma/rsp/v2.2.0';
/** A download of a large batch tells several points a chip. */
const PER_MINUTE = 30_000;
const BODY_BYTES = 32 * 1024;

const answer = (status: number): CallbackAnswer => ({ status, headers: { 'x-admin-protocol': PROTOCOL } });

/**
 * HandleDownloadProgressInfo (SGP.22 §5.3.5). Who knows the token of an account is its SM-DP+, and says so in its header
 * where that is set. Told again, out of order, or of what is not ours, it is answered with 204 all the same: there is
 * nothing for the sender to do about it.
 */
async function hear(ctx: Ctx, call: CallbackCall): Promise<CallbackAnswer> {
  const token = call.params['token'] ?? call.header('x-notify-token') ?? '';
  const known = await accountBehindToken(ctx, ADAPTER, { field: 'notifyToken', token }, ['notifierId']);
  if (!known) return answer(401);
  const told = readProgress(call.header('x-admin-protocol'), call.body);
  if (!told) return answer(400);
  const { notifierId } = known.credentials;
  if (notifierId !== undefined && told.sender !== notifierId) return answer(401);
  const taking = await ctx.transact((inside) => takePoint(inside, known.accountId, told));
  if (taking !== 'taken') {
    const { iccid, eid, point } = told;
    ctx.log.info({ accountId: known.accountId, iccid, eid, point, taking }, 'a download notification changed nothing');
  }
  return answer(204);
}

/** Where a chip's device has registered, or that it is heard of no longer: told by the eIM of an account. */
async function hearNetwork(ctx: Ctx, call: CallbackCall): Promise<CallbackAnswer> {
  const token = call.params['token'] ?? '';
  const known = await accountBehindToken(ctx, ADAPTER, { field: 'notifyToken', token }, []);
  if (!known) return { status: 401 };
  const told = readNetworkTold(call.body);
  if (!told) return { status: 400 };
  const taking = await ctx.transact((inside) => takeNetwork(inside, known.accountId, told));
  if (taking !== 'taken') {
    ctx.log.info({ accountId: known.accountId, eid: told.eid, taking }, 'a network report changed nothing');
  }
  return { status: 204 };
}

const common = { method: 'POST', bodyBytes: BODY_BYTES, perMinute: PER_MINUTE, handle: hear } as const;

/** The token stands in the address given to the SM-DP+, or is added by the proxy that has checked its certificate. */
export const progressCallbacks: readonly Callback[] = [
  { ...common, name: 'esim.progress', path: `/es2plus/:token${FUNCTION}` },
  { ...common, name: 'esim.progressThroughProxy', path: FUNCTION },
  { ...common, name: 'esim.network', path: '/es2plus/:token/eim/networkReport', handle: hearNetwork },
];
