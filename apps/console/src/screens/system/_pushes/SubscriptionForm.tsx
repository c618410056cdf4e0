import { TOLD_EVENTS } from '@cardinal/contract/api/openApi/eventInterfaces.ts';
import {
  addPushSubscription,
  editPushSubscription,
  listPushSubscriptions,
} from '@cardinal/contract/api/pushes/subscriptions.ts';
import { PushEvent } from '@cardinal/contract/enumerations/push.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields, Values } from '../../../kit/form/formFields.ts';
import { rowAgain } from '../../../kit/form/readAgain.ts';
import { useShownCarriers } from '../../../shell/shownCarriers.ts';

const words = {
  urlHelp: text(
    '接收 POST 的 https 地址，不带参数；不跟随跳转，不能指向内网',
    'An https address that takes POST, without a query. Redirects are not followed; private networks are refused.',
  ),
  timeoutHelp: text('1 至 10 秒；超时按失败重试', '1 to 10 seconds; later answers count as failures'),
  scope: text('推送范围', 'Cards'),
  platformsHelp: text(
    '不选则不限；订单结果不受范围限制',
    'Empty means no restriction. Order results are sent whatever the scope.',
  ),
  productsHelp: text('产品编码，每行一个；不填则不限', 'Product codes, one a line. Empty: all products.'),
  made: text('推送订阅已创建', 'Push subscription created'),
  saved: text('推送订阅已保存', 'Push subscription saved'),
};

type Row = RowOf<typeof listPushSubscriptions>;

const separate = (typed: unknown): string[] =>
  typeof typed === 'string' ? typed.split(/[\s,，;]+/).filter(Boolean) : [];

const bodyOf = ({ productCodes, timeoutSeconds, ...values }: Values) => ({
  ...values,
  productCodes: separate(productCodes),
  timeoutSeconds: Number(timeoutSeconds),
});

const valuesOf = (row: Row): Values => ({
  version: row.version,
  name: row.name,
  url: row.url,
  events: row.events,
  timeoutSeconds: row.timeoutSeconds,
  platforms: row.platforms,
  productCodes: row.productCodes.join('\n'),
});

/** A new subscription, whose secret is shown once; or another address, events and scope for one. */
export default function SubscriptionForm(props: {
  row: Row | undefined;
  onMade: (told: { secret: string }) => void;
  onClose: () => void;
}) {
  const t = useText();
  const platforms = useShownCarriers();
  const { row, onClose } = props;
  const told: readonly string[] = TOLD_EVENTS;
  const fields: FormFields = [
    { name: 'name', kind: 'text', maxLength: 30 },
    { name: 'url', kind: 'text', maxLength: 300, help: words.urlHelp, isRequired: true },
    { name: 'events', kind: 'multiple', options: PushEvent.options.filter(({ value }) => told.includes(value)) },
    { name: 'timeoutSeconds', kind: 'integer', help: words.timeoutHelp },
    {
      name: 'platforms',
      kind: 'multiple',
      section: words.scope,
      help: words.platformsHelp,
      isRequired: false,
      options: platforms,
    },
    { name: 'productCodes', kind: 'textarea', help: words.productsHelp, isRequired: false },
  ];
  const shared = { fields, labels: listPushSubscriptions.fields, onClose };
  if (!row)
    return (
      <FormDrawer
        {...shared}
        endpoint={addPushSubscription}
        title={t(addPushSubscription.summary)}
        initial={{ events: [...TOLD_EVENTS], platforms: [], productCodes: '', timeoutSeconds: 5 }}
        toBody={bodyOf}
        done={t(words.made)}
        onDone={props.onMade}
      />
    );
  const { id, name } = row;
  return (
    <FormDrawer
      {...shared}
      endpoint={editPushSubscription}
      title={t(verbs.editNamed, { name })}
      initial={valuesOf(row)}
      anew={async () => {
        const now = await rowAgain(listPushSubscriptions, (each) => each.id === id);
        return now && valuesOf(now);
      }}
      toBody={(values) => ({ ...bodyOf(values), id })}
      done={t(words.saved)}
    />
  );
}
