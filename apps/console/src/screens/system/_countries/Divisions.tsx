import { listDivisions } from '@cardinal/contract/api/settings/countries.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Box, ScrollBox } from '@cardinal/ui/layout/Box.tsx';
import { PickButton } from '@cardinal/ui/layout/Choices.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { useState } from 'react';
import { useRead } from '../../../kit/useRead.ts';

const words = {
  provinces: text('省级', 'Provinces'),
  cities: text('地级', 'Cities'),
  districts: text('县级', 'Districts'),
  pick: text('选择上一级查看', 'Select a parent to view'),
  leaf: text('没有下一级', 'Nothing below'),
};

/** Nothing is asked before something above was chosen; the provinces stand under nothing. */
function useDivisions(under: string | undefined, isAsked: boolean) {
  const { data } = useRead(listDivisions, under ? { under } : {}, {
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    isSilent: false,
  });
  return { isAsked, found: isAsked ? data : undefined };
}

function Level(props: {
  title: string;
  divisions: ReturnType<typeof useDivisions>;
  shown: string | undefined;
  onShow: ((code: string) => void) | undefined;
}) {
  const t = useText();
  const { onShow } = props;
  const { isAsked, found } = props.divisions;
  return (
    <Box as="section">
      <Span as="h2" isBlock>
        {props.title} {found ? <small>{found.length}</small> : null}
      </Span>
      {isAsked ? null : <p>{t(words.pick)}</p>}
      {found?.length === 0 ? <p>{t(words.leaf)}</p> : null}
      <ScrollBox as="ul" height="screen">
        {found?.map(({ code, name, below }) => {
          return (
            <li key={code}>
              <PickButton
                isPicked={code === props.shown}
                aria-current={code === props.shown}
                disabled={!onShow || below === 0}
                note={<code>{code}</code>}
                onClick={() => onShow?.(code)}
              >
                {name} {below > 0 ? <small>{below}</small> : null}
              </PickButton>
            </li>
          );
        })}
      </ScrollBox>
    </Box>
  );
}

/** Provinces, cities and districts of China side by side, each list filtered by the previous choice. */
export function Divisions() {
  const t = useText();
  const [province, setProvince] = useState<string>();
  const [city, setCity] = useState<string>();
  const provinces = useDivisions(undefined, true);
  const cities = useDivisions(province, province !== undefined);
  const districts = useDivisions(city, city !== undefined);
  const pickProvince = (code: string) => {
    setProvince(code);
    setCity(undefined);
  };
  return (
    <Grid columns={3} gap="l">
      <Level title={t(words.provinces)} divisions={provinces} shown={province} onShow={pickProvince} />
      <Level title={t(words.cities)} divisions={cities} shown={city} onShow={setCity} />
      <Level title={t(words.districts)} divisions={districts} shown={undefined} onShow={undefined} />
    </Grid>
  );
}
