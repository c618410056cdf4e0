import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { previewReminder, tryReminders as tryEndpoint } from '@cardinal/contract/api/usageReminders/rules.ts';
import { templateProblem } from '@cardinal/contract/api/usageReminders/template.ts';
import { RemindKind as Kinds, type RemindKind, type RemindVerdict } from '@cardinal/contract/enumerations/reminder.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { bytesPerUnit } from '@cardinal/primitives/dataVolume.ts';
import { say } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { Ctx } from '../../../framework/context.ts';
import { cardsNamed } from '../../cards/face.ts';
import { customerNames, pathsOf } from '../../customers/face.ts';
import { poolsOfCards } from '../../pools/face.ts';
import { type CardSubject, packagesOf, type Subject } from '../judging/cardUses.ts';
import { percentOf, reachedOf } from '../judging/remindRules.ts';
import { rulesFor, runningRules } from '../judging/rulesInForce.ts';
import { ruleOf } from '../managing/switchRule.ts';
import { type RuleRow, WHY } from '../reminderTables.ts';
import { saidOf, thresholdText } from '../saying/remindWords.ts';

const KINDS: readonly RemindKind[] = Kinds.options.map(({ value }) => value);

async function cardOf(ctx: Ctx, iccid: string) {
  const [card] = (await cardsNamed(ctx, iccid)).cards;
  if (!card) throw new Refused(cardNotFound);
  const [holder, path] = [
    (await customerNames(ctx.db, [card.customer_id])).get(card.customer_id) ?? '',
    (await pathsOf(ctx.db, [card.customer_id])).get(card.customer_id) ?? '',
  ];
  return { card, holder, path };
}

/** When these thresholds were told of a package in its cycle, by rule and threshold. */
async function toldBefore(ctx: Ctx, subject: Subject): Promise<ReadonlyMap<string, Date>> {
  const rows = await ctx
    .beyondScope(WHY)
    .selectFrom('usage_reminders.firing')
    .select(['rule_id', 'kind', 'threshold', 'fired_at'])
    .where('subject_id', '=', subject.id)
    .where('period', 'in', ['', subject.period])
    .execute();
  return new Map(rows.map((row) => [`${row.rule_id} ${row.kind} ${row.threshold}`, row.fired_at]));
}

type Judged = { readonly verdict: RemindVerdict; readonly threshold: number | null; readonly toldAt: Date | null };

function judge(rule: RuleRow, subject: CardSubject, told: ReadonlyMap<string, Date>): Judged {
  const reached = reachedOf(rule.kind, rule.thresholds, subject.uses).at(-1) ?? null;
  const nothing = { threshold: null, toldAt: null };
  const isOfUse = rule.kind === 'flowPercent' || rule.kind === 'flowLeft';
  if (isOfUse && subject.isInPool) return { verdict: 'inPool', ...nothing };
  if (isOfUse && subject.uses.allowanceBytes === null) return { verdict: 'noPackage', ...nothing };
  if (isOfUse && subject.isStale) return { verdict: 'unknown', ...nothing };
  if (reached === null) return { verdict: 'below', ...nothing };
  const toldAt = told.get(`${rule.id} ${rule.kind} ${reached}`) ?? null;
  return { verdict: toldAt ? 'told' : 'tells', threshold: reached, toldAt };
}

