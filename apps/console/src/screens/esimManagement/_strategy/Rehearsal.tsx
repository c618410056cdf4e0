import type { simulateMove } from '@cardinal/contract/api/esimOperations/strategies.ts';
import { StrategyDecision } from '@cardinal/contract/enumerations/esim.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { LinesTable } from '../../../kit/LinesTable.tsx';
import { hrefOf, navigate } from '../../../shell/navigation.ts';
import { chipPath } from '../_esim/chipPath.ts';

const words = {
  chips: text('芯片', 'Chips'),
  looked: text('{n} 张，逐一试算前 {looked} 张', '{n}; the first {looked} evaluated'),
  counts: text(
    '写号 {writes} · 切换 {switches} · 不变 {stays}',
    '{writes} to write · {switches} to switch · {stays} unchanged',
  ),
  needs: text('需要码号', 'Numbers needed'),
  need: text('{kind} {wanted} 个（在库 {free}）', '{wanted} {kind} ({free} in stock)'),
  none: text('范围内没有芯片', 'No chips in scope'),
};

/** A dry run of a strategy on its chips. */
export function Rehearsal({ of }: { of: AnswerOf<typeof simulateMove> }) {
  const t = useText();
  const n = countAmount;
  if (of.chips === 0) return <EmptyState title={t(words.none)} />;
  return (
    <>
      <FactsList
        facts={[
          {
            label: words.chips,
            value: of.looked < of.chips ? t(words.looked, { n: n(of.chips), looked: n(of.looked) }) : n(of.chips),
          },
          {
            label: nouns.outcome,
            value: t(words.counts, { writes: n(of.writes), switches: n(of.switches), stays: n(of.stays) }),
          },
          ...(of.needs.length === 0
            ? []
            : [
                {
                  label: words.needs,
                  value: of.needs
                    .map(({ profileType, wanted, free }) =>
                      t(words.need, { kind: profileType, wanted: n(wanted), free: n(free) }),
                    )
                    .join('，'),
                },
              ]),
        ]}
      />
      <LinesTable heads={[nouns.eid, nouns.decision, nouns.profileType, nouns.reason]}>
        {of.rows.map((row) => (
          <tr key={row.eid}>
            <td>
              <Identifier value={row.eid} href={hrefOf(chipPath(row.eid))} onOpen={() => navigate(chipPath(row.eid))} />
            </td>
            <Span as="td" isOneLine>
              {t(StrategyDecision.labelOf(row.decision))}
            </Span>
            <Span as="td" isOneLine>
              {row.profileType ?? '—'}
            </Span>
            <td className="is-prose">{row.why}</td>
          </tr>
        ))}
      </LinesTable>
    </>
  );
}
