import { EsimEnableState } from '@cardinal/contract/enumerations/card.ts';
import type { EsimOperationKind, EsimOperationState } from '@cardinal/contract/enumerations/esim.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../framework/context.ts';
import { strategyBehind } from './demoStrategies.ts';
import type { DemoChip, DemoNumber } from './demoWorld.ts';

type Placed = { readonly cardId: string; readonly chip: DemoChip | undefined; readonly number: DemoNumber };
type Asked = {
  readonly kind: EsimOperationKind;
  readonly state: EsimOperationState;
  readonly at: Date;
  readonly said?: { readonly subject: string; readonly reason: string; readonly words: Text };
  readonly points: readonly (readonly [string, boolean, number])[];
};

const { enabled, writeNumber, bind, bindingInProgress, invalid } = EsimEnableState.values;
const AGENT = text('agent', 'agent');
const DEVICE_AWAY_MS = 3 * 86_400_000;
const NO_MORE = {
  subject: '8.2.5',
  reason: '3.7',
  words: text('该类型码号已用完', 'No profiles of this type left'),
};
/** Notification points of a successful download: id, success, seconds after the request. */
const WHOLE_WAY = [
  ['1', true, 20],
  ['3', true, 55],
  ['4', true, 74],
] as const;

/** The operations that brought a number into its state. */
function askedOf({ number }: Placed): Asked[] {
  const { boundAt, state } = number;
  if (!boundAt) return [];
  const later = (minutes: number) => new Date(boundAt.getTime() + minutes * 60_000);
  const download = (how: EsimOperationState, points: Asked['points']): Asked => ({
    kind: 'download',
    state: how,
    at: boundAt,
    points,
  });
  if (state === bindingInProgress) return [download('ordered', [])];
  if (state === bind) return [download('waitingDevice', [])];
  if (state === writeNumber) return [download('released', WHOLE_WAY.slice(0, 2))];
  const done = download('done', WHOLE_WAY);
  if (state === enabled) return [done, { kind: 'enable', state: 'done', at: later(6), points: [] }];
  if (state === invalid) return [done, { kind: 'delete', state: 'done', at: later(2_000), points: [] }];
  return [done];
}

/** The past operations of every number on a chip, and some failures. */
export async function seedOperations(ctx: Ctx, placed: readonly Placed[], smdpAccountId: string): Promise<void> {
  const now = ctx.clock.now();
  const onChips = placed.filter((each) => each.chip !== undefined);
  const asked = onChips.flatMap((each) => askedOf(each).map((operation) => ({ ...each, ...operation })));
  const refused = onChips
    .filter(({ number }, at) => at % 11 === 5 && number.state === enabled)
    .map((each, at) => ({
      ...each,
      kind: 'download' as const,
      state: at % 2 === 0 ? ('failed' as const) : ('expired' as const),
      at: new Date(now.getTime() - (6 + at * 17) * 3_600_000),
      said: at % 2 === 0 ? NO_MORE : undefined,
      points: [],
    }));
  const inOrder = [...asked, ...refused].sort((a, b) => a.at.getTime() - b.at.getTime());
  const rows = inOrder.map((each) => ({ ...each, id: ctx.ids.next() }));
  await ctx.db
    .insertInto('esim_operations.operation')
    .values(
      rows.map(({ id, chip, cardId, number, kind, state, at, said }) => {
        const isOpen = state === 'ordered' || state === 'released' || state === 'waitingDevice';
        return {
          eid: chip?.eid ?? '',
          id,
          customer_id: chip?.customerId ?? '1',
          card_id: cardId,
          iccid: number.iccid,
          kind,
          function_call_identifier: `demo-${id}`,
          state,
          subject_code: said?.subject ?? null,
          reason_code: said?.reason ?? null,
          words: said ? JSON.stringify(said.words) : null,
          cause: strategyBehind(chip) ? ('strategy' as const) : ('console' as const),
          asked_account_id: strategyBehind(chip) ? null : '1003',
          asked_name: say(strategyBehind(chip) ?? AGENT, ctx.language),
          asked_at: at,
          sent_at: new Date(at.getTime() + 2_000),
          expires_at: isOpen ? new Date(now.getTime() + DEVICE_AWAY_MS) : null,
          closed_at: isOpen ? null : new Date(at.getTime() + 80_000),
          carrier_account_id: smdpAccountId,
          next_check_at: isOpen ? new Date(now.getTime() + DEVICE_AWAY_MS) : null,
        };
      }),
    )
    .execute();
  const points = rows.flatMap(({ id, chip, cardId, number, at, points: heard }) =>
    heard.map(([point, isSuccess, seconds]) => ({
      eid: chip?.eid ?? '',
      id: ctx.ids.next(),
      operation_id: id,
      card_id: cardId,
      iccid: number.iccid,
      point,
      is_success: isSuccess,
      at: new Date(at.getTime() + seconds * 1_000),
      received_at: new Date(at.getTime() + seconds * 1_000 + 400),
      sameness: `${id}:${point}`,
    })),
  );
  await ctx.db.insertInto('esim_operations.notification_point').values(points).execute();
}
