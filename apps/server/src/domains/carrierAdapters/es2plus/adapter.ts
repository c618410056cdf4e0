import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { CarrierAdapter, Line, Reply } from '../protocol/adapter.ts';
import { CREDENTIALS_WORK, told } from '../protocol/exchange.ts';
import type { ArgsOf } from '../protocol/operations.ts';
import { es2plusCapabilities } from './capabilities.ts';
import { callEim, callFunction } from './client.ts';
import { writtenCodeWords } from './codes.ts';
import { es2plusPushes } from './pushes.ts';
import {
  chipOperationAnswer,
  confirmOrderAnswer,
  downloadOrderAnswer,
  iccidToWire,
  nothingMore,
  profileStatusAnswer,
  takenAnswer,
} from './wire.ts';

/** A profile that does not exist: releasing it touches nothing, and the refusal tests address and requester. */
const NONEXISTENT_ICCID = '00000000000000000000';
const PEM_LENGTH = 4_096;

/** Leaves out unset fields: some servers take null for a value. */
const known = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

const chipAsked = async (line: Line, kind: string, args: ArgsOf<'enableProfile'> | ArgsOf<'auditChip'>) => {
  const body = { callId: args.callId, kind, ...('iccid' in args ? { iccid: iccidToWire(args.iccid) } : {}) };
  const reply = await callEim(line, { method: 'POST', path: [args.eid, 'operations'], body }, takenAnswer);
  return told(reply, ({ operationId }) => ({ reference: operationId }));
};

async function echo(line: Line): Promise<Reply<{ words: typeof CREDENTIALS_WORK }>> {
  const reply = await callFunction(line, 'releaseProfile', 'cardinal-echo', { iccid: NONEXISTENT_ICCID }, nothingMore);
  const isFunctionRefused = reply.kind === 'refused' && reply.code.includes('/');
  return reply.kind === 'ok' || isFunctionRefused
    ? { kind: 'ok', answer: { words: CREDENTIALS_WORK }, httpStatus: reply.httpStatus }
    : reply;
}

/** Profiles at an SM-DP+ through ES2+ (GSMA SGP.22), and operations on chips through an eIM (SGP.32). */
export const es2plus: CarrierAdapter = {
  key: 'esim',
  name: text('eSIM SM-DP+', 'eSIM SM-DP+'),
  platform: Platform.values.eSIM,
  subType: null,
  credentials: [
    {
      name: 'requesterId',
      label: text('请求方标识（OID）', 'Function requester (OID)'),
      isSecret: false,
      maxLength: 128,
    },
    { name: 'notifyToken', label: text('通知密钥', 'Notification token'), isSecret: true, maxLength: 128 },
    {
      name: 'notifierId',
      label: text('通知方标识（OID）', 'Notifier (OID)'),
      isSecret: false,
      isOptional: true,
      maxLength: 128,
    },
    { name: 'eimToken', label: text('eIM 令牌', 'eIM token'), isSecret: true, isOptional: true, maxLength: 256 },
    {
      name: 'certificate',
      label: text('客户端证书（PEM）', 'Client certificate (PEM)'),
      isSecret: true,
      isOptional: true,
      isPem: true,
      maxLength: PEM_LENGTH,
    },
    {
      name: 'privateKey',
      label: text('客户端私钥（PEM）', 'Client key (PEM)'),
      isSecret: true,
      isOptional: true,
      isPem: true,
      maxLength: PEM_LENGTH,
    },
    {
      name: 'authority',
      label: text('SM-DP+ 根证书（PEM）', 'Root certificate of the SM-DP+ (PEM)'),
      isSecret: true,
      isOptional: true,
      isPem: true,
      maxLength: PEM_LENGTH,
    },
  ],
  capabilities: es2plusCapabilities,
  pushes: es2plusPushes,
  operate: {
    echo,
    downloadOrder: (line, { callId, eid, iccid, profileType }) => {
      const body = known({ eid, iccid: iccid === null ? null : iccidToWire(iccid), profileType });
      return callFunction(line, 'downloadOrder', callId, body, downloadOrderAnswer);
    },
    confirmOrder: async (line, { callId, iccid, eid, matchingId, confirmationCode, isReleased }) => {
      const body = known({ iccid: iccidToWire(iccid), eid, matchingId, confirmationCode, releaseFlag: isReleased });
      const reply = await callFunction(line, 'confirmOrder', callId, body, confirmOrderAnswer);
      return told(reply, (answer) => ({
        matchingId: answer.matchingId,
        smdpAddress: answer.smdpAddress ?? null,
      }));
    },
    cancelOrder: (line, { callId, iccid, eid, matchingId, backTo }) => {
      const body = known({ iccid: iccidToWire(iccid), eid, matchingId, finalProfileStatusIndicator: backTo });
      return callFunction(line, 'cancelOrder', callId, body, nothingMore);
    },
    releaseProfile: (line, { callId, iccid }) =>
      callFunction(line, 'releaseProfile', callId, { iccid: iccidToWire(iccid) }, nothingMore),
    getProfileState: async (line, { callId, iccid }) => {
      const body = { iccid: iccidToWire(iccid) };
      const reply = await callFunction(line, 'getProfileStatus', callId, body, profileStatusAnswer);
      return told(reply, ({ profileState, eid }) => ({ state: profileState, eid: eid ?? null }));
    },
    auditChip: (line, args) => chipAsked(line, 'list', args),
    enableProfile: (line, args) => chipAsked(line, 'enable', args),
    disableProfile: (line, args) => chipAsked(line, 'disable', args),
    deleteProfile: (line, args) => chipAsked(line, 'delete', args),
    setFallbackProfile: (line, args) => chipAsked(line, 'setFallback', args),
    getChipOperation: async (line, { eid, reference }) => {
      const asked = { method: 'GET' as const, path: [eid, 'operations', reference] };
      return told(await callEim(line, asked, chipOperationAnswer), ({ state, code, freeSlots, profiles }) => ({
        state,
        code: code ?? null,
        words: code ? writtenCodeWords(code) : null,
        freeSlots: freeSlots ?? null,
        profiles:
          profiles?.map((each) => ({
            iccid: each.iccid,
            isEnabled: each.state === 'enabled',
            isFallback: each.isFallback,
          })) ?? null,
      }));
    },
  },
};
