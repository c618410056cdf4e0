-- The register of mobile networks by ITU E.212: codes are texts, for «01» and «1» are two networks.
create table carriers.mobile_network (
  id bigint not null primary key,
  mcc text not null check (mcc ~ '^[0-9]{3}$'),
  mnc text not null check (mnc ~ '^[0-9]{2,3}$'),
  country_code text,
  zh text,
  en text not null,
  rats text[] not null,
  -- the family whose own network it is; null abroad
  platform smallint,
  -- carrier accounts whose cards may roam on it
  through bigint[] not null default '{}',
  remark text,
  version integer not null default 1,
  updated_at timestamptz not null,
  unique (mcc, mnc)
);
create index mobile_network_country on carriers.mobile_network (country_code);

insert into carriers.mobile_network (id, country_code, mcc, mnc, zh, en, rats, platform, updated_at)
select row_number() over (order by f[2], f[3]), f[1], f[2], f[3], nullif(f[4], ''), f[5],
  coalesce(string_to_array(nullif(f[6], ''), ' '), '{}'), nullif(f[7], '')::smallint, '2026-11-21T00:00:00Z'
from (select string_to_array(line, '|') as f from regexp_split_to_table($$GR|202|01||Cosmote|2G 4G 5G|
GR|202|02||Cosmote|2G 4G 5G|
GR|202|05||Vodafone|2G 3G 4G 5G|
GR|202|09||NOVA|2G 4G 5G|
GR|202|10||NOVA|2G 4G 5G|
NL|204|02||Tele2|4G|
NL|204|04||Vodafone|2G 4G 5G|
NL|204|08||KPN|2G 3G 4G 5G|
NL|204|10||KPN|2G 4G|
NL|204|11||Greenet Netwerk B.V|4G|
NL|204|15||Ziggo|4G|
NL|204|16||T-Mobile (BEN)|2G 3G 4G 5G|
NL|204|20||T-Mobile|2G 3G 4G 5G|
NL|204|21||ProRail B.V.|2G|
NL|204|25||CapX B.V.|2G|
BE|206|01||Proximus|2G 3G 4G 5G|
BE|206|03||Citymesh Connect|4G|
BE|206|10||Orange Belgium|2G 3G 4G 5G|
BE|206|20||Base|2G 3G 4G 5G|
FR|208|01||Orange|2G 3G 4G 5G|
FR|208|02||Orange|2G 3G 4G 5G|
FR|208|09||SFR|2G 3G 4G 5G|
FR|208|10||SFR|2G 3G 4G 5G|
FR|208|11||SFR|3G|
FR|208|13||SFR|2G 3G 4G 5G|
FR|208|15||Free|3G 4G 5G|
FR|208|16||Free|4G|
FR|208|19||Haute-Garonne numérique|4G|
FR|208|20||Bouygues|2G 3G 4G 5G|
FR|208|23||Syndicat mixte ouvert Charente Numérique|4G|
FR|208|35||Free|3G 4G|
FR|208|36||Free|3G 4G|
FR|208|88||Bouygues|2G 3G 4G 5G|
FR|208|96||Région Bourgogne-Franche-Comté|4G|
ES|214|01||Vodafone|2G 3G 4G 5G|
ES|214|02||Fibracat|4G|
ES|214|03||Orange|2G 3G 4G 5G|
ES|214|04||Yoigo|4G 5G|
ES|214|07||Movistar|2G 3G 4G 5G|
ES|214|17||Móbil R|5G|
ES|214|28||Murcia4G|4G|
ES|214|29||Xfera Moviles S.A.U.|4G|
ES|214|34||Aire Networks del Mediterráneo, S.L.U.|4G|
HU|216|01||Yettel Hungary|2G 4G 5G|
HU|216|02||MVM Net Ltd.|4G|
HU|216|03||DIGI|4G|
HU|216|30||Telekom|2G 4G 5G|
HU|216|70||Vodafone|2G 4G 5G|
HU|216|99||MAV GSM-R|2G|
HR|219|01||HT HR|2G 3G 4G 5G|
HR|219|02||Telemach|2G 3G 4G 5G|
HR|219|10||A1 HR|2G 3G 4G 5G|
RS|220|01||Yettel|2G 3G 4G|
RS|220|03||mt:s|2G 3G 4G|
RS|220|05||A1 SRB|2G 3G 4G|
IT|222|01||TIM|2G 4G|
IT|222|10||Vodafone|2G 4G 5G|
IT|222|30||RFI|2G|
IT|222|38||LINKEM|4G 5G|
IT|222|41||GO internet|4G 5G|
IT|222|43||TIM|5G|
IT|222|47||Fastweb|4G 5G|
IT|222|50||Iliad|3G 4G 5G|
IT|222|88||WINDTRE|2G 3G 4G 5G|
IT|222|99||WINDTRE|3G 4G|
RO|226|01||Vodafone|2G 3G 4G 5G|
RO|226|03||Telekom|2G 4G|
RO|226|05||Digi.Mobil|2G 3G 4G 5G|
RO|226|10||Orange|2G 3G 4G 5G|
CH|228|01||Swisscom|3G 4G 5G|
CH|228|02||Sunrise|3G 4G 5G|
CH|228|03||Salt|3G 4G 5G|
CH|228|06||SBB-CFF-FFS|2G|
CH|228|08||Tele4u|2G|
CZ|230|01||T-Mobile|2G 4G 5G|
CZ|230|02||O2|2G 4G 5G|
CZ|230|03||Vodafone|2G 4G 5G|
CZ|230|04||Nordic Telecom Regional s.r.o.|4G|
CZ|230|05||PODA a.s.|4G|
CZ|230|06||Nordic Telecom 5G a.s.|4G|
CZ|230|07||T-Mobile|4G|
CZ|230|98||Správa železniční dopravní cesty, s.o.|2G|
SK|231|01||Orange|2G 3G 4G 5G|
SK|231|02||Telekom|2G 3G 4G 5G|
SK|231|03||4ka|4G 5G|
SK|231|04||Telekom|2G 3G|
SK|231|05||Orange|2G 3G|
SK|231|06||O2|2G 3G 4G 5G|
AT|232|01||A1.net|2G 3G 4G 5G|
AT|232|03||Magenta|2G 3G 4G 5G|
AT|232|05||3|2G 3G 4G|
AT|232|10||3|3G 4G 5G|
AT|232|92||ArgoNET|4G|
GB|234|00||BT|2G 3G|
GB|234|02||O2 (UK)|2G 3G 4G 5G|
GB|234|03||Airtel-Vodafone|2G 3G 4G|
GB|234|10||O2 (UK)|2G 3G 4G 5G|
GB|234|11||O2 (UK)|2G 3G 4G 5G|
GB|234|14||Link Mobility UK Ltd|2G|
GB|234|15||Vodafone UK|2G 3G 4G 5G|
GB|234|19||PMN|2G|
GB|234|20||3|3G 4G 5G|
GB|234|30||EE|2G 3G 4G 5G|
GB|234|33||EE|2G 3G 4G 5G|
GB|234|34||EE|2G 3G 4G 5G|
GB|234|36||Sure Mobile|2G 3G 4G|
GB|234|50||JT|2G 3G 4G|
GB|234|51||Relish|4G|
GB|234|55||Sure Mobile|2G 3G 4G|
GB|234|58||Pronto GSM|2G 3G 4G|
GB|234|73||Bluewave Communications Ltd|4G|
GB|234|76||BT|2G|
GB|234|88||telet|2G 4G 5G|
GB|235|88||telet|4G 5G|
DK|238|01||TDC|2G 3G 4G 5G|
DK|238|02||Telenor|2G 3G 4G|
DK|238|06||3|3G 4G 5G|
DK|238|15||Net 1|4G|
DK|238|20||Telia|2G 3G 4G|
DK|238|66||TT-Netværket P/S|2G 3G 4G 5G|
SE|240|01||Telia|2G 3G 4G 5G|
SE|240|02||3|3G 4G 5G|
SE|240|03||Net 1|4G|
SE|240|04||SWEDEN|3G|
SE|240|05||Sweden 3G|3G|
SE|240|06||Telenor|3G|
SE|240|07||Tele2|3G 4G|
SE|240|16||42 Telecom AB|2G|
SE|240|21||MobiSir|2G|
SE|240|24||Sweden 2G|2G 4G 5G|
NO|242|01||Telenor|2G 4G 5G|
NO|242|02||Telia|2G 4G 5G|
NO|242|06||ice|4G|
NO|242|14||ice|2G 4G 5G|
NO|242|20||Jernbaneverket AS|2G|
NO|242|21||Jernbaneverket AS|2G|
NO|242|99||TampNet AS|4G|
FI|244|03||DNA|2G|
FI|244|05||Elisa|2G 3G 4G 5G|
FI|244|07||Nokia|2G 3G 4G|
FI|244|12||DNA|2G 3G 4G 5G|
FI|244|14||Ålcom|2G 3G 4G|
FI|244|35||Edzcom Oy|4G|
FI|244|36||Telia / DNA|2G 3G 4G|
FI|244|91||Telia|2G 3G 4G 5G|
LT|246|01||Telia|2G 4G 5G|
LT|246|02||BITĖ|2G 3G 4G|
LT|246|03||Tele2|2G 3G 4G 5G|
LT|246|05||LitRail|2G|
LT|246|08||MEZON|4G 5G|
LV|247|01||LMT|2G 3G 4G 5G|
LV|247|02||Tele2|2G 3G 4G 5G|
LV|247|05||Bite|2G 3G 4G 5G|
EE|248|01||Telia|2G 3G 4G 5G|
EE|248|02||Elisa|2G 3G 4G 5G|
EE|248|03||Tele2|2G 3G 4G|
RU|250|01||MTS|2G 3G 4G 5G|
RU|250|02||MegaFon|2G 3G 4G|
RU|250|08||Vainah Telecom|2G 4G|
RU|250|20||Tele2|2G 3G 4G|
RU|250|22||Vainakh Telecom|4G|
RU|250|27||Letai|2G 4G|
RU|250|32||Win Mobile|2G 3G 4G|
RU|250|33||Sevmobile|2G 3G 4G|
RU|250|34||Krymtelekom|2G 3G|
RU|250|35||MOTIV|2G 4G|
RU|250|60||Volna mobile|2G 3G 4G|
RU|250|96||+7Telecom|2G 3G 4G|
RU|250|97||Phoenix|2G 3G 4G|
RU|250|99||Beeline|2G 3G 4G|
UA|255|01||Vodafone|2G 3G 4G|
UA|255|02||Kyivstar|2G 3G 4G|
UA|255|03||Kyivstar|2G 3G 4G|
UA|255|04||Intertelecom|2G|
UA|255|06||lifecell|2G 3G 4G|
UA|255|07||3Mob; Lycamobile|3G|
UA|255|21||PEOPLEnet|2G|
RU|255|98||MKS (ex. Lugacom)|2G 3G 4G|
BY|257|01||A1|2G 3G|
BY|257|02||MTS|2G 3G|
BY|257|04||life:)|2G 3G|
BY|257|06||beCloud|4G|
PL|260|01||Plus|2G 3G 4G 5G|
PL|260|02||T-Mobile|2G 3G 4G 5G|
PL|260|03||Orange|2G 3G 4G 5G|
PL|260|06||Play|2G 3G 4G 5G|
PL|260|15||Plus|4G|
PL|260|16||Plus|4G|
PL|260|17||Plus|3G 4G|
PL|260|34||NetWorkS!|4G|
DE|262|01||Telekom|2G 4G 5G|
DE|262|02||Vodafone|2G 4G 5G|
DE|262|03||O2|2G 4G 5G|
DE|262|09||Vodafone|2G 4G|
DE|262|15||Airdata|3G|
DE|262|19||450connect|4G|
DE|262|23||1&1|5G|
DE|262|60||DB Telematik|2G|
DE|262|98||private networks|5G|
PT|268|01||Vodafone|2G 3G 4G 5G|
PT|268|03||NOS|2G 3G 4G 5G|
PT|268|06||MEO|2G 3G 4G 5G|
LU|270|01||POST|2G 3G 4G 5G|
LU|270|71||CFL|2G|
LU|270|77||Tango|2G 3G 4G 5G|
LU|270|99||Orange|2G 3G 4G 5G|
IE|272|01||Vodafone|2G 3G 4G 5G|
IE|272|02||3|2G 3G|
IE|272|03||Eir|2G 3G 4G 5G|
IE|272|05||3|3G 4G 5G|
IE|272|07||Eir|2G 3G|
IS|274|01||Síminn|2G 3G 4G|
IS|274|02||Vodafone|2G 3G 4G|
IS|274|04||Viking|2G|
IS|274|08||On-waves|2G|
IS|274|11||Nova|3G 4G 5G|
MT|278|01||Epic|2G 3G 4G 5G|
MT|278|21||GO|2G 3G 4G 5G|
MT|278|77||Melita|3G 4G 5G|
CY|280|01||Cytamobile-Vodafone|2G 3G 4G 5G|
CY|280|10||Epic|2G 3G 4G|
CY|280|20||PrimeTel|3G 4G|
BG|284|01||A1 BG|2G 3G 4G 5G|
BG|284|03||Vivacom|2G 3G 4G 5G|
BG|284|05||Yettel|2G 3G 4G 5G|
BG|284|11||Bulsatcom|4G|
BG|284|13||Ти.ком|4G|
TR|286|01||Turkcell|2G 3G 4G|
TR|286|02||Vodafone|2G 3G 4G|
TR|286|03||Türk Telekom|2G 3G 4G|
SI|293|40||A1 SI|2G 3G 4G 5G|
SI|293|41||Mobitel|2G 4G 5G|
SI|293|64||T-2|3G 4G 5G|
SI|293|70||Telemach|2G 3G 4G 5G|
CA|302|130||Xplore|4G 5G|
CA|302|131||Xplore|4G 5G|
CA|302|220||Telus Mobility, Koodo Mobile, Public Mobile|3G 4G 5G|
CA|302|270||EastLink|3G 4G 5G|
CA|302|300||ECOTEL|4G|
CA|302|310||ECOTEL|4G|
CA|302|320||Rogers Wireless|3G|
CA|302|380||Keewaytinook Mobile|3G|
CA|302|420||ABC|4G|
CA|302|480||Qiniq|2G 4G|
CA|302|490||Freedom Mobile|3G 4G|
CA|302|500||Videotron|3G 4G 5G|
CA|302|510||Videotron|3G 4G 5G|
CA|302|530||Keewaytinook Mobile|2G|
CA|302|610||Bell Mobility|3G 4G 5G|
CA|302|620||ICE Wireless|2G 3G 4G|
CA|302|650||TBaytel|3G 4G|
CA|302|660||MTS|3G 4G|
CA|302|680||SaskTel|4G|
CA|302|690||Bell|3G|
CA|302|720||Rogers Wireless|3G 4G 5G|
CA|302|770||TNW Wireless|3G|
CA|302|780||SaskTel|3G 4G 5G|
CA|302|790||NetSet Communications|4G|
CA|302|880||Bell / Telus / SaskTel|3G|
CA|302|940||Wightman Mobility|3G|
US|310|012||Verizon|4G|
US|310|020||Union Wireless|2G 3G|
US|310|030||AT&T|2G|
GU|310|032||IT&E Wireless|2G 3G 4G|
US|310|034||Airpeak|2G|
US|310|066||U.S. Cellular|2G|
US|310|070||AT&T|2G|
US|310|080||AT&T|2G|
US|310|090||AT&T|2G|
US|310|100||Plateau Wireless|2G 3G|
MP|310|110||IT&E Wireless|2G 3G 4G|
US|310|120||T-Mobile|4G|
US|310|130||Carolina West Wireless|3G|
GU|310|140||GTA Wireless|2G 3G 4G 5G|
US|310|150||AT&T|2G 3G|
US|310|160||T-Mobile|2G|
US|310|170||AT&T|2G|
US|310|180||West Central|2G 3G|
US|310|190||GCI|2G|
US|310|260||T-Mobile|2G 4G 5G|
US|310|320||Cellular One|2G 3G|
US|310|340||Limitless Mobile|2G|
GU|310|370||Docomo|2G 3G 4G 5G|
US|310|390||Cellular One of East Texas|2G 4G|
GU|310|400||IT&E Wireless|2G 3G 4G|
US|310|410||AT&T|2G 3G 4G 5G|
US|310|430||GCI|2G 3G|
US|310|450||Viaero|2G 3G|
GU|310|480||IT&E Wireless|2G|
US|310|490||T-Mobile|2G|
US|310|500||Alltel|3G|
US|310|540||Phoenix|2G|
US|310|570||Broadpoint, LLC|2G 4G|
US|310|580||Inland Cellular Telephone Company|3G|
US|310|600||Cellcom|2G|
US|310|680||AT&T|2G|
US|310|690||Limitless Mobile|2G 4G|
US|310|710||ASTAC|3G 4G|
US|310|740||Viaero|4G|
US|310|880||DTC Wireless|4G|
US|310|900||Mid-Rivers Wireless|3G|
US|310|950||AT&T|2G|
US|310|990||Evolve Broadband|4G|
US|311|000||West Central Wireless|3G|
US|311|020||Chariton Valley|2G|
US|311|030||Indigo Wireless|2G 3G|
US|311|040||Choice Wireless|2G 3G|
US|311|050||Thumb Cellular LP|3G|
US|311|070||AT&T|2G|
US|311|080||Pine Cellular|2G 4G|
US|311|090||AT&T|2G|
US|311|100||Nex-Tech Wireless|3G|
US|311|150||Wilkes Cellular|2G|
US|311|170||Tampnet|2G 4G|
US|311|230||C Spire|4G|
US|311|240||Cordova Wireless|2G 3G|
US|311|320||Choice Wireless|2G 3G|
US|311|330||Bug Tussel Wireless|2G 4G|
US|311|340||Illinois Valley Cellular|3G 4G|
US|311|350||Nemont|3G|
US|311|370||GCI Wireless|4G|
US|311|450||PTCI|2G 4G|
US|311|470||Viya|2G 4G|
US|311|480||Verizon|4G|
US|311|490||T-Mobile|4G|
US|311|530||NewCore|4G|
US|311|550||Choice Wireless|2G 3G|
US|311|560||OTZ Cellular|2G|
US|311|580||U.S. Cellular|4G|
US|311|600||Limitless Mobile|4G|
US|311|640||Rock Wireless|4G|
US|311|650||United Wireless|4G|
US|311|670||Pine Belt Wireless|4G|
US|311|740||Telalaska Cellular|2G 4G|
US|311|780||ASTCA|4G|
US|311|800||Verizon Wireless|4G|
US|311|810||Verizon Wireless|4G|
US|311|830||Thumb Cellular LP|4G|
US|311|840||Cellcom|4G 5G|
US|311|850||Cellcom|4G 5G|
US|311|860||STRATA|4G|
US|311|950||ETC|4G|
US|311|970||Big River Broadband|4G|
US|311|990||VTel Wireless|4G|
US|312|020||Infrastructure Networks, LLC|4G|
US|312|030||Bravado Wireless|4G|
US|312|040||Custer Telephone Co-op (CTCI)|4G|
US|312|080||SyncSouth|3G|
US|312|120||Appalachian Wireless|4G|
US|312|130||Appalachian Wireless|4G|
US|312|150||NorthwestCell|4G|
US|312|160||Chat Mobility|4G|
US|312|170||Chat Mobility|4G|
US|312|180||Limitless Mobile LLC|4G|
US|312|220||Chariton Valley|4G|
US|312|250||T-Mobile|4G|
US|312|270||Pioneer Cellular|4G|
US|312|280||Pioneer Cellular|4G|
US|312|310||Clear Stream Communications, LLC|4G|
US|312|320||RTC Communications LLC|4G|
US|312|330||Nemont|4G|
US|312|350||Triangle Communication System Inc.|4G|
US|312|370||Choice Wireless|4G|
US|312|380||Copper Valley Wireless|4G|
US|312|390||FTC Wireless|3G 4G|
US|312|400||Mid-Rivers Wireless|4G|
US|312|420||Nex-Tech Wireless|4G 5G|
US|312|430||Silver Star Communications|4G|
US|312|460||Ketchikan Public Utilities (KPU)|4G|
US|312|470||Carolina West Wireless|4G|
US|312|590||NMU|4G|
US|312|700||Wireless Partners, LLC|4G|
US|312|710||Great North Woods Wireless LLC|4G|
US|312|720||Southern LINC|4G|
US|312|780||Redzone Wireless|4G|
US|312|810||BBCP|4G|
US|312|900||ClearTalk|4G|
US|313|100||FirstNet|4G|
US|313|300||Cambio WiFi of Delmarva, LLC|4G|
US|313|340||Dish|5G|
US|313|460||Mobi|4G|
US|313|690||Shenandoah Cable Television, LLC|4G|
US|313|810||Watch Communications|4G|
US|313|850||Softcom Internet Communications, Inc|4G|
US|313|870||ElektraFi LLC|5G|
US|313|930||Rock Wireless|4G|
MX|334|020||Telcel|3G 4G 5G|
MX|334|050||AT&T / Unefon|3G 4G 5G|
MX|334|090||AT&T|3G 4G|
MX|334|140||Red Compartida|4G|
MX|334|150||Ultranet|4G|
KZ|401|01||Beeline|2G 3G 4G|
KZ|401|02||Kcell|2G 3G 4G 5G|
KZ|401|07||Altel|2G 3G 4G|
KZ|401|08||Kazakhtelecom|2G|
KZ|401|77||Tele2.kz|2G 3G 5G|
IN|404|01||Vi India|2G 4G|
IN|404|02||AirTel|2G 4G|
IN|404|03||AirTel|2G 4G|
IN|404|05||Vi India|2G 4G|
IN|404|07||Vi India|2G 3G 4G|
IN|404|09||Reliance|4G|
IN|404|10||AirTel|2G 4G|
IN|404|11||Vi India|2G 4G|
IN|404|14||Vi India|2G 4G|
IN|404|15||Vi India|2G 4G|
IN|404|16||Airtel|2G 4G|
IN|404|18||Reliance|4G|
IN|404|20||Vi India|2G 4G|
IN|404|22||Vi India|2G 3G 4G|
IN|404|30||Vi India|2G 3G 4G|
IN|404|31||AirTel|2G 4G|
IN|404|34||BSNL Mobile|2G 3G 4G|
IN|404|36||Reliance|4G|
IN|404|38||BSNL Mobile|2G 3G 4G|
IN|404|40||AirTel|2G 4G|
IN|404|43||Vi India|2G 3G 4G|
IN|404|45||Airtel|2G 4G|
IN|404|46||Vi India|2G 3G 4G|
IN|404|49||Airtel|2G 4G|
IN|404|50||Reliance|4G|
IN|404|51||BSNL Mobile|2G 3G 4G|
IN|404|52||Reliance|4G|
IN|404|53||BSNL Mobile|2G 3G 4G|
IN|404|54||BSNL Mobile|2G 3G 4G|
IN|404|55||BSNL Mobile|2G 3G 4G|
IN|404|56||Vi India|2G 4G|
IN|404|57||BSNL Mobile|2G 3G 4G|
IN|404|58||BSNL Mobile|2G 3G 4G|
IN|404|59||BSNL Mobile|2G 3G|
IN|404|60||Vi India|2G 3G 4G|
IN|404|62||BSNL Mobile|2G 3G 4G|
IN|404|64||BSNL Mobile|2G 3G 4G|
IN|404|66||BSNL Mobile|2G 3G 4G|
IN|404|67||Reliance|4G|
IN|404|68||MTNL|2G 3G 4G|
IN|404|69||MTNL|2G 3G|
IN|404|70||AirTel|2G 4G|
IN|404|71||BSNL Mobile|2G 3G 4G|
IN|404|72||BSNL Mobile|2G 3G 4G|
IN|404|73||BSNL Mobile|2G 3G 4G|
IN|404|74||BSNL Mobile|2G 3G 4G|
IN|404|75||BSNL Mobile|2G 3G 4G|
IN|404|76||BSNL Mobile|2G 3G 4G|
IN|404|77||BSNL Mobile|2G 3G 4G|
IN|404|78||Vi India|2G 3G 4G|
IN|404|79||BSNL Mobile|2G 3G|
IN|404|80||BSNL Mobile|2G 3G 4G|
IN|404|81||BSNL Mobile|2G 3G 4G|
IN|404|82||Vi India|2G 3G 4G|
IN|404|83||Reliance|4G|
IN|404|85||Reliance|4G|
IN|404|86||Vi India|2G 4G|
IN|404|90||AirTel|2G 4G|
IN|404|92||AirTel|2G 4G|
IN|404|93||AirTel|2G 4G|
IN|404|94||AirTel|2G 4G|
IN|404|95||AirTel|2G 4G|
IN|404|96||AirTel|2G 4G|
IN|404|97||AirTel|2G 4G|
IN|404|98||AirTel|2G 4G|
IN|405|03||Reliance|4G|
IN|405|04||Reliance|4G|
IN|405|05||Reliance|4G|
IN|405|06||Reliance|4G|
IN|405|07||Reliance|4G|
IN|405|08||Reliance|4G|
IN|405|09||Reliance|4G|
IN|405|10||Reliance|4G|
IN|405|11||Reliance|4G|
IN|405|12||Reliance|4G|
IN|405|13||Reliance|4G|
IN|405|14||Reliance|4G|
IN|405|15||Reliance|4G|
IN|405|17||Reliance|4G|
IN|405|18||Reliance|4G|
IN|405|19||Reliance|4G|
IN|405|20||Reliance|4G|
IN|405|21||Reliance|4G|
IN|405|22||Reliance|4G|
IN|405|23||Reliance|4G|
IN|405|51||AirTel|2G 4G|
IN|405|52||AirTel|2G 4G|
IN|405|53||AirTel|2G 4G|
IN|405|54||AirTel|2G 4G|
IN|405|55||Airtel|2G 4G|
IN|405|56||AirTel|2G 4G|
IN|405|67||Vi India|2G 3G 4G|
IN|405|70||Vi India|2G 3G 4G|
IN|405|750||Vi India|2G 3G 4G|
IN|405|751||Vi India|2G 3G 4G|
IN|405|753||Vi India|2G 3G 4G|
IN|405|755||Vi India|2G 3G 4G|
IN|405|840||Jio|4G|
IN|405|854||Jio|4G|
IN|405|855||Jio|4G|
IN|405|856||Jio|4G|
IN|405|857||Jio|4G|
IN|405|858||Jio|4G|
IN|405|859||Jio|4G|
IN|405|860||Jio|4G|
IN|405|861||Jio|4G|
IN|405|862||Jio|4G|
IN|405|863||Jio|4G|
IN|405|864||Jio|4G|
IN|405|865||Jio|4G|
IN|405|866||Jio|4G|
IN|405|867||Jio|4G|
IN|405|868||Jio|4G|
IN|405|869||Jio|4G|
IN|405|870||Jio|4G|
IN|405|871||Jio|4G|
IN|405|872||Jio|4G|
IN|405|873||Jio|4G|
IN|405|874||Jio|4G|
IN|405|908||Vi India|2G 4G|
PK|410|01||Jazz|2G 3G 4G|
PK|410|02||3G EVO / CharJi 4G|3G 4G|
PK|410|03||Ufone|2G 3G 4G|
PK|410|04||Zong|2G 3G 4G|
PK|410|05||SCO Mobile|2G 3G 4G|
PK|410|06||Telenor|2G 3G 4G|
PK|410|07||Jazz|2G 3G 4G|
PK|410|08||SCO Mobile|2G 3G 4G|
LK|413|01||SLTMobitel|2G 3G 4G|
LK|413|02||Dialog|2G 3G 4G|
LK|413|04||Lanka Bell|4G|
LK|413|05||Airtel|2G 4G|
LK|413|08||Hutch|2G 3G 4G|
LK|413|11||Dialog|4G|
LK|413|12||SLTMobitel|4G|
MM|414|01||MPT|2G 3G 4G|
MM|414|03||CDMA800|2G|
MM|414|05||Ooredoo|3G 4G|
MM|414|06||Telenor|2G 3G 4G|
MM|414|09||Mytel|2G 3G 4G|
MM|414|20||ACS|4G|
MM|414|21||ACS|4G|
JO|416|01||zain JO|2G 3G 4G|
JO|416|03||Umniah|3G 4G|
JO|416|77||Orange|2G 3G 4G|
IQ|418|00||Asia Cell|2G 3G|
IQ|418|05||Asia Cell|2G 3G|
IQ|418|08||SanaTel|2G|
IQ|418|20||Zain|2G 3G|
IQ|418|30||Zain|2G 3G|
IQ|418|40||Korek|2G 3G|
IQ|418|45||Mobitel|3G|
IQ|418|62||Itisaluna|2G|
KW|419|02||zain KW|2G 3G 4G 5G|
KW|419|03||Ooredoo|2G 3G 4G 5G|
KW|419|04||STC|2G 3G 4G 5G|
SA|420|01||Al Jawal (STC )|2G 4G 5G|
SA|420|03||Mobily|2G 3G 4G|
SA|420|04||Zain SA|2G 3G 4G 5G|
SA|420|21||RGSM|2G|
OM|422|02||Omantel|2G 3G 4G 5G|
OM|422|03||Ooredoo|2G 3G 4G 5G|
OM|422|06||Vodafone|5G|
AE|424|02||Etisalat|4G 5G|
AE|424|03||du|3G 4G 5G|
IL|425|01||Partner|2G 3G 4G 5G|
IL|425|02||Cellcom|2G 3G 4G 5G|
IL|425|03||Pelephone|3G 4G 5G|
IL|425|05||Jawwal|2G 3G|
IL|425|06||Wataniya Mobile|2G 3G|
IL|425|07||Hot Mobile|2G 3G 4G 5G|
IL|425|08||Golan Telecom|3G 4G|
IL|425|09||We4G|4G|
IL|425|10||Partner|2G 3G 4G|
IL|425|25||IMOD|4G|
BH|426|01||Batelco|3G 4G 5G|
BH|426|02||zain BH|2G 3G 4G 5G|
BH|426|04||stc|2G 3G 4G 5G|
BH|426|05||Batelco|2G|
QA|427|01||Ooredoo|2G 3G 4G 5G|
QA|427|02||Vodafone|2G 3G 4G 5G|
QA|427|06||Ministry of Interior|4G|
MN|428|88||Unitel|2G 3G 4G|
MN|428|91||Skytel|2G 3G 4G|
MN|428|98||G-Mobile|3G 4G|
MN|428|99||Mobicom|2G 3G 4G|
NP|429|01||Namaste / NT Mobile / Sky Phone|2G 3G 4G|
NP|429|02||Ncell|2G 3G 4G|
NP|429|03||UTL|3G|
NP|429|04||SmartCell|2G 3G 4G|
IR|432|11||IR-TCI (Hamrah-e-Avval)|2G 3G 4G 5G|
IR|432|12||Avacell (HiWEB)|4G|
IR|432|14||TKC/KFZO|2G|
IR|432|20||RighTel|3G 4G|
IR|432|21||RighTel|3G 4G|
IR|432|32||Taliya|2G|
IR|432|35||MTN Irancell|2G 3G 4G 5G|
IR|432|40||Mobinnet|4G|
IR|432|44||Mobinnet|4G|
IR|432|45||Zi-Tel|4G|
IR|432|50||Shatel Mobile|4G|
IR|432|70||MTCE|2G|
IR|432|71||KOOHE NOOR|2G|
IR|432|90||Iraphone|2G|
IR|432|93||Iraphone|2G|
IR|432|99||TCI|2G|
UZ|434|04||Beeline|2G 3G 4G|
UZ|434|05||Ucell|2G 3G 4G 5G|
UZ|434|06||Perfectum Mobile|2G|
UZ|434|07||Mobiuz|2G 3G 4G 5G|
UZ|434|08||UzMobile|2G 3G 4G 5G|
UZ|434|09||EVO|4G|
KG|437|01||Beeline|2G 3G 4G|
KG|437|05||MegaCom|2G 3G 4G|
KG|437|09||O!|2G 3G 4G|
KG|437|10||Saima Telecom|4G|
JP|440|00||Y!Mobile|3G|
JP|440|01||KDDI Corporation|4G|
JP|440|05||Wireless City Planning Inc.|4G|
JP|440|10|NTT DOCOMO|NTT docomo|3G 4G 5G|
JP|440|11|乐天移动|Rakuten Mobile|4G 5G|
JP|440|20|软银|SoftBank|3G 4G 5G|
JP|440|21||SoftBank|3G 4G 5G|
JP|440|50|KDDI au|au|4G 5G|
JP|440|51||au|4G 5G|
JP|440|52||au|4G 5G|
JP|440|53||au|4G 5G|
JP|441|00||Wireless City Planning Inc.|4G|
JP|441|01||SoftBank|3G 4G 5G|
JP|441|205||Katch Network Inc.|5G|
KR|450|02||KT|5G|
KR|450|04||KT|4G|
KR|450|05|SK 电讯|SKTelecom|3G 4G 5G|
KR|450|06|LG U+|LG U+|4G 5G|
KR|450|08|韩国电信 KT|olleh|3G 4G|
KR|450|12||SKTelecom|4G|
VN|452|01||MobiFone|2G 3G|
VN|452|02||Vinaphone|2G 3G 4G|
VN|452|04||Viettel Mobile|2G 3G 4G|
VN|452|05||Vietnamobile|2G 3G|
VN|452|07||Gmobile|2G|
HK|454|00||1O1O / One2Free / New World Mobility / SUNMobile|2G 3G 4G|
HK|454|02|香港移动通讯|CSL Limited|2G|
HK|454|03||3|3G 4G 5G|
HK|454|06|数码通|SmarTone|3G 4G 5G|
HK|454|12|中国移动香港|CMCC HK|2G 3G 4G 5G|
HK|454|16||PCCW Mobile (2G)|2G|
HK|454|19||PCCW Mobile (3G)|3G|
HK|454|20||PCCW Mobile (4G)|4G 5G|
HK|454|29||PCCW Mobile (CDMA)|2G|
MO|455|00|数码通|SmarTone|3G 4G|
MO|455|01|澳门电讯|CTM|4G 5G|
MO|455|04|澳门电讯|CTM|3G|
MO|455|05||3|3G 4G|
MO|455|06|数码通|SmarTone|3G|
MO|455|07|中国电信|China Telecom|4G|
KH|456|01||Cellcard|2G 3G 4G|
KH|456|02||Smart|2G 3G 4G|
KH|456|05||Smart|2G 3G 4G|
KH|456|06||Smart|2G 3G 4G|
KH|456|08||Metfone|2G 3G 4G|
KH|456|09||Metfone|2G 3G 4G|
KH|456|11||SEATEL|4G|
KH|456|18||Cellcard|2G 3G 4G|
LA|457|01||LaoTel|2G 3G 4G 5G|
LA|457|02||ETL|2G 3G|
LA|457|03||Unitel|2G 3G 4G|
LA|457|07||Best|2G 3G|
LA|457|08||TPLUS|2G 3G|
CN|460|00|中国移动|China Mobile|2G 3G 4G 5G|2
CN|460|01|中国联通|China Unicom|2G 3G 4G 5G|1
CN|460|02|中国移动|China Mobile|2G 3G 4G|2
CN|460|03|中国电信|China Telecom|3G|3
CN|460|04|中国移动|China Mobile||2
CN|460|05|中国电信|China Telecom|3G 4G|3
CN|460|06|中国联通|China Unicom|2G 3G|1
CN|460|07|中国移动|China Mobile|2G 3G 4G|2
CN|460|08|中国移动|China Mobile||2
CN|460|09|中国联通|China Unicom||1
CN|460|11|中国电信|China Telecom|4G 5G|3
CN|460|15|中国广电|China Broadnet|4G 5G|8
CN|460|20|中国铁通|China Tietong (GSM-R)||
TW|466|01|远传电信|FarEasTone|4G 5G|
TW|466|05|亚太电信|Gt|4G 5G|
TW|466|12||Ambit Microsystems|4G|
TW|466|89|台湾之星|T Star|4G 5G|
TW|466|92|中华电信|Chunghwa|4G 5G|
TW|466|97|台湾大哥大|Taiwan Mobile|4G 5G|
BD|470|01||Grameenphone|2G 3G 4G|
BD|470|02||Robi|2G 3G 4G|
BD|470|03||Banglalink|2G 3G 4G|
BD|470|04||TeleTalk|2G 3G 4G|
BD|470|07||Airtel|2G 3G|
BD|470|10||Banglalion|4G|
MV|472|01||Dhiraagu|2G 3G 4G 5G|
MV|472|02||Ooredoo|2G 3G 4G 5G|
MY|502|10||Celcom, DiGi, Maxis, Tune Talk, U Mobile, Unifi, XOX, Yes|2G 3G 4G|
MY|502|11||TM Homeline|3G 4G|
MY|502|12||Maxis|2G 4G|
MY|502|13||Celcom|2G 4G|
MY|502|152||Yes|4G 5G|
MY|502|153||unifi|4G 5G|
MY|502|16||DiGi|2G 4G|
MY|502|17||Maxis|2G 4G|
MY|502|18||U Mobile|4G|
MY|502|19||Celcom|2G 4G|
ID|510|01||Indosat Ooredoo Hutchison|2G 4G 5G|
ID|510|09||Smartfren|4G|
ID|510|10||Telkomsel|2G 4G 5G|
ID|510|11||XL|2G 4G 5G|
ID|510|21||Indosat Ooredoo Hutchison|2G|
ID|510|28||Fren/Hepi|4G|
ID|510|89||3|2G 4G|
PH|515|02||Globe|2G 3G 4G 5G|
PH|515|03||SMART|2G 3G 4G 5G|
PH|515|05||Sun Cellular|2G 3G|
PH|515|66||DITO|4G 5G|
PH|515|88||Next Mobile Inc.|2G|
TH|520|00||TrueMove H / my by NT|3G|
TH|520|01||AIS|2G|
TH|520|02||NT Mobile|3G|
TH|520|03|AIS|AIS|3G 4G 5G|
TH|520|04|True|TrueMove H|3G 4G 5G|
TH|520|05|dtac|dtac|3G 4G 5G|
TH|520|09||Royal Thai Police|4G|
TH|520|15||AIS-T / NT Mobile|3G 4G|
TH|520|17||NT Mobile|4G|
TH|520|18||dtac|2G|
TH|520|47||dtac-T|4G|
TH|520|99||TrueMove|2G|
SG|525|01|新加坡电信|SingTel|3G 4G 5G|
SG|525|03|第一通 M1|M1|3G 4G 5G|
SG|525|05|星和|StarHub|3G 4G 5G|
SG|525|10||SIMBA|4G|
SG|525|12||Grid|2G|
BN|528|02||PCSB|3G|
BN|528|11||DST|3G 4G|
NZ|530|01||Vodafone|2G 3G 4G 5G|
NZ|530|05||Spark|3G 4G 5G|
NZ|530|24||2degrees|3G 4G 5G|
PG|537|01||bmobile|2G 3G|
PG|537|02||citifon|3G 4G|
PG|537|03||Digicel|2G 3G 4G|
FJ|542|01||Vodafone|2G 3G 4G|
FJ|542|02||Digicel|2G 3G 4G|
FJ|542|03||TFL|3G 4G|
EG|602|01||Orange|2G 3G 4G|
EG|602|02||Vodafone|2G 3G 4G|
EG|602|03||Etisalat|2G 3G 4G|
EG|602|04||WE|4G|
DZ|603|01||Mobilis|2G 3G 4G|
DZ|603|02||Djezzy|2G 3G 4G|
DZ|603|03||Ooredoo|2G 3G 4G|
DZ|603|07||AT|2G|
DZ|603|09||AT|4G|
MA|604|00||Orange Morocco|2G 3G 4G|
MA|604|01||IAM|2G 3G 4G|
MA|604|02||INWI|2G|
MA|604|05||INWI|2G 3G 4G|
TN|605|01||Orange|2G 3G 4G|
TN|605|02||Tunicell|2G 3G 4G|
TN|605|03||Ooredoo|2G 3G 4G|
GH|620|01||MTN|2G 3G 4G|
GH|620|02||Vodafone|2G 3G 4G|
GH|620|03||AirtelTigo|2G 3G|
GH|620|04||Expresso|3G|
GH|620|06||AirtelTigo|2G 3G|
GH|620|07||Globacom|2G 3G|
GH|620|10||Blu|4G|
GH|620|14||busy|4G|
GH|620|16||Telesol|4G|
NG|621|20||Airtel|2G 3G 4G|
NG|621|22||InterC|4G|
NG|621|24||Spectranet|4G|
NG|621|26||Swift|4G|
NG|621|27||Smile|4G|
NG|621|30||MTN|2G 3G 4G 5G|
NG|621|40||Ntel|4G|
NG|621|50||Glo|2G 3G 4G|
NG|621|60||9mobile|2G 3G 4G|
ET|636|01||MTN|2G 3G 4G|
KE|639|02||Safaricom|2G 3G 4G 5G|
KE|639|03||Airtel|2G 3G 4G|
KE|639|07||Telkom|2G 3G 4G|
KE|639|10||Faiba 4G|4G|
TZ|640|02||tiGO|2G 3G 4G 5G|
TZ|640|03||Zantel|2G 3G 4G|
TZ|640|04||Vodacom|2G 3G 4G 5G|
TZ|640|05||Airtel|2G 3G 4G|
TZ|640|06||WIA Company Limited|4G|
TZ|640|07||TTCL Mobile|2G 3G 4G|
TZ|640|09||Halotel|2G 3G|
TZ|640|11||SmileCom|4G|
ZA|655|01||Vodacom|2G 3G 4G 5G|
ZA|655|02||Telkom|2G 3G 4G 5G|
ZA|655|07||Cell C|2G 3G 4G|
ZA|655|10||MTN|2G 3G 4G 5G|
ZA|655|14||Neotel|4G|
ZA|655|19||rain|4G 5G|
PA|714|01||Cable & Wireless|2G 3G 4G|
PA|714|02||Tigo|2G 3G 4G|
PA|714|020||Tigo|2G 4G|
PA|714|03||Claro|2G 3G 4G|
PA|714|04||Digicel|2G 3G 4G|
PE|716|06||Movistar|2G 3G 4G|
PE|716|07||Entel|2G|
PE|716|10||Claro|2G 3G 4G 5G|
PE|716|15||Bitel|2G 3G 4G|
PE|716|17||Entel|3G 4G 5G|
AR|722|010||Movistar|2G 3G 4G|
AR|722|070||Movistar|2G|
AR|722|310||Claro|2G|
AR|722|320||Claro|2G 3G 4G|
AR|722|330||Claro|2G 3G 4G|
AR|722|341||Personal|2G 3G 4G 5G|
BR|724|02||TIM|2G 3G 4G 5G|
BR|724|03||TIM|2G 3G 4G 5G|
BR|724|04||TIM|2G 3G 4G 5G|
BR|724|05||Claro|2G 3G 4G 5G|
BR|724|06||Vivo|2G 3G 4G 5G|
BR|724|10||Vivo|2G 3G 4G 5G|
BR|724|11||Vivo|2G 3G 4G 5G|
BR|724|15||Sercomtel|2G 3G|
BR|724|21||LIGUE|4G|
BR|724|23||Vivo|2G 3G 4G|
BR|724|29||Unifique|5G|
BR|724|32||Algar Telecom|2G 3G 4G 5G|
BR|724|33||Algar Telecom|2G 3G 4G 5G|
BR|724|34||Algar Telecom|2G 3G 4G 5G|
BR|724|38||Claro|2G|
BR|724|39||Nextel|3G 4G|
CL|730|01||entel|2G 3G 4G 5G|
CL|730|02||Movistar|2G 3G 4G 5G|
CL|730|03||CLARO CL|2G 3G 4G|
CL|730|04||WOM|2G|
CL|730|09||WOM|3G 4G 5G|
CL|730|10||entel|2G 3G|
CL|730|99||Will|2G 3G|
CO|732|020||Tigo|4G|
CO|732|099||EMCALI|2G|
CO|732|101||Claro|2G 3G 4G|
CO|732|103||Tigo|3G 4G|
CO|732|111||Tigo|3G 4G|
CO|732|123||Movistar|2G 3G 4G|
CO|732|130||AVANTEL|3G 4G|
CO|732|176||DirecTV Colombia Ltda|4G 5G|
CO|732|187||eTb|4G|
CO|732|360||WOM|4G|$$, E'\n') as line) as lines;
