-- Countries as ISO 3166 names them, the dial codes of ITU E.164 and the mobile country codes of ITU E.212; phone lengths are those of mobile
-- numbers without the dial code. `standard` is what somebody who changed a country can go back to.
create table settings.country (
  -- ISO 3166 numeric
  id bigint not null primary key,
  code text not null unique check (code ~ '^[A-Z]{2}$'),
  zh text not null,
  en text not null,
  dial_code text check (dial_code ~ '^[1-9][0-9]{0,3}$'),
  phone_min smallint not null,
  phone_max smallint not null check (phone_max >= phone_min),
  mccs text[] not null,
  -- some of its mobile country codes are another country's too
  shares_mcc boolean not null,
  is_enabled boolean not null default true,
  sort integer not null default 1000,
  standard jsonb,
  version integer not null default 1,
  updated_at timestamptz not null
);

-- For the lists of other rooms.
create view settings.v_country as select id, code, zh, en, dial_code, mccs, is_enabled from settings.country;

-- Groups of countries that are sold and restricted by. What was sold keeps the version it was sold with.
create table settings.region (
  id bigint not null primary key,
  code text not null unique,
  zh text not null,
  en text not null,
  version integer not null,
  is_retired boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table settings.region_version (
  region_id bigint not null references settings.region (id),
  version integer not null,
  countries text[] not null check (cardinality(countries) > 0),
  made_by text not null,
  made_at timestamptz not null,
  primary key (region_id, version)
);

insert into settings.country (id, code, zh, en, dial_code, phone_min, phone_max, mccs, shares_mcc, sort, updated_at)
select f[1]::bigint, f[2], f[3], f[4], nullif(f[5], ''), f[6]::smallint, f[7]::smallint,
  coalesce(string_to_array(nullif(f[8], ''), ' '), '{}'), f[9] = '1',
  case f[2] when 'CN' then 10 when 'HK' then 20 when 'MO' then 30 when 'TW' then 40 else 1000 end, '2026-11-21T00:00:00Z'
from (select string_to_array(line, '|') as f from regexp_split_to_table($$20|AD|安道尔|Andorra|376|6|9|213|
784|AE|阿拉伯联合酋长国|United Arab Emirates|971|9|9|424|
4|AF|阿富汗|Afghanistan|93|9|9|412|
28|AG|安提瓜和巴布达|Antigua & Barbuda|1|10|10|344|
660|AI|安圭拉|Anguilla|1|10|10|365|
8|AL|阿尔巴尼亚|Albania|355|9|9|276|
51|AM|亚美尼亚|Armenia|374|8|8|283|
24|AO|安哥拉|Angola|244|9|9|631|
10|AQ|南极洲|Antarctica|672|4|15||
32|AR|阿根廷|Argentina|54|10|11|722|
16|AS|美属萨摩亚|American Samoa|1|10|10|544|
40|AT|奥地利|Austria|43|7|13|232|
36|AU|澳大利亚|Australia|61|9|9|505|1
533|AW|阿鲁巴|Aruba|297|7|7|363|
248|AX|奥兰群岛|Åland Islands|358|6|10|244|1
31|AZ|阿塞拜疆|Azerbaijan|994|9|9|400|
70|BA|波斯尼亚和黑塞哥维那|Bosnia & Herzegovina|387|8|9|218|
52|BB|巴巴多斯|Barbados|1|10|10|342|
50|BD|孟加拉国|Bangladesh|880|10|10|470|
56|BE|比利时|Belgium|32|9|9|206|
854|BF|布基纳法索|Burkina Faso|226|8|8|613|
100|BG|保加利亚|Bulgaria|359|8|9|284|
48|BH|巴林|Bahrain|973|8|8|426|
108|BI|布隆迪|Burundi|257|8|8|642|
204|BJ|贝宁|Benin|229|10|10|616|
652|BL|圣巴泰勒米|St. Barthélemy|590|9|9|340|1
60|BM|百慕大|Bermuda|1|10|10|350|
96|BN|文莱|Brunei|673|7|7|528|
68|BO|玻利维亚|Bolivia|591|8|8|736|
535|BQ|荷属加勒比区|Caribbean Netherlands|599|7|7|362|1
76|BR|巴西|Brazil|55|10|11|724|
44|BS|巴哈马|Bahamas|1|10|10|364|
64|BT|不丹|Bhutan|975|8|8|402|
74|BV|布韦岛|Bouvet Island|47|4|15||
72|BW|博茨瓦纳|Botswana|267|8|8|652|
112|BY|白俄罗斯|Belarus|375|9|9|257|
84|BZ|伯利兹|Belize|501|7|7|702|
124|CA|加拿大|Canada|1|10|10|302|
166|CC|科科斯（基林）群岛|Cocos (Keeling) Islands|61|9|9|505|1
180|CD|刚果（金）|Congo - Kinshasa|243|7|9|630|
140|CF|中非共和国|Central African Republic|236|8|8|623|
178|CG|刚果（布）|Congo - Brazzaville|242|9|9|629|
756|CH|瑞士|Switzerland|41|9|9|228|
384|CI|科特迪瓦|Côte d'Ivoire|225|10|10|612|
184|CK|库克群岛|Cook Islands|682|5|5|548|
152|CL|智利|Chile|56|9|9|730|
120|CM|喀麦隆|Cameroon|237|9|9|624|
156|CN|中国|China|86|11|11|460 461|
170|CO|哥伦比亚|Colombia|57|10|10|732|
188|CR|哥斯达黎加|Costa Rica|506|8|8|712|
192|CU|古巴|Cuba|53|8|8|368|
132|CV|佛得角|Cape Verde|238|7|7|625|
531|CW|库拉索|Curaçao|599|7|8|362|1
162|CX|圣诞岛|Christmas Island|61|9|9|505|1
196|CY|塞浦路斯|Cyprus|357|8|8|280|
203|CZ|捷克|Czechia|420|9|9|230|
276|DE|德国|Germany|49|10|11|262|
262|DJ|吉布提|Djibouti|253|8|8|638|
208|DK|丹麦|Denmark|45|8|8|238|
212|DM|多米尼克|Dominica|1|10|10|366|
214|DO|多米尼加共和国|Dominican Republic|1|10|10|370|
12|DZ|阿尔及利亚|Algeria|213|9|9|603|
218|EC|厄瓜多尔|Ecuador|593|9|9|740|
233|EE|爱沙尼亚|Estonia|372|7|8|248|
818|EG|埃及|Egypt|20|10|10|602|
732|EH|西撒哈拉|Western Sahara|212|9|9||
232|ER|厄立特里亚|Eritrea|291|7|7|657|
724|ES|西班牙|Spain|34|9|9|214|
231|ET|埃塞俄比亚|Ethiopia|251|9|9|636|
246|FI|芬兰|Finland|358|6|10|244|1
242|FJ|斐济|Fiji|679|7|7|542|
238|FK|福克兰群岛|Falkland Islands|500|5|5|750|
583|FM|密克罗尼西亚|Micronesia|691|7|7|550|
234|FO|法罗群岛|Faroe Islands|298|6|6|288|
250|FR|法国|France|33|9|9|208|
266|GA|加蓬|Gabon|241|7|8|628|
826|GB|英国|United Kingdom|44|10|10|234 235|1
308|GD|格林纳达|Grenada|1|10|10|352|
268|GE|格鲁吉亚|Georgia|995|9|9|282|
254|GF|法属圭亚那|French Guiana|594|9|9|340 742|1
831|GG|根西岛|Guernsey|44|10|10|234|1
288|GH|加纳|Ghana|233|9|9|620|
292|GI|直布罗陀|Gibraltar|350|8|8|266|
304|GL|格陵兰|Greenland|299|6|6|290|
270|GM|冈比亚|Gambia|220|7|9|607|
324|GN|几内亚|Guinea|224|9|9|611|
312|GP|瓜德罗普|Guadeloupe|590|9|9|340|1
226|GQ|赤道几内亚|Equatorial Guinea|240|9|9|627|
300|GR|希腊|Greece|30|10|10|202|
239|GS|南乔治亚和南桑威奇群岛|South Georgia & South Sandwich Islands|500|4|15||
320|GT|危地马拉|Guatemala|502|8|8|704|
316|GU|关岛|Guam|1|10|10|310 311|1
624|GW|几内亚比绍|Guinea-Bissau|245|9|9|632|
328|GY|圭亚那|Guyana|592|7|7|738|
344|HK|中国香港|Hong Kong, China|852|8|8|454|
334|HM|赫德岛和麦克唐纳群岛|Heard & McDonald Islands|672|4|15||
340|HN|洪都拉斯|Honduras|504|8|8|708|
191|HR|克罗地亚|Croatia|385|8|9|219|
332|HT|海地|Haiti|509|8|8|372|
348|HU|匈牙利|Hungary|36|9|9|216|
360|ID|印度尼西亚|Indonesia|62|9|12|510|
372|IE|爱尔兰|Ireland|353|9|9|272|
376|IL|以色列|Israel|972|9|9|425|1
833|IM|马恩岛|Isle of Man|44|10|10|234|1
356|IN|印度|India|91|10|10|404 405|
86|IO|英属印度洋领地|British Indian Ocean Territory|246|7|7||
368|IQ|伊拉克|Iraq|964|10|10|418|
364|IR|伊朗|Iran|98|10|10|432|
352|IS|冰岛|Iceland|354|7|9|274|
380|IT|意大利|Italy|39|9|10|222|1
832|JE|泽西岛|Jersey|44|10|10|234|1
388|JM|牙买加|Jamaica|1|10|10|338|1
400|JO|约旦|Jordan|962|9|9|416|
392|JP|日本|Japan|81|10|10|440 441|
404|KE|肯尼亚|Kenya|254|9|9|639|
417|KG|吉尔吉斯斯坦|Kyrgyzstan|996|9|9|437|
116|KH|柬埔寨|Cambodia|855|8|9|456|
296|KI|基里巴斯|Kiribati|686|8|8|545|
174|KM|科摩罗|Comoros|269|7|7|654|
659|KN|圣基茨和尼维斯|St. Kitts & Nevis|1|10|10|356|
408|KP|朝鲜|North Korea|850|10|10|467|
410|KR|韩国|South Korea|82|9|10|450|
414|KW|科威特|Kuwait|965|8|8|419|
136|KY|开曼群岛|Cayman Islands|1|10|10|338 346|1
398|KZ|哈萨克斯坦|Kazakhstan|7|10|10|401|
418|LA|老挝|Laos|856|9|10|457|
422|LB|黎巴嫩|Lebanon|961|7|8|415|
662|LC|圣卢西亚|St. Lucia|1|10|10|338 358|1
438|LI|列支敦士登|Liechtenstein|423|7|9|295|
144|LK|斯里兰卡|Sri Lanka|94|9|9|413|
430|LR|利比里亚|Liberia|231|7|9|618|
426|LS|莱索托|Lesotho|266|8|8|651|
440|LT|立陶宛|Lithuania|370|8|8|246|
442|LU|卢森堡|Luxembourg|352|9|9|270|
428|LV|拉脱维亚|Latvia|371|8|8|247|
434|LY|利比亚|Libya|218|9|9|606|
504|MA|摩洛哥|Morocco|212|9|9|604|
492|MC|摩纳哥|Monaco|377|8|9|212|
498|MD|摩尔多瓦|Moldova|373|8|8|259|
499|ME|黑山|Montenegro|382|8|8|297|
663|MF|法属圣马丁|St. Martin|590|9|9|340|1
450|MG|马达加斯加|Madagascar|261|9|9|646|
584|MH|马绍尔群岛|Marshall Islands|692|7|7|551|
807|MK|北马其顿|North Macedonia|389|8|8|294|
466|ML|马里|Mali|223|8|8|610|
104|MM|缅甸|Myanmar (Burma)|95|7|10|414|
496|MN|蒙古|Mongolia|976|8|8|428|
446|MO|中国澳门|Macao, China|853|8|8|455|
580|MP|北马里亚纳群岛|Northern Mariana Islands|1|10|10|310|1
474|MQ|马提尼克|Martinique|596|9|9|340|1
478|MR|毛里塔尼亚|Mauritania|222|8|8|609|
500|MS|蒙特塞拉特|Montserrat|1|10|10|338 354|1
470|MT|马耳他|Malta|356|8|8|278|
480|MU|毛里求斯|Mauritius|230|8|8|617|
462|MV|马尔代夫|Maldives|960|7|7|472|
454|MW|马拉维|Malawi|265|9|9|650|
484|MX|墨西哥|Mexico|52|10|10|334|
458|MY|马来西亚|Malaysia|60|9|10|502|
508|MZ|莫桑比克|Mozambique|258|9|9|643|
516|NA|纳米比亚|Namibia|264|9|9|649|
540|NC|新喀里多尼亚|New Caledonia|687|6|6|546|
562|NE|尼日尔|Niger|227|8|8|614|
574|NF|诺福克岛|Norfolk Island|672|6|6|505|1
566|NG|尼日利亚|Nigeria|234|10|10|621|
558|NI|尼加拉瓜|Nicaragua|505|8|8|710|
528|NL|荷兰|Netherlands|31|9|11|204|
578|NO|挪威|Norway|47|8|8|242|1
524|NP|尼泊尔|Nepal|977|10|10|429|
520|NR|瑙鲁|Nauru|674|7|7|536|
570|NU|纽埃|Niue|683|4|7|555|
554|NZ|新西兰|New Zealand|64|8|10|530|
512|OM|阿曼|Oman|968|8|8|422|
591|PA|巴拿马|Panama|507|7|8|714|
604|PE|秘鲁|Peru|51|9|9|716|
258|PF|法属波利尼西亚|French Polynesia|689|8|8|547|
598|PG|巴布亚新几内亚|Papua New Guinea|675|8|8|537|
608|PH|菲律宾|Philippines|63|10|10|515|
586|PK|巴基斯坦|Pakistan|92|10|10|410|
616|PL|波兰|Poland|48|9|9|260|
666|PM|圣皮埃尔和密克隆群岛|St. Pierre & Miquelon|508|6|9|308|
612|PN|皮特凯恩群岛|Pitcairn Islands|64|4|15||
630|PR|波多黎各|Puerto Rico|1|10|10|310 313 330|1
275|PS|巴勒斯坦领土|Palestinian Territories|970|9|9|425|1
620|PT|葡萄牙|Portugal|351|9|9|268|
585|PW|帕劳|Palau|680|7|7|552|
600|PY|巴拉圭|Paraguay|595|9|9|744|
634|QA|卡塔尔|Qatar|974|8|8|427|
638|RE|留尼汪|Réunion|262|9|9|647|1
642|RO|罗马尼亚|Romania|40|9|9|226|
688|RS|塞尔维亚|Serbia|381|8|10|220|
643|RU|俄罗斯|Russia|7|10|10|250|
646|RW|卢旺达|Rwanda|250|9|9|635|
682|SA|沙特阿拉伯|Saudi Arabia|966|9|9|420|
90|SB|所罗门群岛|Solomon Islands|677|5|7|540|
690|SC|塞舌尔|Seychelles|248|7|7|633|
729|SD|苏丹|Sudan|249|9|9|634|
752|SE|瑞典|Sweden|46|9|9|240|
702|SG|新加坡|Singapore|65|8|8|525|
654|SH|圣赫勒拿|St. Helena|290|5|5|658|
705|SI|斯洛文尼亚|Slovenia|386|8|8|293|
744|SJ|斯瓦尔巴和扬马延|Svalbard & Jan Mayen|47|8|8|242|1
703|SK|斯洛伐克|Slovakia|421|9|9|231|
694|SL|塞拉利昂|Sierra Leone|232|8|8|619|
674|SM|圣马力诺|San Marino|378|8|8|292|
686|SN|塞内加尔|Senegal|221|9|9|608|
706|SO|索马里|Somalia|252|7|9|637|
740|SR|苏里南|Suriname|597|7|7|746|
728|SS|南苏丹|South Sudan|211|9|9|659|
678|ST|圣多美和普林西比|São Tomé & Príncipe|239|7|7|626|
222|SV|萨尔瓦多|El Salvador|503|8|8|706|
534|SX|荷属圣马丁|Sint Maarten|1|10|10|362|1
760|SY|叙利亚|Syria|963|9|9|417|
748|SZ|斯威士兰|Eswatini|268|8|8|653|
796|TC|特克斯和凯科斯群岛|Turks & Caicos Islands|1|10|10|338 376|1
148|TD|乍得|Chad|235|8|8|622|
260|TF|法属南部领地|French Southern Territories|262|4|15||
768|TG|多哥|Togo|228|8|8|615|
764|TH|泰国|Thailand|66|9|9|520|
762|TJ|塔吉克斯坦|Tajikistan|992|9|9|436|
772|TK|托克劳|Tokelau|690|4|7|554|
626|TL|东帝汶|Timor-Leste|670|8|8|514|
795|TM|土库曼斯坦|Turkmenistan|993|8|8|438|
788|TN|突尼斯|Tunisia|216|8|8|605|
776|TO|汤加|Tonga|676|7|7|539|
792|TR|土耳其|Türkiye|90|10|10|286|
780|TT|特立尼达和多巴哥|Trinidad & Tobago|1|10|10|374|
798|TV|图瓦卢|Tuvalu|688|6|7|553|
158|TW|中国台湾|Taiwan, China|886|9|9|466|
834|TZ|坦桑尼亚|Tanzania|255|9|9|640|
804|UA|乌克兰|Ukraine|380|9|9|255|
800|UG|乌干达|Uganda|256|9|9|641|
581|UM|美国本土外小岛屿|U.S. Outlying Islands|1|4|15||
840|US|美国|United States|1|10|10|310 311 312 313 314 315 316|1
858|UY|乌拉圭|Uruguay|598|8|8|748|
860|UZ|乌兹别克斯坦|Uzbekistan|998|9|9|434|
336|VA|梵蒂冈|Vatican City|39|9|10|222|1
670|VC|圣文森特和格林纳丁斯|St. Vincent & Grenadines|1|10|10|360|
862|VE|委内瑞拉|Venezuela|58|10|10|734|
92|VG|英属维尔京群岛|British Virgin Islands|1|10|10|348|
850|VI|美属维尔京群岛|U.S. Virgin Islands|1|10|10|310 311|1
704|VN|越南|Vietnam|84|9|9|452|
548|VU|瓦努阿图|Vanuatu|678|7|7|541|
876|WF|瓦利斯和富图纳|Wallis & Futuna|681|6|6|543|
882|WS|萨摩亚|Samoa|685|7|10|549|
887|YE|也门|Yemen|967|9|9|421|
175|YT|马约特|Mayotte|262|9|9|647|1
710|ZA|南非|South Africa|27|5|9|655|
894|ZM|赞比亚|Zambia|260|9|9|645|
716|ZW|津巴布韦|Zimbabwe|263|9|9|648|$$, E'\n') as line) as lines;

update settings.country set standard = to_jsonb(country) - 'standard' - 'version' - 'updated_at' - 'is_enabled' - 'sort' - 'id' - 'code';
