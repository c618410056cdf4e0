import { listConsents, recordConsent } from '@cardinal/contract/api/cardLookups/positioning.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields } from '../../../kit/form/formFields.ts';
import { Panel } from '../../../kit/Panel.tsx';
import { useRead } from '../../../kit/useRead.ts';

const words = {
  hint: text(
    '下级客户书面授权后，才能定位其卡片；自己的卡不需要授权。',
    'Cards of a child customer can be located only with its written consent. Your own cards need none.',
  ),
  add: text('登记授权', 'Record location consent'),
  none: text('还没有客户授权', 'No customer consents yet'),
  until: text('有效期至 {day}', 'Valid until {day}'),
  by: text('{name} 登记', 'recorded by {name}'),
  document: text('授权文件', 'Document'),
  validUntil: text('有效期至', 'Valid until'),
  saved: text('授权已登记', 'Consent recorded'),
};

const FIELDS: FormFields = [
  {
    name: 'customerId',
    label: nouns.customer,
    kind: 'own',
    control: ({ id, value, onChange, problem }) => (
      <CustomerPicker id={id} value={value as string | undefined} onValue={onChange} problem={problem} />
    ),
  },
  { name: 'document', label: words.document, kind: 'text', maxLength: 255 },
  { name: 'validUntil', label: words.validUntil, kind: 'day' },
];

const MOST = 100;

/** Which customers consent to locating their cards, until when and by which document. */
export default function Consents(props: { onClose: () => void }) {
  const t = useText();
  const [isAdding, setIsAdding] = useState(false);
  const query = useRead(listConsents, { pageNum: 1, pageSize: MOST });
  return (
    <Sheet
      isOpen
      width={560}
      title={t(listConsents.summary)}
      onClose={props.onClose}
      extra={
        <CallButton call={recordConsent} type="primary" onClick={() => setIsAdding(true)}>
          {t(words.add)}
        </CallButton>
      }
    >
      <Panel title={t(words.hint)} state={query}>
        {query.data ? (
          <Stack as="ul" isDivided>
            {query.data.list.length === 0 ? <li>{t(words.none)}</li> : null}
            {query.data.list.map((row) => (
              <Stack as="li" gap="none" key={row.id}>
                <b>{row.customerName}</b>
                <span>{row.document}</span>
                <small>
                  {t(words.until, { day: row.validUntil })} · {t(words.by, { name: row.grantedBy })}
                </small>
              </Stack>
            ))}
          </Stack>
        ) : undefined}
      </Panel>
      {isAdding ? (
        <FormDrawer
          title={t(words.add)}
          endpoint={recordConsent}
          initial={{}}
          fields={FIELDS}
          done={t(words.saved)}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
    </Sheet>
  );
}
