import type { CarrierProfile } from '@cardinal/contract/carrierProfiles/profile.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { typedIccid } from '@cardinal/primitives/typing.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { Field } from '../../../kit/Field.tsx';

const words = {
  title: text('试用', 'Try it'),
  note: text(
    '按左侧配置向通道地址发一次查询，不保存任何内容。',
    'Sends one query to the account’s address using the description on the left. Nothing is stored.',
  ),
  iccidHelp: text(
    '填写则查询该卡，留空只测试连接',
    'Enter a number to query that card; leave empty to test the connection only',
  ),
  kept: text('留空使用已保存的凭据（{hint}）', 'Leave empty to use the saved credentials ({hint})'),
  run: text('试用', 'Try'),
};

/** The input of a test: a card if the operation needs one, and credentials if none are stored. */
export function TryProfile(props: {
  fields: CarrierProfile['credentials'];
  /** The masked credentials of the account; null if it has none. */
  hint: string | null;
  isSound: boolean;
  canAsk: boolean;
  isRunning: boolean;
  onTry: (asked: { iccid?: string; credentials?: Record<string, string> }) => void;
}) {
  const t = useText();
  const { fields, hint } = props;
  const [iccid, setIccid] = useState('');
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const given = fields.filter(({ name }) => (typed[name] ?? '') !== '');
  const isWhole = given.length === fields.length || (given.length === 0 && hint !== null);
  const submit = () =>
    props.onTry({
      ...(iccid === '' ? {} : { iccid }),
      ...(given.length === 0
        ? {}
        : { credentials: Object.fromEntries(fields.map(({ name }) => [name, typed[name] ?? ''])) }),
    });
  return (
    <Stack
      as="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (props.isSound && isWhole) submit();
      }}
    >
      <h2>{t(words.title)}</h2>
      <Paragraph ink="secondary">{t(words.note)}</Paragraph>
      <Field id="carrier-try-iccid" label={t(nouns.iccid)} help={t(words.iccidHelp)}>
        <Input
          id="carrier-try-iccid"
          autoComplete="off"
          disabled={!props.canAsk}
          value={iccid}
          onChange={(event) => setIccid(typedIccid(event.target.value))}
        />
      </Field>
      {fields.map(({ isSecret, label, name }, at) => {
        const id = `carrier-try-${name}`;
        const Control = isSecret ? Input.Password : Input;
        const help = at === 0 && hint !== null ? { help: t(words.kept, { hint }) } : {};
        return (
          <Field key={name} id={id} label={t(label)} {...help}>
            <Control
              id={id}
              autoComplete="off"
              value={typed[name] ?? ''}
              onChange={(event) => setTyped((before) => ({ ...before, [name]: event.target.value }))}
            />
          </Field>
        );
      })}
      <Button type="primary" ghost htmlType="submit" disabled={!props.isSound || !isWhole} loading={props.isRunning}>
        {t(words.run)}
      </Button>
    </Stack>
  );
}
