import { PLACE_DAYS } from '@cardinal/contract/api/carrierSync/sessions.ts';
import { readChipPlaces } from '@cardinal/contract/api/esimOperations/chips.ts';
import { enableOnChips, writeChips } from '@cardinal/contract/api/esimOperations/operations.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useLanguage, useText } from '@cardinal/ui/language.tsx';
import { Columns } from '@cardinal/ui/layout/Grid.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { CallButton } from '../../../kit/CallButton.tsx';
import { countryName } from '../../../kit/CountryName.tsx';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { Panel } from '../../../kit/Panel.tsx';
import { Nothing } from '../../../kit/table/cells.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { CountryUsage } from '../../../parts/cardViews/CountryUsage.tsx';
import { CurrentPlace } from '../../../parts/cardViews/CurrentPlace.tsx';
import type { Chip } from './useChip.ts';
import { useChipSteps } from './useChipSteps.tsx';

const words = {
  unknown: text('所在国家未知', 'Country unknown'),
  unknownHint: text(
    'eIM 上报网络，或当前码号的运营商返回会话所在网络后，显示在这里。',
    'Shown once the eIM reports a network or the active number’s carrier returns one with a session.',
  ),
  local: text('{country} 本地码号', 'Local numbers in {country}'),
  runsLocal: text('当前码号已是该国码号', 'The active number is from this country'),
  none: text('没有该国的空闲码号', 'No free number from this country'),
  where: text('位置', 'Where'),
  onChip: text('已在芯片上', 'On the chip'),
  inStock: text('在库 {n}', '{n} in stock'),
  cost: text('采购价起', 'Cost from'),
};

type Answer = AnswerOf<typeof readChipPlaces>;

/** Where the chip is, where its numbers used data, and which numbers it has for that country. */
export default function PlacesTab({ chip }: { chip: Chip }) {
  const t = useText();
  const days = PLACE_DAYS.initial;
  const places = useRead(readChipPlaces, { eid: chip.eid, days }, { keepsPrevious: true });
  const { data } = places;
  return (
    <Stack>
      {data?.current ? (
        <Columns side="third">
          <CurrentPlace place={data.current} />
          {data.current.country ? <LocalNumbers chip={chip} data={data} country={data.current.country} /> : null}
        </Columns>
      ) : data ? (
        <Panel title={t(words.unknown)}>
          <Paragraph ink="secondary">{t(words.unknownHint)}</Paragraph>
        </Panel>
      ) : null}
      <CountryUsage countries={data?.countries} days={days} state={places} />
    </Stack>
  );
}

function LocalNumbers({ chip, data, country }: { chip: Chip; data: Answer; country: string }) {
  const t = useText();
  const language = useLanguage();
  const steps = useChipSteps();
  const isDriven = chip.architecture !== 'consumer';
  const isEmpty = data.onChip.length === 0 && data.stock.length === 0;
  return (
    <Panel
      title={t(words.local, { country: countryName(country, language) })}
      aside={data.runs === country ? <span>{t(words.runsLocal)}</span> : null}
    >
      {isEmpty ? (
        <Paragraph ink="secondary">{t(words.none)}</Paragraph>
      ) : (
        <LinesTable heads={[nouns.profileType, words.where, figures(words.cost), nouns.action]}>
          {data.onChip.map(({ iccid, profileType }) => (
            <tr key={iccid}>
              <td>{profileType}</td>
              <td>{t(words.onChip)}</td>
              <FigureCell>
                <Nothing />
              </FigureCell>
              <td>
                {isDriven ? (
                  <CallButton
                    call={enableOnChips}
                    size="small"
                    onClick={() => steps.enable([chip.eid], undefined, { profileType, country })}
                  >
                    {t(verbs.enable)}
                  </CallButton>
                ) : null}
              </td>
            </tr>
          ))}
          {data.stock.map(({ profileType, free, cost, currency }) => (
            <tr key={`${profileType} ${currency}`}>
              <td>{profileType}</td>
              <td>{t(words.inStock, { n: countAmount(free) })}</td>
              <FigureCell>
                {cost === null ? <Nothing /> : <Money minor={cost} currency={currency ?? 'CNY'} showCurrency />}
              </FigureCell>
              <td>
                <CallButton
                  call={writeChips}
                  size="small"
                  onClick={() => steps.write([chip.eid], undefined, { profileType, country })}
                >
                  {t(verbs.writeNumber)}
                </CallButton>
              </td>
            </tr>
          ))}
        </LinesTable>
      )}
      {steps.dialog}
    </Panel>
  );
}
