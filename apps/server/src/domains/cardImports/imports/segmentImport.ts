import { createHash } from 'node:crypto';
import type { importFromSegments as endpoint } from '@cardinal/contract/api/cardImports/importSources.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { type FieldProblem, Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { said } from '@cardinal/primitives/list.ts';
import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import { countOf, digitsOf, type Segment, segmentProblem } from '@cardinal/primitives/segment.ts';
import type { Ctx } from '../../../framework/context.ts';
import { limitsOf } from '../../settings/face.ts';
import { beginBatch } from '../../sheetImports/face.ts';
import type { ImportAccount } from './importAccounts.ts';
import { CARD_IMPORT } from './importKind.ts';
import { keyOf, overlapOf } from './segmentRules.ts';
import { termsAsked } from './uploadImport.ts';

/** Turns the numbers of segments into the rows of a batch; they are expanded and checked after the response. */
export async function importFromSegments(
  ctx: Ctx,
  { rows, ...asked }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const terms = await termsAsked(ctx, asked);
  const { platform } = terms.account;
  const segments = rows.map(({ startIccid, endIccid }) => ({ start: digitsOf(startIccid), end: digitsOf(endIccid) }));
  const wrong = wrongLines(segments, platform);
  if (wrong.length > 0) throw new Refused(invalid, {}, wrong);
  const numbers = segments.reduce((sum, segment) => sum + countOf(segment, platform), 0);
  const { importRows } = await limitsOf(ctx.db);
  if (numbers > importRows) {
    const found = problem(
      '单次导入上限 {most} 条，号段共 {n} 个号码',
      'At most {most} cards per import; the segments contain {n}',
      {
        most: importRows,
        n: numbers,
      },
    );
    throw new Refused(invalid, {}, [{ field: 'rows', ...found }]);
  }
  const [first] = segments;
  const more = segments.length > 1 ? ` (+${segments.length - 1})` : '';
  const source = {
    fileName: `${first?.start}-${first?.end}${more}`,
    bytes: 0,
    sha256: createHash('sha256').update(JSON.stringify(segments)).digest('hex'),
  };
  return beginBatch(ctx, CARD_IMPORT, source, {
    ...terms,
    own: { ...terms.own, mode: 'segment', segments: JSON.stringify(segments) },
  });
}

/** Reports, at its own field, every line that is no segment of the carrier or shares a number with an earlier one. */
function wrongLines(segments: readonly Segment[], platform: ImportAccount['platform']): FieldProblem[] {
  const inLine = (row: number, reason: Problem): Problem =>
    problem('第 {row} 行：{reason}', 'Line {row}: {reason}', { row, reason: said(reason) });
  const wrong = segments.flatMap((segment, at): FieldProblem[] => {
    const found = segmentProblem(segment, { platform });
    return found ? [{ field: `rows.${at}.${found.field}`, ...inLine(at + 1, found.problem) }] : [];
  });
  if (wrong.length > 0) return wrong;
  const clash = overlapOf(
    segments.map(({ start, end }, at) => ({ start: keyOf(start, platform), end: keyOf(end, platform), row: at + 1 })),
  );
  if (!clash) return [];
  const [one, other] = clash;
  const reason = problem('与第 {other} 行重叠', 'Overlaps with line {other}', { other: one.row });
  return [{ field: `rows.${other.row - 1}.startIccid`, ...inLine(other.row, reason) }];
}
