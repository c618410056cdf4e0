import { GUIDE_HOSTS } from '@cardinal/contract/api/settings/guides.ts';
import { CustomerKind } from '@cardinal/contract/enumerations/customer.ts';
import { ROUTES } from '@cardinal/contract/routes/table.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { FormFields } from '../../../kit/form/formFields.ts';

const words = {
  kindsHelp: text('不选则所有客户', 'Leave empty for all customers'),
  film: text('视频链接', 'Video link'),
  stepsHelp: text('每行一步', 'One step per line'),
  zh: text('中文', 'Chinese'),
  en: text('英文', 'English'),
};
const hosts = GUIDE_HOSTS.join('、');
const filmHelp = text(`可不填；https 地址，站点限 ${hosts}`, `Optional; an https address at ${GUIDE_HOSTS.join(', ')}`);

export const GUIDE_FORM: FormFields = [
  { name: 'title', kind: 'text', maxLength: 30 },
  {
    name: 'route',
    kind: 'select',
    isSearchable: true,
    options: ROUTES.filter(({ permission }) => permission !== undefined).map(({ path, title }) => ({
      value: path,
      label: text(`${title.zh} ${path}`, `${title.en} ${path}`),
    })),
  },
  {
    name: 'language',
    kind: 'select',
    options: [
      { value: 'zh_CN', label: words.zh },
      { value: 'en', label: words.en },
    ],
  },
  { name: 'kinds', kind: 'multiple', options: CustomerKind.options, help: words.kindsHelp },
  { name: 'videoUrl', kind: 'text', label: words.film, help: filmHelp, maxLength: 500 },
  { name: 'seconds', kind: 'integer' },
  { name: 'stepsZh', kind: 'textarea', maxLength: 4_000, help: words.stepsHelp },
  { name: 'stepsEn', kind: 'textarea', maxLength: 4_000 },
  { name: 'sort', kind: 'integer' },
];
