import { EsimEnableState, Lifecycle, OnlineState } from '@cardinal/contract/enumerations/card.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Volume } from '@cardinal/ui/Quantity.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeAgo, TimeText } from '@cardinal/ui/TimeText.tsx';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { Nothing } from '../../../kit/table/cells.tsx';
import { hasUnlimitedData } from '../../../parts/cards/unlimitedData.ts';
import { Link } from '../../../shell/Link.tsx';
import { ENABLE_LOOKS, ONLINE_LOOKS } from './esimLooks.ts';
import type { Chip } from './useChip.ts';

const words = {
  number: text('码号', 'Number'),
  state: text('启用状态', 'Enable state'),
  card: text('卡状态', 'Card'),
  ends: text('套餐到期', 'Package ends'),
  read: text('用量时间', 'Usage read'),
  open: text('打开', 'Open'),
  none: text('芯片上还没有码号', 'No numbers on the chip yet'),
  stays: text('套餐和用量属于码号各自的卡。', 'Package and usage belong to each number’s own card.'),
};

/** Package and usage of every number of the chip, from their cards. */
export function PackagesTab({ chip }: { chip: Chip }) {
  const t = useText();
  if (chip.slots.length === 0) return <EmptyState title={t(words.none)} />;
  return (
    <>
      <LinesTable
        heads={[
          words.number,
          words.state,
          words.card,
          nouns.online,
          nouns.package,
          words.ends,
          figures(nouns.used),
          figures(nouns.allowance),
          words.read,
          words.open,
        ]}
      >
        {chip.slots.map((slot) => (
          <tr key={slot.numberId}>
            <td>
              <Identifier value={slot.iccid} />
            </td>
            <td>
              <StatusTag {...ENABLE_LOOKS[slot.enableState]} word={t(EsimEnableState.labelOf(slot.enableState))} />
            </td>
            <td>{t(Lifecycle.labelOf(slot.lifecycle))}</td>
            <td>
              <StatusTag
                {...(ONLINE_LOOKS[slot.onlineState] ?? { shape: 'half', tone: 'neutral' })}
                word={t(OnlineState.labelOf(slot.onlineState))}
              />
            </td>
            <td>{slot.packageName ?? <Nothing />}</td>
            <td>{slot.packageEndsAt ? <TimeText at={slot.packageEndsAt} /> : <Nothing />}</td>
            <FigureCell>{slot.flowUsed ? <Volume bytes={slot.flowUsed} /> : <Nothing />}</FigureCell>
            <FigureCell>
              {slot.flowTotal ? (
                <Volume bytes={slot.flowTotal} />
              ) : hasUnlimitedData(slot) ? (
                t(nouns.unlimited)
              ) : (
                <Nothing />
              )}
            </FigureCell>
            <td>{slot.usageAt ? <TimeAgo at={slot.usageAt} /> : <Nothing />}</td>
            <td>
              <Link to={`/cardsManagement/cardDetailOther/${slot.numberId}`}>{t(words.open)}</Link>
            </td>
          </tr>
        ))}
      </LinesTable>
      <p className="field-help">{t(words.stays)}</p>
    </>
  );
}
