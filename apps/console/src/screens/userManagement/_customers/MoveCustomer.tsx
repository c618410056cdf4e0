import { moveCustomer, previewMove } from '@cardinal/contract/api/customers/customerMove.ts';
import { readCustomer } from '@cardinal/contract/api/customers/customers.ts';
import { MoveEffect } from '@cardinal/contract/enumerations/customer.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { isFailure } from '../../../http/failure.ts';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { problemsFrom } from '../../../kit/formProblems.ts';
import { useRead } from '../../../kit/useRead.ts';
import { useReadAnew } from '../../../kit/useReadAnew.ts';

const words = {
  title: text('移动 {name}', 'Move {name}'),
  parent: text('新的上级客户', 'New parent'),
  note: text(
    '该客户及其所有下级一起移动；原上级从下一次请求起看不到它们。',
    'The customer moves with all its descendants. The former parent no longer sees them from the next request.',
  ),
  moved: text('客户已移动', 'Customer moved'),
  to: text('移动后', 'Afterwards'),
  count: text('{n} {what}', '{n} {what}'),
};

const one = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);

/** Moves a customer to another parent, with a preview of what moves, ends or prevents it. */
export default function MoveCustomer(props: { id: string; onClose: () => void }) {
  const t = useText();
  const customer = useReadAnew(readCustomer, { id: props.id });
  if (!customer) return null;
  return (
    <FormDrawer
      endpoint={moveCustomer}
      title={t(words.title, { name: customer.name })}
      submit={verbs.move}
      isDanger
      intro={t(words.note)}
      initial={{ id: customer.id, version: customer.version }}
      anew={async () => ({ id: customer.id, version: (await readAgain(readCustomer, { id: customer.id })).version })}
      fields={[
        {
          name: 'parentId',
          kind: 'own',
          label: words.parent,
          isRequired: true,
          control: ({ id, value, onChange, problem }) => (
            <>
              <CustomerPicker id={id} value={one(value)} onValue={onChange} problem={problem} />
              {one(value) ? <Preview id={customer.id} parentId={one(value) ?? ''} /> : null}
            </>
          ),
        },
      ]}
      done={t(words.moved)}
      onClose={props.onClose}
    />
  );
}

function Preview(query: { id: string; parentId: string }) {
  const t = useText();
  const { data, error } = useRead(previewMove, query, { retry: false });
  if (error) {
    const said = isFailure(error) ? (problemsFrom(error.fields)?.['parentId'] ?? error.message) : error.message;
    return (
      <p className="field-error" role="alert">
        {said}
      </p>
    );
  }
  if (!data) return null;
  const way = (steps: readonly { readonly name: string }[]) => steps.map((step) => step.name).join(' / ');
  return (
    <Stack above="m">
      <FactsList
        facts={[
          { label: nouns.now, value: way(data.from) },
          { label: words.to, value: way(data.to) },
          { label: nouns.customers, value: countAmount(data.customers) },
          { label: nouns.cards, value: countAmount(data.cards) },
          ...data.findings.map(({ what, count, effect }) => {
            const { zh, en } = MoveEffect.labelOf(effect);
            const said = t(words.count, { n: countAmount(count), what });
            return {
              label: { zh, en },
              value: effect === 'goes' ? said : <Span ink={effect === 'ends' ? 'warning' : 'danger'}>{said}</Span>,
            };
          }),
        ]}
      />
    </Stack>
  );
}
