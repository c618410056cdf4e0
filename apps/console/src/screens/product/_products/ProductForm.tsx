import { listCarrierAccounts } from '@cardinal/contract/api/carriers/carriers.ts';
import {
  copyProduct,
  createProduct,
  editProduct,
  PRODUCT_TERMS,
  readProduct,
} from '@cardinal/contract/api/catalogue/products.ts';
import { CardKind, CardSize, Platform, RealNameMode, RealNameType } from '@cardinal/contract/enumerations/card.ts';
import { ImeiLock } from '@cardinal/contract/enumerations/product.ts';
import { BusinessMode } from '@cardinal/contract/enumerations/settlement.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, sentences, units, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { minorOf, typedAmount } from '../../../kit/form/amountText.ts';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { bodyOf, type FormField, type FormFields, type Values } from '../../../kit/form/formFields.ts';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { useRead } from '../../../kit/useRead.ts';
import { useReadAnew } from '../../../kit/useReadAnew.ts';
import { useShownCarriers } from '../../../shell/shownCarriers.ts';

const words = {
  narrow: text('以 {name} 建立自有产品', 'Create own product from {name}'),
  copy: text('复制 {name}', 'Copy {name}'),
  sold: text('销售', 'Sale'),
  years: text('年', 'years'),
  planHelp: text('缺少通信计划的产品不能上架', 'A product without a communication plan cannot be published'),
  realNameHelp: text('留空为不要求实名', 'Leave empty if real name is not required'),
  lockHelp: text(
    '锁定首次出现的设备：读到新设备时自动绑定；之后换到其他设备即停机（机卡分离）。锁定导入的设备：绑定由批量操作导入。',
    'First device seen: bound when a device is first read; stopped if seen in another device later (card-device separation). Imported devices: bound by a batch import.',
  ),
  testHelp: text(
    '未激活的卡从入库起算，截止日显示在卡详情',
    'Counted from stock-in; the end date is shown in the card detail',
  ),
  silentHelp: text(
    '接在测试期之后，截止日显示在卡详情；到期不自动停机或扣费',
    'Follows the test period; the end date is shown in the card detail. Nothing is stopped or charged automatically.',
  ),
  narrowNote: text(
    '自有产品只能收窄：规格更少、期限更短、要求更严、价格不低于底价。其余与原产品一致，并随它变化。',
    'An own product can only narrow the original: fewer sizes, shorter periods, stricter requirements, no price below the reserve price. Everything else follows the original.',
  ),
  editNote: text(
    '保存后产生新版本：新卡按新版本，已有卡不变，可再决定是否应用到已有卡。',
    'Saving creates a new version. New cards use it; existing cards are unchanged until you apply it to them.',
  ),
  made: text('草稿已保存，完整后可上架', 'Draft saved; publish it once complete'),
  saved: text('已保存为版本 {version}', 'Saved as version {version}'),
  copied: text('已复制为草稿', 'Copied as a draft'),
};

export type ProductDetail = AnswerOf<typeof readProduct>;

type Words = { options: readonly { value: string | number; label: { zh: string; en: string } }[] };
const choicesOf = (set: Words) => set.options.map(({ value, label }) => ({ value, label }));

/** Inherited terms of a variant are not asked for. */
function fieldsOf(more: {
  accounts?: readonly FormField[];
  isVariant: boolean;
  isFixed: boolean;
  sizes?: readonly number[];
}): FormFields {
  const { isVariant } = more;
  const label = (name: keyof typeof PRODUCT_TERMS) => ({ name, label: PRODUCT_TERMS[name] });
  const sizes = choicesOf(CardSize).filter(({ value }) => !more.sizes || more.sizes.includes(Number(value)));
  const own: FormFields = [
    ...(more.accounts ?? []),
    { ...label('kind'), kind: 'select', options: choicesOf(CardKind), isDisabled: more.isFixed },
    { ...label('communicationPlan'), kind: 'text', maxLength: 64, help: words.planHelp },
    { ...label('ratePlan'), kind: 'text', maxLength: 64 },
    { ...label('apn'), kind: 'text', maxLength: 100 },
    { ...label('businessMode'), kind: 'select', options: choicesOf(BusinessMode) },
  ];
  return [
    { ...label('name'), kind: 'text', maxLength: 30 },
    ...(isVariant ? [] : own),
    { ...label('sizes'), kind: 'multiple', options: sizes, section: nouns.rules },
    { ...label('realNameMode'), kind: 'select', options: choicesOf(RealNameMode), help: words.realNameHelp },
    {
      ...label('realNameChannel'),
      kind: 'select',
      options: choicesOf(RealNameType),
      isHidden: (values) => !values['realNameMode'],
    },
    { ...label('imeiLock'), kind: 'select', options: choicesOf(ImeiLock), help: words.lockHelp },
    { ...label('testDays'), kind: 'integer', help: words.testHelp },
    { ...label('silentDays'), kind: 'integer', help: words.silentHelp },
    { ...label('serviceYears'), kind: 'integer', unit: words.years },
    { ...label('cardPrice'), kind: 'decimal', unit: units.cny, section: words.sold },
  ];
}

