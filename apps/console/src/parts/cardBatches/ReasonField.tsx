import { nouns } from '@cardinal/contract/words.ts';
import { cutRemark } from '@cardinal/primitives/remark.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Input } from 'antd';
import { useId } from 'react';
import type { BulkParameters } from '../../kit/bulk/cardBulkAction.ts';
import { describedBy, Field } from '../../kit/Field.tsx';

/** Why it is done; kept with the task and in each card's history. */
export function ReasonField(props: {
  value: BulkParameters;
  change: (value: BulkParameters) => void;
  problem?: string | undefined;
  isRequired?: boolean;
}) {
  const t = useText();
  const id = useId();
  return (
    <Field id={id} label={t(nouns.reasonGiven)} isRequired={props.isRequired ?? false} problem={props.problem}>
      <Input.TextArea
        {...describedBy(id, { problem: props.problem })}
        rows={2}
        value={props.value.reason ?? ''}
        onChange={(event) => props.change({ ...props.value, reason: cutRemark(event.target.value) || undefined })}
      />
    </Field>
  );
}
