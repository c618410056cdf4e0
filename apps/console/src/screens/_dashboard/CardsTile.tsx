import { readCardsTile } from '@cardinal/contract/api/reports/dashboard.ts';
import { CardKind, Lifecycle } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import type { BarTone } from '@cardinal/ui/layout/Bar.tsx';
import { PartsBar } from '@cardinal/ui/layout/Bar.tsx';
import { ScrollBox } from '@cardinal/ui/layout/Box.tsx';
import { ToggleChip } from '@cardinal/ui/layout/Choices.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { useState } from 'react';
import { Panel } from '../../kit/Panel.tsx';
import { CarrierName } from '../../kit/table/CarrierName.tsx';
import { ProofLink } from './ProofLink.tsx';
import { useTile } from './useTile.ts';

const words = {
  message: text('{total} 张卡，{percent}% 已激活', '{total} {total|card|cards}, {percent}% activated'),
  others: text('其他（未列出）', 'Others (not listed)'),
};

const FILLS: Readonly<Record<Lifecycle, BarTone>> = {
  activated: 'success',
  stopped: 'danger',
  unactivated: 'edge',
  cancelled: 'faint',
};

const LOOKS: Readonly<Record<Lifecycle, StatusLook>> = {
  activated: { shape: 'disc', tone: 'good' },
  stopped: { shape: 'square', tone: 'bad' },
  unactivated: { shape: 'ring', tone: 'neutral' },
  cancelled: { shape: 'cross', tone: 'neutral' },
};
const STATES = Object.keys(LOOKS) as Lifecycle[];

type Part = AnswerOf<typeof readCardsTile>['parts'][number];
const sum = (parts: readonly Part[]): number => parts.reduce((total, part) => total + part.count, 0);

/** Cards by carrier and state, one kind at a time; every number links to its list. */
export function CardsTile() {
  const t = useText();
  const tile = useTile(readCardsTile);
  const [picked, setPicked] = useState<CardKind>();
  const parts = tile.data?.parts ?? [];
  const kinds = CardKind.options.filter(({ value }) => parts.some((part) => part.kind === value));
  const kind = kinds.find(({ value }) => value === picked)?.value ?? kinds[0]?.value;
  const ofKind = parts.filter((part) => part.kind === kind);
  const platforms = [...new Set(ofKind.map((part) => part.platform))].map((platform) => {
    const own = ofKind.filter((part) => part.platform === platform);
    return { platform, own, total: sum(own) };
  });
  const most = Math.max(1, ...platforms.map(({ total }) => total));
  const total = tile.data?.total ?? 0;
  const activated = sum(parts.filter((part) => part.lifecycle === Lifecycle.values.activated));
  return (
    <Panel
      title={
        total > 0
          ? t(words.message, { total: countAmount(total), percent: Math.round((activated / total) * 100) })
          : t(nouns.cards)
      }
      state={tile}
      asOf={tile.data?.asOf}
    >
      {tile.data && (
        <>
          <Inline as="fieldset" gap="xs" below="xs" aria-label={t(nouns.cardKind)}>
            {kinds.map(({ value, label }) => (
              <ToggleChip key={value} isOn={value === kind} onClick={() => setPicked(value)}>
                {t(label)} <small>{countAmount(sum(parts.filter((part) => part.kind === value)))}</small>
              </ToggleChip>
            ))}
          </Inline>
          <ScrollBox>
            <table className="lines-table is-counts">
              <thead>
                <tr>
                  <th scope="col">{t(nouns.carrier)}</th>
                  <td className="is-bar" />
                  {STATES.map((state) => (
                    <th key={state} scope="col">
                      <StatusTag {...LOOKS[state]} word={t(Lifecycle.labelOf(state))} />
                    </th>
                  ))}
                  <th scope="col">{t(nouns.total)}</th>
                </tr>
              </thead>
              <tbody>
                {platforms.map(({ platform, own, total: all }) => (
                  <tr key={platform ?? 'others'}>
                    <th scope="row">{platform === null ? t(words.others) : <CarrierName platform={platform} />}</th>
                    <td>
                      <span style={{ display: 'block', width: `${(all / most) * 100}%` }}>
                        <PartsBar
                          isThick
                          parts={STATES.map((state) => ({
                            key: state,
                            tone: FILLS[state],
                            amount: own.find((each) => each.lifecycle === state)?.count ?? 0,
                          }))}
                        />
                      </span>
                    </td>
                    {STATES.map((state) => {
                      const part = own.find((each) => each.lifecycle === state);
                      return (
                        <td key={state}>
                          {part ? <ProofLink link={part.link}>{countAmount(part.count)}</ProofLink> : '—'}
                        </td>
                      );
                    })}
                    <td>{countAmount(all)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
        </>
      )}
    </Panel>
  );
}
