import { type Text, text } from '@cardinal/primitives/text.ts';

type Continent = { readonly key: string; readonly name: Text; readonly codes: string };

/** The countries of ISO 3166-1 by the continents of UN M49, including its border of Asia and Europe. */
const CONTINENTS: readonly Continent[] = [
  {
    key: 'asia',
    name: text('亚洲', 'Asia'),
    codes:
      'AE AF AM AZ BD BH BN BT CN CY GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE',
  },
  {
    key: 'europe',
    name: text('欧洲', 'Europe'),
    codes:
      'AD AL AT AX BA BE BG BY CH CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK',
  },
  {
    key: 'africa',
    name: text('非洲', 'Africa'),
    codes:
      'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW IO KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TF TG TN TZ UG YT ZA ZM ZW',
  },
  {
    key: 'northAmerica',
    name: text('北美洲', 'North America'),
    codes:
      'AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT US VC VG VI',
  },
  {
    key: 'southAmerica',
    name: text('南美洲', 'South America'),
    codes: 'AR BO BR CL CO EC FK GF GS GY PE PY SR UY VE',
  },
  {
    key: 'oceania',
    name: text('大洋洲', 'Oceania'),
    codes: 'AS AU CC CK CX FJ FM GU HM KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS',
  },
  { key: 'antarctica', name: text('南极洲', 'Antarctica'), codes: 'AQ BV' },
];
const ELSEWHERE: Continent = { key: 'elsewhere', name: text('其他', 'Elsewhere'), codes: '' };

const continentOf = new Map(
  CONTINENTS.flatMap((continent) => continent.codes.split(' ').map((code) => [code, continent] as const)),
);

/** Countries by continent, in the order of the continents; unlisted ones are last. */
export function byContinent<C extends { readonly code: string }>(
  countries: readonly C[],
): { readonly key: string; readonly name: Text; readonly countries: readonly C[] }[] {
  const found = Map.groupBy(countries, ({ code }) => continentOf.get(code) ?? ELSEWHERE);
  return [...CONTINENTS, ELSEWHERE].flatMap((continent) => {
    const here = found.get(continent);
    return here ? [{ key: continent.key, name: continent.name, countries: here }] : [];
  });
}
