import { DONE } from '@cardinal/contract/framework/endpoint.ts';
import { OperationType } from '@cardinal/contract/tasks/operationTypes.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { endSessions } from './sessionStore.ts';

export async function signOut(ctx: Ctx) {
  const { accountId, sessionId, account, customerId, viewedFrom } = accountOf(ctx);
  await endSessions(ctx.beyondScope('my own session, whatever my data scope'), accountId, {
    reason: 'logout',
    at: ctx.clock.now(),
    only: [sessionId],
  });
  ctx.note(
    viewedFrom
      ? {
          operation: OperationType.values.ViewSensitive,
          customerId,
          objectKind: 'customer',
          objectId: customerId,
          after: { viewEnded: true },
        }
      : { objectKind: 'session', objectId: sessionId, summary: account },
  );
  return DONE;
}

export async function endMySessions(ctx: Ctx, only: readonly string[] | undefined) {
  const { accountId, sessionId } = accountOf(ctx);
  if (only?.length === 0) return { ended: 0 };
  const ended = await endSessions(ctx.beyondScope('my own sessions, whatever my data scope'), accountId, {
    reason: 'revoked',
    at: ctx.clock.now(),
    except: sessionId,
    ...(only ? { only } : {}),
  });
  ctx.note({ objectKind: 'account', objectId: accountId, after: { endedSessions: ended } });
  return { ended };
}