const CODE: FormField = {
  name: 'code',
  kind: 'text',
  label: nouns.productCode,
  help: sentences.codeForGood,
  maxLength: 32,
};

const NEW: Values = {
  kind: CardKind.values.flow,
  businessMode: BusinessMode.values.selfOperation,
  imeiLock: 'none',
  testDays: 0,
  silentDays: 0,
};

/** The form's initial terms of a product. */
const valuesOf = (product: ProductDetail): Values => ({
  ...Object.fromEntries(
    (Object.keys(PRODUCT_TERMS) as (keyof typeof PRODUCT_TERMS)[]).map((name) => [name, product[name] ?? undefined]),
  ),
  cardPrice: typedAmount(product.cardPrice),
});

const editedOf = (product: ProductDetail): Values => ({
  ...valuesOf(product),
  id: product.id,
  version: product.version,
});

const writtenBy =
  (endpoint: typeof createProduct | typeof editProduct, fields: FormFields) =>
  (values: Values): Record<string, unknown> => {
    const { cardPrice, ...rest } = values;
    const amount = minorOf(cardPrice);
    return { ...bodyOf(endpoint.body, fields, rest), ...(amount === undefined ? {} : { cardPrice: amount }) };
  };

/** An account of an offered carrier; the product's own account stays, read-only. */
function useAccountField(isFixed: boolean, current?: string): FormField {
  const shown = new Set<Platform>(useShownCarriers().map(({ value }) => value));
  const query = { pageNum: 1, pageSize: 200 as const };
  const { data } = useRead(listCarrierAccounts, query);
  return {
    name: 'carrierAccountId',
    kind: 'select',
    label: PRODUCT_TERMS.carrierAccountId,
    section: nouns.carrier,
    isSearchable: true,
    isDisabled: isFixed,
    options: (data?.list ?? [])
      .filter(({ id, platform }) => shown.has(platform) || id === current)
      .map(({ id, name, platform }) => {
        const { zh, en } = Platform.labelOf(platform);
        return { value: id, label: text(`${name} · ${zh}`, `${name} · ${en}`) };
      }),
  };
}

export function AddProduct(props: { onMade: (id: string) => void; onClose: () => void }) {
  const t = useText();
  const account = useAccountField(false);
  const fields = [CODE, ...fieldsOf({ accounts: [account], isVariant: false, isFixed: false })];
  return (
    <FormDrawer
      endpoint={createProduct}
      title={t(createProduct.summary)}
      fields={fields}
      initial={NEW}
      toBody={writtenBy(createProduct, fields)}
      done={t(words.made)}
      onDone={({ id }) => props.onMade(id)}
      onClose={props.onClose}
    />
  );
}

/** The caller's own variant of a distributed product: only terms that may be narrowed are asked for. */
export function NarrowProduct(props: { id: string; onMade: (id: string) => void; onClose: () => void }) {
  const t = useText();
  const base = useReadAnew(readProduct, { id: props.id });
  if (!base) return null;
  const fields = [CODE, ...fieldsOf({ isVariant: true, isFixed: true, sizes: base.sizes })];
  return (
    <FormDrawer
      endpoint={createProduct}
      title={t(words.narrow, { name: base.name })}
      intro={t(words.narrowNote)}
      fields={fields}
      initial={{ ...valuesOf(base), name: undefined, baseId: base.id }}
      toBody={writtenBy(createProduct, fields)}
      done={t(words.made)}
      onDone={({ id }) => props.onMade(id)}
      onClose={props.onClose}
    />
  );
}

export function EditProduct(props: {
  id: string;
  onSaved: (older: number, product: ProductDetail) => void;
  onClose: () => void;
}) {
  const t = useText();
  const product = useReadAnew(readProduct, { id: props.id });
  const account = useAccountField((product?.cards ?? 0) > 0, product?.carrierAccountId);
  if (!product) return null;
  const isFixed = product.cards > 0;
  const fields = fieldsOf({ accounts: [account], isVariant: product.baseId !== null, isFixed });
  return (
    <FormDrawer
      endpoint={editProduct}
      title={t(verbs.editNamed, { name: product.name })}
      intro={t(words.editNote)}
      fields={fields}
      initial={editedOf(product)}
      anew={async () => editedOf(await readAgain(readProduct, { id: props.id }))}
      toBody={writtenBy(editProduct, fields)}
      done={({ version }) => t(words.saved, { version })}
      onDone={({ cards }) => props.onSaved(cards, product)}
      onClose={props.onClose}
    />
  );
}

export function CopyProduct(props: {
  product: { id: string; name: string };
  onMade: (id: string) => void;
  onClose: () => void;
}) {
  const t = useText();
  return (
    <FormDrawer
      endpoint={copyProduct}
      title={t(words.copy, { name: props.product.name })}
      fields={[CODE, { name: 'name', kind: 'text', label: PRODUCT_TERMS.name, maxLength: 30 }]}
      initial={{ id: props.product.id }}
      done={t(words.copied)}
      onDone={({ id }) => props.onMade(id)}
      onClose={props.onClose}
    />
  );
}
