import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Input } from 'antd';
import { useId, useState } from 'react';
import type { BulkParameters } from '../../kit/bulk/cardBulkAction.ts';
import { describedBy, Field } from '../../kit/Field.tsx';
import type { FieldProblems } from '../../kit/formProblems.ts';
import { readNumberLines, readNumbers, writeNumberLines, writeNumbers } from './whiteListText.ts';

const words = {
  add: text('增加号码', 'Numbers to add'),
  addHelp: text(
    '每行一个：手机号或固定电话（区号-号码），空格后可写备注',
    'One per line: a mobile or landline number (area code-number), optionally followed by a space and a remark',
  ),
  remove: text('删除号码', 'Numbers to remove'),
  removeHelp: text('每行一个', 'One per line'),
};

const FIELD = 'parameters.whiteList';
const problemAt = (problems: FieldProblems, part: 'add' | 'remove') =>
  Object.entries(problems).find(([field]) => field.startsWith(`${FIELD}.${part}`))?.[1];

/** Numbers to add to or remove from a voice card's allow list, typed or pasted. */
export function WhiteListField(props: {
  value: BulkParameters;
  change: (value: BulkParameters) => void;
  problems: FieldProblems;
}) {
  const t = useText();
  const id = useId();
  const { whiteList = { add: [], remove: [] } } = props.value;
  const [added, setAdded] = useState(() => writeNumberLines(whiteList.add));
  const [removed, setRemoved] = useState(() => writeNumbers(whiteList.remove));
  const change = (next: Partial<typeof whiteList>) =>
    props.change({ ...props.value, whiteList: { ...whiteList, ...next } });
  const addProblem = problemAt(props.problems, 'add') ?? props.problems[FIELD];
  const removeProblem = problemAt(props.problems, 'remove');
  return (
    <>
      <Field id={`${id}-add`} label={t(words.add)} help={t(words.addHelp)} problem={addProblem}>
        <Input.TextArea
          {...describedBy(`${id}-add`, { help: true, problem: addProblem })}
          autoSize={{ minRows: 3, maxRows: 10 }}
          value={added}
          onChange={(event) => {
            setAdded(event.target.value);
            change({ add: readNumberLines(event.target.value) });
          }}
        />
      </Field>
      <Field id={`${id}-remove`} label={t(words.remove)} help={t(words.removeHelp)} problem={removeProblem}>
        <Input.TextArea
          {...describedBy(`${id}-remove`, { help: true, problem: removeProblem })}
          autoSize={{ minRows: 2, maxRows: 10 }}
          value={removed}
          onChange={(event) => {
            setRemoved(event.target.value);
            change({ remove: readNumbers(event.target.value) });
          }}
        />
      </Field>
    </>
  );
}
