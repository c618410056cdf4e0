import type {
  governingDisplayStrategy,
  previewDisplayStrategy,
} from '@cardinal/contract/api/control/displayStrategies.ts';
import { DisplayPart } from '@cardinal/contract/enumerations/control.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { bytesOf, volumeText } from '@cardinal/primitives/dataVolume.ts';
import { type Language, say, type Text, text } from '@cardinal/primitives/text.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { customerOf, idsOfPath } from '../../customers/face.ts';
import type { DisplayStrategyRow } from '../controlTables.ts';
import { boundTo, displayStrategyOf } from './displayBindings.ts';
import { type CardSight, concerning, lookOf, type Seen, seenAs } from './displayRules.ts';

const words = {
  number: text('业务号码', 'Number'),
  day: text('{day} 用量', 'Usage on {day}'),
};
const card = {
  status: text('已激活', 'Activated'),
  location: text('广东省 深圳市', 'Shenzhen, Guangdong'),
  carrier: text('中国移动', 'China Mobile'),
};

/** Days back from today: within every history, at the edge of a short one, and far back. */
const DAYS = [0, 40, 400];

/** An example: no card is concerned. */
const exampleCard = (now: Date, language: Language): CardSight => ({
  iccid: '89860123456789012346',
  number: '1064012345678',
  status: say(card.status, language),
  imei: '867530090210017',
  location: say(card.location, language),
  carrier: say(card.carrier, language),
  remainingBytes: bytesOf('3.4567', 'GB'),
  days: DAYS.map((back, at) => ({
    day: dayText(new Date(now.getTime() - back * DAY_MS)),
    bytes: bytesOf(['128.46', '1536.78', '76.5'][at] ?? '1', 'MB'),
  })),
});

/** The card line by line: as it is, and as the audience sees it. */
function linesOf(truth: CardSight, seen: Seen | undefined, language: Language) {
  const line = (label: Text, whole: string, shown: string | undefined) => ({
    label: say(label, language),
    truth: whole,
    seen: seen === undefined ? whole : (shown ?? null),
  });
  const part = (name: 'status' | 'imei' | 'location' | 'carrier') =>
    line(DisplayPart.labelOf(name), truth[name], seen?.[name]);
  const remaining = volumeText(truth.remainingBytes);
  return [
    line(text('ICCID', 'ICCID'), truth.iccid, seen?.iccid),
    line(words.number, truth.number, seen?.number),
    part('status'),
    part('carrier'),
    part('imei'),
    part('location'),
    line(DisplayPart.labelOf('remaining'), remaining, seen?.remaining),
    ...truth.days.map(({ day, bytes }) => ({
      ...line(words.day, volumeText(bytes), seen?.days?.find((each) => each.day === day)?.volume),
      label: say(words.day, language, { day }),
    })),
  ];
}

function linesFor(ctx: Ctx, strategy: DisplayStrategyRow | undefined) {
  const now = ctx.clock.now();
  const truth = exampleCard(now, ctx.language);
  return linesOf(truth, strategy && seenAs(lookOf(strategy), truth, dayText(now)), ctx.language);
}

export const preview = async (
  ctx: Ctx,
  { id }: QueryOf<typeof previewDisplayStrategy>,
): Promise<AnswerOf<typeof previewDisplayStrategy>> => ({ lines: linesFor(ctx, await displayStrategyOf(ctx, id)) });

/** Among the caller's own enabled strategies. */
export async function governing(
  ctx: Ctx,
  { audience, packageId, productCode, customerId }: QueryOf<typeof governingDisplayStrategy>,
): Promise<AnswerOf<typeof governingDisplayStrategy>> {
  const strategies = await ctx.db
    .selectFrom('control.display_strategy')
    .selectAll()
    .where('customer_id', '=', accountOf(ctx).customerId)
    .where('audience', '=', audience)
    .where('is_enabled', '=', true)
    .execute();
  const bound = await boundTo(
    ctx,
    strategies.map(({ id }) => id),
  );
  const customer = customerId === undefined ? undefined : await customerOf(ctx.db, customerId);
  const found = concerning(
    [...bound].flatMap(([strategyId, each]) => each.map(({ kind, id }) => ({ strategyId, kind, objectId: id }))),
    { packageId, productCode, customerPath: customer ? idsOfPath(customer.path) : [] },
  );
  const strategyOf = (id: string | undefined) => strategies.find((each) => each.id === id);
  const [first, ...others] = found;
  const holding = strategyOf(first?.strategyId);
  const object =
    first && bound.get(first.strategyId)?.find(({ kind, id }) => kind === first.kind && id === first.objectId);
  return {
    strategy: holding ? { id: holding.id, name: holding.name } : null,
    by: object ? { kind: object.kind, name: object.name } : null,
    overruled: others.map(({ kind, strategyId }) => ({ kind, strategyName: strategyOf(strategyId)?.name ?? '' })),
    lines: linesFor(ctx, holding),
  };
}