/** Which rules would say what of a card now. Nothing is written. */
export async function tryReminders(
  ctx: Ctx,
  { iccid, id }: QueryOf<typeof tryEndpoint>,
): Promise<AnswerOf<typeof tryEndpoint>> {
  if (id !== undefined) await ruleOf(ctx, id);
  const { card, holder, path } = await cardOf(ctx, iccid);
  const [subject] = await packagesOf(ctx, [card.id]);
  const pool = (await poolsOfCards(ctx, [card.id])).get(card.id);
  const told = subject ? await toldBefore(ctx, subject) : new Map<string, Date>();
  const isSeen = (customerId: string) => ctx.scope.everything || ctx.scope.customerIds.includes(customerId);
  // Of a rule above only that is told which tells the card's customer.
  const rules = rulesFor(await runningRules(ctx, KINDS, id), path, card.product_code).filter(
    (rule) => isSeen(rule.customer_id) || rule.receivers.includes('holder'),
  );
  return {
    iccid: card.iccid,
    customerName: holder,
    packageName: subject?.packageName ?? null,
    usedPercent: subject ? percentOf(subject.uses) : null,
    endsAt: subject?.endsAt?.toISOString() ?? null,
    poolCode: pool && isSeen(pool.customerId) ? pool.poolCode : null,
    rules: rules.map((rule) => {
      const isFromAbove = !isSeen(rule.customer_id);
      const { verdict, threshold, toldAt }: Judged =
        rule.kind === 'poolPercent'
          ? { verdict: pool ? 'inPool' : 'noPackage', threshold: null, toldAt: null }
          : subject
            ? judge(rule, subject, told)
            : { verdict: 'noPackage', threshold: null, toldAt: null };
      return {
        isFromAbove,
        name: isFromAbove ? null : rule.name,
        kind: rule.kind,
        verdict,
        threshold: threshold === null ? null : say(thresholdText(rule.kind, threshold), ctx.language),
        toldAt: toldAt?.toISOString() ?? null,
        text:
          isFromAbove || !subject || threshold === null
            ? null
            : say(saidOf(rule, subject, threshold, holder), ctx.language),
      };
    }),
  };
}

const GB = bytesPerUnit('GB');
/** A card that has used four fifths of what it has. */
const example = (now: Date, kind: RemindKind): Subject => ({
  id: '0',
  card: { id: '0', iccid: '8986061000000000001', platform: 1, productCode: null },
  poolCode: 'P-EXAMPLE',
  packageName: '5 GB',
  holderId: '0',
  holderPath: '',
  endsAt: new Date(+now + 3 * DAY_MS),
  uses: {
    usedBytes: 4n * GB,
    allowanceBytes: 5n * GB,
    poolPercent: kind === 'poolPercent' ? 80 : null,
    daysLeft: 3,
  },
  period: '',
});
const EXAMPLE_AT: Readonly<Record<RemindKind, number>> = {
  flowPercent: 80,
  flowLeft: 1_024,
  packageEnd: 3,
  poolPercent: 80,
};

/** What a text says of a card, or of an example. Nothing is sent. */
export async function preview(
  ctx: Ctx,
  { kind, textZh, textEn, iccid }: QueryOf<typeof previewReminder>,
): Promise<AnswerOf<typeof previewReminder>> {
  const given = { textZh, textEn };
  const problems = (['textZh', 'textEn'] as const).flatMap((field) => {
    const found = templateProblem(kind, given[field]);
    return found ? [{ field, text: found.text, facts: found.facts ?? {} }] : [];
  });
  if (problems.length > 0) throw new Refused(invalid, {}, problems);
  const said = { kind, text_zh: textZh, text_en: textEn };
  const at = EXAMPLE_AT[kind];
  if (iccid === undefined) {
    const shown = saidOf(said, example(ctx.clock.now(), kind), at, '示例客户');
    return { isExample: true, textZh: shown.zh, textEn: shown.en };
  }
  const { card, holder } = await cardOf(ctx, iccid);
  const [subject] = await packagesOf(ctx, [card.id]);
  const bare: Subject = {
    ...example(ctx.clock.now(), kind),
    card: { id: card.id, iccid: card.iccid, platform: card.platform, productCode: card.product_code },
    poolCode: null,
    packageName: null,
    endsAt: null,
    uses: { usedBytes: null, allowanceBytes: null, poolPercent: null, daysLeft: null },
  };
  const shown = saidOf(said, subject ?? bare, at, holder);
  return { isExample: false, textZh: shown.zh, textEn: shown.en };
}
