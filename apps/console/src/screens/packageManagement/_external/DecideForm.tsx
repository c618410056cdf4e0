import { acceptOffer, mapOffer, mappingChoices, previewOffer } from '@cardinal/contract/api/externalPackages/offers.ts';
import { UnitBase } from '@cardinal/contract/enumerations/externalPackage.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { minorOf, typedAmount } from '../../../kit/form/amountText.ts';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormField, Values } from '../../../kit/form/formFields.ts';
import { useRead } from '../../../kit/useRead.ts';
import { type OfferRow, offerFields } from './OfferList.tsx';
import { OfferPreview } from './OfferPreview.tsx';

const words = {
  mapTitle: text('映射 {name}', 'Map {name}'),
  acceptTitle: text('接受 {name} 的变更', 'Accept the change of {name}'),
  cost: text('本平台成本（元）', 'Our cost (CNY)'),
  costHelp: text(
    '一张卡的成本；不低于对方价格，对方为其他币种时按实际换算填写',
    'Of one card; not below their price. Where they charge in another currency, enter what it comes to',
  ),
  base: text('流量换算', 'Conversion of data'),
  baseHelp: text('对方以字节给出时不影响结果', 'Has no effect where they state bytes'),
  period: text('周期', 'Period'),
  target: text('映射到', 'Map to'),
  fresh: text('新建套餐', 'A new package'),
  code: text('套餐编码', 'Package code'),
  packageName: text('套餐名称', 'Package'),
  products: text('适用产品', 'Products'),
  mapped: text('已映射，套餐已上架', 'Mapped; the package is on the shelf'),
  accepted: text('已接受变更', 'Change accepted'),
};

type Preview = AnswerOf<typeof previewOffer>;
type Choices = AnswerOf<typeof mappingChoices>;
const NEW = 'new';

const isNew = ({ target }: Values) => target === undefined || target === NEW;

/** What is known once the cost is typed. */
function LivePreview({ id, values, first }: { id: string; values: Values; first: Preview }) {
  const cost = minorOf(values['cost']);
  const isCost = typeof cost === 'string' && /^\d{1,12}$/.test(cost);
  const { data } = useRead(
    previewOffer,
    {
      id,
      ...(isCost ? { cost } : {}),
      ...(values['base'] ? { base: String(values['base']) as never } : {}),
      ...(isNew(values) ? {} : { packageId: String(values['target']) }),
    },
    { keepsPrevious: true },
  );
  return <OfferPreview preview={data ?? first} />;
}

const previewField = (row: OfferRow, first: Preview): FormField => ({
  name: 'effect',
  kind: 'own',
  label: verbs.preview,
  isRequired: false,
  control: ({ values }) => <LivePreview id={row.id} values={values} first={first} />,
});

const COST: FormField = { name: 'cost', kind: 'decimal', label: words.cost, help: words.costHelp };

function Accept({ row, first, onClose }: { row: OfferRow; first: Preview; onClose: () => void }) {
  const t = useText();
  return (
    <FormDrawer
      endpoint={acceptOffer}
      title={t(words.acceptTitle, { name: row.name })}
      submit={acceptOffer.summary}
      labels={offerFields}
      initial={{ cost: typedAmount(first.newCost) }}
      fields={[COST, previewField(row, first)]}
      toBody={({ cost }) => ({ id: row.id, shown: first.shown, cost: minorOf(cost) as string })}
      done={t(words.accepted)}
      onClose={onClose}
    />
  );
}

function Mapping(props: { row: OfferRow; first: Preview; choices: Choices; onClose: () => void }) {
  const t = useText();
  const { row, first, choices, onClose } = props;
  const { packages, periods, products } = choices;
  return (
    <FormDrawer
      endpoint={mapOffer}
      title={t(words.mapTitle, { name: row.name })}
      submit={mapOffer.summary}
      width={560}
      labels={offerFields}
      initial={{
        target: NEW,
        code: row.code,
        name: row.name,
        base: UnitBase.values.binary,
        periodSpecId: periods[0]?.id,
        cost: typedAmount(first.newCost),
        productCodes: [],
      }}
      fields={[
        {
          name: 'target',
          kind: 'select',
          label: words.target,
          isRequired: true,
          isHidden: () => packages.length === 0,
          options: [
            { value: NEW, label: words.fresh },
            ...packages.map(({ id, code, name }) => ({ value: id, label: text(`${code} ${name}`, `${code} ${name}`) })),
          ],
        },
        {
          name: 'code',
          kind: 'text',
          label: words.code,
          maxLength: 32,
          isRequired: true,
          isHidden: (values) => !isNew(values),
        },
        {
          name: 'name',
          kind: 'text',
          label: words.packageName,
          maxLength: 30,
          isRequired: true,
          isHidden: (values) => !isNew(values),
        },
        {
          name: 'productCodes',
          kind: 'multiple',
          label: words.products,
          isRequired: false,
          isHidden: (values) => !isNew(values),
          options: products.map(({ code, name }) => ({
            value: code,
            label: text(`${code} · ${name}`, `${code} · ${name}`),
          })),
        },
        {
          name: 'periodSpecId',
          kind: 'select',
          label: words.period,
          options: periods.map(({ id, name }) => ({ value: id, label: text(name, name) })),
        },
        { name: 'base', kind: 'select', label: words.base, help: words.baseHelp, options: UnitBase.options },
        COST,
        previewField(row, first),
      ]}
      toBody={(values) => ({
        id: row.id,
        shown: first.shown,
        cost: minorOf(values['cost']) as string,
        base: values['base'],
        periodSpecId: values['periodSpecId'],
        ...(isNew(values)
          ? { code: values['code'], name: values['name'], productCodes: values['productCodes'] }
          : { packageId: values['target'] }),
      })}
      done={t(words.mapped)}
      onClose={onClose}
    />
  );
}

/** Maps what a source offers, or accepts what has changed of it; the form shows what it comes to as the cost is typed. */
export default function DecideForm({ row, onClose }: { row: OfferRow; onClose: () => void }) {
  const isMapped = row.packageId !== null;
  const { data: first } = useRead(previewOffer, { id: row.id }, { isSilent: false, staleTime: 0 });
  const { data: choices } = useRead(mappingChoices, isMapped ? false : { id: row.id }, { isSilent: false });
  if (!first) return null;
  if (isMapped) return <Accept row={row} first={first} onClose={onClose} />;
  return choices ? <Mapping row={row} first={first} choices={choices} onClose={onClose} /> : null;
}
