import { readNumberStock } from '@cardinal/contract/api/esim/numbers.ts';
import { daysLong } from '@cardinal/primitives/dayWords.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useLanguage, useText } from '@cardinal/ui/language.tsx';
import { ShareBar } from '@cardinal/ui/layout/Bar.tsx';
import { Grid, Tracks } from '@cardinal/ui/layout/Grid.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { countryName } from '../../../kit/CountryName.tsx';
import { Panel } from '../../../kit/Panel.tsx';
import { Link } from '../../../shell/Link.tsx';
import './esim.css';
import { useRead } from '../../../kit/useRead.ts';

const words = {
  title: text('库存与可用天数', 'Stock and days of supply'),
  about: text('约{time}', 'about {time}'),
  idle: text('30 天内未使用', 'none used in 30 days'),
  out: text('已用完', 'used up'),
};
/** Below this many days new stock must be bought. */
const SOON_DAYS = 14;
/** The kind, its country, the share, how many, how long they last. */
const COLUMNS = 'minmax(0, 5fr) minmax(0, 3fr) minmax(0, 2fr) 28px minmax(102px, 4fr)';

const freeOf = (profileType: string, country: string) =>
  new URLSearchParams({ profileType, country, inStock: 'true' }).toString();

/** The free stock of each kind and how long it lasts, the shortest supply first. A click filters the list by it. */
export function StockPanel() {
  const t = useText();
  const language = useLanguage();
  const stock = useRead(readNumberStock);
  const lines = stock.data ?? [];
  const most = Math.max(1, ...lines.map((line) => line.free));
  if (stock.data?.length === 0) return null;
  return (
    <Panel title={t(words.title)} state={stock} height={84}>
      <Grid as="ul" columns="wide" gap="s" size="m">
        {lines.map(({ profileType, country, free, daysLeft }) => (
          <Tracks as="li" columns={COLUMNS} gap="s" align="center" key={`${profileType} ${country}`}>
            <Span isCut>
              <Link to={`/esimManagement/codeNumberList?${freeOf(profileType, country)}`}>{profileType}</Link>
            </Span>
            <Span as="small" isCut>
              {countryName(country, language)}
            </Span>
            <ShareBar share={free / most} />
            <Span weight="medium" align="end">
              {countAmount(free)}
            </Span>
            <Span as="small" isCut ink={daysLeft !== null && daysLeft < SOON_DAYS ? 'danger' : undefined}>
              {free === 0
                ? t(words.out)
                : daysLeft === null
                  ? t(words.idle)
                  : t(words.about, { time: daysLong(daysLeft) })}
            </Span>
          </Tracks>
        ))}
      </Grid>
    </Panel>
  );
}
