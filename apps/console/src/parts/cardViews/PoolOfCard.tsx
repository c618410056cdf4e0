import { poolFields, poolLabels } from '@cardinal/contract/api/pools/cardPools.ts';
import { listPoolCards, readPoolOfCard } from '@cardinal/contract/api/pools/poolCards.ts';
import { PoolStop } from '@cardinal/contract/enumerations/pool.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Volume } from '@cardinal/ui/Quantity.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import type { ReactNode } from 'react';
import { LinesTable } from '../../kit/LinesTable.tsx';
import { Panel } from '../../kit/Panel.tsx';
import { useRead } from '../../kit/useRead.ts';
import { Link } from '../../shell/Link.tsx';
import { can } from '../../shell/permissions.ts';
import { Facts } from './Facts.tsx';

const { poolCode, contributed, joinedAt, leftAt, capBytes } = listPoolCards.fields;
const words = {
  left: text('已于 {at} 离开 {pool}', 'Left {pool} on {at}'),
  rank: text('用量排名', 'Rank by usage'),
  place: text('第 {place}，共 {n} 张', '{place} of {n}'),
};

export type Membership = AnswerOf<typeof readPoolOfCard>['memberships'][number];

type Naming = { readonly poolCode: string; readonly name: string; readonly isSub?: boolean };
/** Whoever may see sub-pools alone has a screen for these. */
const pathOf = ({ poolCode, isSub }: Naming) =>
  `/poolManagement/${isSub && can('cardPool.viewSub') ? 'subPoolDetail' : 'poolDetail'}?poolCode=${encodeURIComponent(poolCode)}`;
export const Named = ({ pool }: { pool: Naming }) => <Link to={pathOf(pool)}>{`${pool.name} · ${pool.poolCode}`}</Link>;

function Present({ of }: { of: Membership }) {
  const t = useText();
  return (
    <Facts
      facts={[
        { label: poolCode.label, value: <Named pool={of} /> },
        ...(of.parent ? [{ label: poolLabels.above, value: <Named pool={of.parent} /> }] : []),
        { label: poolFields.cycle.label, value: of.cycle },
        { label: contributed.label, value: of.contributed === null ? null : <Volume bytes={of.contributed} /> },
        { label: poolFields.used.label, value: <Volume bytes={of.used} /> },
        {
          label: words.rank,
          value:
            of.rank === null || of.used === '0'
              ? null
              : t(words.place, { place: countAmount(of.rank.place), n: countAmount(of.rank.of) }),
        },
        {
          label: capBytes.label,
          value: of.capBytes === null ? t(capBytes.absent ?? nouns.none) : <Volume bytes={of.capBytes} />,
        },
        ...(of.stoppedBy ? [{ label: PoolStop.title, value: t(PoolStop.labelOf(of.stoppedBy)) }] : []),
        { label: joinedAt.label, value: <TimeText at={of.joinedAt} /> },
      ]}
    />
  );
}

/** The pools a card was in before, latest first. */
function Former({ of }: { of: readonly Membership[] }) {
  return (
    <LinesTable heads={[poolCode.label, joinedAt.label, leftAt.label]}>
      {of.map((each) => (
        <tr key={each.id}>
          <td>
            <Named pool={each} />
          </td>
          <td>
            <TimeText at={each.joinedAt} />
          </td>
          <td>{each.leftAt === null ? null : <TimeText at={each.leftAt} />}</td>
        </tr>
      ))}
    </LinesTable>
  );
}

/** The pool a card is in and those it left, as far as the viewer sees them; nothing for a card that was in none. */
export default function PoolOfCard(props: {
  cardId: string;
  /** All pools it was in, as a table; otherwise the last few in words. */
  isWhole?: boolean;
  actions?: ((present: Membership) => ReactNode) | undefined;
}) {
  const t = useText();
  const { data } = useRead(readPoolOfCard, { cardId: props.cardId });
  if (!data || data.memberships.length === 0) return null;
  const present = data.memberships.find(({ leftAt }) => leftAt === null);
  const left = data.memberships.filter(({ leftAt }) => leftAt !== null);
  return (
    <Panel title={t(poolLabels.pool)} asOf={data.asOf} aside={present && props.actions?.(present)}>
      {props.isWhole ? (
        <Grid columns="wide" gap="l">
          {present ? <Present of={present} /> : null}
          {left.length > 0 ? <Former of={left} /> : null}
        </Grid>
      ) : (
        <>
          {present ? <Present of={present} /> : null}
          {left.slice(0, 3).map((each) => (
            <Paragraph key={each.id} ink="secondary">
              {t(words.left, { at: (each.leftAt ?? '').slice(0, 10), pool: each.name })}
            </Paragraph>
          ))}
        </>
      )}
    </Panel>
  );
}
