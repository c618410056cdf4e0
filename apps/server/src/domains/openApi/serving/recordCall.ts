import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { paceClass } from '../paceRules.ts';
import { startOf } from './authenticateCall.ts';
import type { OpenCall } from './openCall.ts';

const HOUR_MS = 3_600_000;

/** Stores the call in the key's log and counts it in its hour. */
export async function recordCall(ctx: Ctx, call: OpenCall): Promise<void> {
  const at = ctx.clock.now();
  const hour = startOf(at, HOUR_MS);
  const { key, milliseconds, idempotencyKey, ...kept } = call;
  await sql`
    with line as (
      insert into open_api.call (id, at, key_id, customer_id, interface, method, path, status, code, milliseconds, address,
        request_id, idempotency_key)
      values (${ctx.ids.next()}, ${at}, ${key.id}, ${key.customerId}, ${kept.interface}, ${kept.method}, ${kept.path},
        ${kept.status}, ${kept.code}, ${milliseconds}, ${ctx.address}, ${ctx.requestId}, ${idempotencyKey ?? null})
    ), paced as (
      insert into open_api.call_pace as p (key_id, interface, hour, class, calls)
      values (${key.id}, ${kept.interface}, ${hour}, ${paceClass(milliseconds)}, 1)
      on conflict (key_id, interface, hour, class) do update set calls = p.calls + 1
    )
    insert into open_api.call_hour as h (key_id, interface, hour, calls, errors)
    values (${key.id}, ${kept.interface}, ${hour}, 1, ${kept.status >= 400 ? 1 : 0})
    on conflict (key_id, interface, hour) do update set calls = h.calls + 1, errors = h.errors + excluded.errors`.execute(
    ctx.db,
  );
}
